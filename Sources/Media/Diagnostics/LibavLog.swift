import CFFmpeg
import Foundation

/// Where libav's log lines go: errors are kept for the next `MediaError`, nothing is printed.
///
/// libav's status codes alone say little; its last error line mostly names the culprit.
enum LibavLog {
  /// Installs the callback, once in the life of the process.
  static let install: Void = {
    av_log_set_level(AV_LOG_ERROR)
    av_log_set_callback { context, level, format, arguments in
      guard level <= AV_LOG_ERROR, let format, let arguments else { return }
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        guard let base = buffer.baseAddress else { return }
        var printsPrefix: Int32 = 0
        av_log_format_line2(context, level, format, arguments, base, 512, &printsPrefix)
        LibavLog.keep(String(cString: base))
      }
    }
  }()

  private static let last = LastLine()

  private static func keep(_ line: String) {
    let text = line.split(whereSeparator: \.isNewline).joined(separator: " ")
    if !text.isEmpty { last.set(text) }
  }

  /// The last error line that libav logged since the previous call.
  static func takeLastError() -> String? { last.take() }
}

/// One remembered line.
private final class LastLine: @unchecked Sendable {  // `lock` protects `line`.
  private let lock = NSLock()
  private var line: String?

  func set(_ text: String) { lock.withLock { line = text } }

  func take() -> String? {
    lock.withLock {
      defer { line = nil }
      return line
    }
  }
}
