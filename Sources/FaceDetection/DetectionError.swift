/// Why faces could not be looked for.
///
/// `description` is one line fit for standard error: what went wrong with which file, OpenVINO's or
/// the dynamic loader's own word on it, and what to do.
public struct DetectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; kinds may be added, so a `switch` over them needs a `default`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The constant's own name.
    public let description: String

    /// OpenVINO's library or its CPU plugin is not there or can't be loaded.
    public static let runtimeMissing = Code(description: "runtimeMissing")
    /// The network's file is not there.
    public static let modelMissing = Code(description: "modelMissing")
    /// The network's file is no network, or not the network that is expected.
    public static let modelInvalid = Code(description: "modelInvalid")
    /// The network could not be run on a picture.
    public static let inferenceFailed = Code(description: "inferenceFailed")
    /// The network's answer holds numbers that mean nothing, so that faces may have been missed.
    public static let invalidOutput = Code(description: "invalidOutput")
  }

  /// What kind of failure it is.
  public var code: Code
  /// What went wrong, with the file's name where there is one.
  public var message: String
  /// What to do about it.
  public var advice: String
  /// The last message of the library that failed, where it gave one.
  public var cause: String?

  /// An error from its parts.
  public init(code: Code, message: String, advice: String, cause: String? = nil) {
    self.code = code
    self.message = message
    self.advice = advice
    self.cause = cause
  }

  /// The whole error as one line.
  public var description: String {
    "\(message)\(cause.map { " (\($0))" } ?? ""); \(advice)"
  }
}
