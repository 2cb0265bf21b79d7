import Pipeline

/// Why a job ended without an output.
public struct AnonymizationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; open to new kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The kind's name, such as `damagedInput`.
    public let description: String

    private init(_ name: String) { description = name }

    /// The settings contradict each other or the input and output are the same file.
    public static let usage = Code("usage")
    /// The input is damaged or not media.
    public static let damagedInput = Code("damagedInput")
    /// The input is media without any video.
    public static let noFootage = Code("noFootage")
    /// There is no such input.
    public static let missingInput = Code("missingInput")
    /// The model or the inference library is missing.
    public static let missingRuntime = Code("missingRuntime")
    /// A fault of the program itself, or of a library it relies on.
    public static let internalFault = Code("internalFault")
    /// The output can't be created, or exists.
    public static let uncreatableOutput = Code("uncreatableOutput")
    /// Reading or writing failed.
    public static let failedTransfer = Code("failedTransfer")
    /// There is no room left for what is to be written.
    public static let fullDisk = Code("fullDisk")
    /// A verification found a face that is still shown, or frames that are not as in the original.
    public static let exposedFace = Code("exposedFace")
    /// Another run is working on the same output.
    public static let busy = Code("busy")
    /// The job was cancelled.
    public static let cancelled = Code("cancelled")
  }

  /// The kind of failure.
  public var code: Code
  /// The file that it concerns, as the caller named it.
  public var path: String?
  /// What went wrong, without the file's name and without a full stop.
  public var message: String
  /// What to do about it, in the imperative; `nil` where there is nothing to be done.
  public var advice: String?
  /// The words of the library that failed; `nil` where there are none.
  public var cause: String?
  /// What a verification found, by streams and times; empty for other errors.
  public var findings: [VerificationFinding] = []

  /// An error from its parts.
  public init(
    _ code: Code, path: String? = nil, _ message: String, advice: String? = nil,
    cause: String? = nil
  ) {
    self.code = code
    self.path = path
    self.message = message
    self.advice = advice
    self.cause = cause
  }

  /// The error of a verification that found something.
  init(_ findings: [VerificationFinding], path: String) {
    let first = findings.first
    let rest = findings.count - 1
    self.init(
      .exposedFace, path: path,
      (first?.description ?? "nothing was found")
        + (rest > 0
          ? ", and there \(rest == 1 ? "is 1 more finding" : "are \(rest) more findings")" : ""),
      advice: first?.advice)
    self.findings = findings
  }

  /// One line: the file, what went wrong, its cause, what to do.
  public var description: String {
    errorLine(path: path, message, cause: cause, advice: advice)
  }
}
