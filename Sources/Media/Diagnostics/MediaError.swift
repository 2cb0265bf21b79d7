import CFFmpeg

/// A failure of one of the libraries that are wrapped here, or of this target's use of them.
public struct MediaError: Error, Hashable, Sendable {
  /// The kind of failure; open to new kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The kind's name, such as `damaged`.
    public let description: String

    private init(_ name: String) { description = name }

    /// The bytes are not what their format asks for, or some are missing.
    public static let damaged = Code("damaged")
    /// libav knows no demuxer or decoder for the input.
    public static let unsupported = Code("unsupported")
    /// Reading or writing failed; see `MediaError.systemError`.
    public static let failedTransfer = Code("failedTransfer")
    /// The input was written to while it was read.
    public static let changing = Code("changing")
    /// The operation was ended from outside.
    public static let cancelled = Code("cancelled")
    /// There is nothing by the input's name, or not for everybody.
    public static let missing = Code("missing")
    /// A name that the user gave stands for nothing.
    public static let unknownName = Code("unknownName")
    /// No encoder or container takes what was asked of it.
    public static let unencodable = Code("unencodable")
    /// A resource such as memory ran out, or a library broke its contract.
    public static let internalFault = Code("internalFault")
  }

  /// The kind of failure.
  public var code: Code
  /// What went wrong, without the file's name and without a full stop.
  public var message: String
  /// The library's own words; libav's are its last logged error line and the text for its status.
  public var cause: String?
  /// The POSIX error number behind a failed transfer; 0 where there is none.
  public var systemError: Int32

  /// A failure from its parts.
  public init(_ code: Code, _ message: String, cause: String? = nil, systemError: Int32 = 0) {
    self.code = code
    self.message = message
    self.cause = cause
    self.systemError = systemError
  }

  /// The one way from a libav status to an error: keeps libav's last logged line as the cause.
  init(status: Int32, _ message: String) {
    let systemError = cffmpeg_errno(status)
    let code: Code
    switch status {
    case _ where cffmpeg_is_refusal(status) != 0: code = .missing
    case cffmpeg_error_exit: code = .cancelled
    case cffmpeg_error_protocol_missing: code = .unknownName
    case cffmpeg_error_http_server: code = .failedTransfer
    case cffmpeg_error_invalid_data, cffmpeg_error_end, cffmpeg_error_stream_missing:
      code = .damaged
    case cffmpeg_error_decoder_missing, cffmpeg_error_demuxer_missing, cffmpeg_error_unsupported:
      code = .unsupported
    case cffmpeg_error_no_memory, cffmpeg_error_invalid_argument: code = .internalFault
    default: code = systemError > 0 ? .failedTransfer : .damaged
    }
    let text = MediaError.text(of: status)
    let cause = LibavLog.shared.takeLastError().map { $0.hasSuffix(text) ? $0 : "\($0): \(text)" }
    self.init(code, message, cause: cause ?? text, systemError: systemError)
  }

  /// The same error as one of another kind, which concerns no file of the system.
  func `as`(_ code: Code) -> MediaError { MediaError(code, message, cause: cause) }

  private static func text(of status: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let base = buffer.baseAddress, av_strerror(status, base, 128) == 0 else {
        return "status \(status)"
      }
      return String(cString: base)
    }
  }
}

/// Throws for a negative libav status and passes any other on.
@discardableResult
func check(_ status: Int32, _ message: @autoclosure () -> String) throws(MediaError) -> Int32 {
  guard status >= 0 else { throw MediaError(status: status, message()) }
  return status
}

/// The object that a libav allocator returned, or an error in place of its null.
func allocated<Value>(_ value: Value?, _ name: String) throws(MediaError) -> Value {
  guard let value else { throw MediaError(.internalFault, "no memory for \(name)") }
  return value
}
