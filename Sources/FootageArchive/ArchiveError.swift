import Pipeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An error of a run over an archive: which file, what went wrong, what to do.
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; open to new kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The kind's name, such as `missingSource`.
    public let description: String

    private init(_ name: String) { description = name }

    /// The settings contradict each other, or one of them can't be understood.
    public static let usage = Code("usage")
    /// There is no such source, or it can't be read.
    public static let missingSource = Code("missingSource")
    /// A file or folder of the destination can't be created.
    public static let uncreatable = Code("uncreatable")
    /// Reading or writing failed.
    public static let failedTransfer = Code("failedTransfer")
    /// There is no space left, or a quota is used up.
    public static let fullDisk = Code("fullDisk")
    /// Another run is working on the same destination.
    public static let busy = Code("busy")
    /// A fault of the program itself, or of a library it relies on.
    public static let internalFault = Code("internalFault")
    /// The model or the inference library is missing.
    public static let missingRuntime = Code("missingRuntime")
  }

  /// The kind of failure.
  public var code: Code
  /// The file or folder that it concerns, as messages show it.
  public var path: String?
  /// What went wrong, without the file's name and without a full stop.
  public var message: String
  /// What to do about it, in the imperative; `nil` where there is nothing to be done.
  public var advice: String?
  /// The words of the system or library that failed; `nil` where there are none.
  public var cause: String?
  /// The system's number of the failure, `errno`, where it was the system that failed.
  var reason: Int32?

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

  /// The error of a call that the system refused. Where that is for want of space, the code is
  /// `fullDisk` whatever was given.
  init(_ code: Code, path: String?, _ message: String, _ fault: SystemFault, advice: String? = nil)
  {
    self.init(
      fault.isFullDisk ? .fullDisk : code, path: path, message, advice: advice ?? fault.advice,
      cause: fault.description)
    reason = fault.number
  }

  /// Whether it says no more than that there is no such file: it may have gone a moment ago.
  var isAbsence: Bool { reason == ENOENT || reason == ENOTDIR || reason == ESTALE }

  /// One line: the file, what went wrong, its cause, what to do.
  public var description: String {
    errorLine(path: path, message, cause: cause, advice: advice)
  }
}
