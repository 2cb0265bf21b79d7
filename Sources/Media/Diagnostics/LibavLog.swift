import CFFmpeg
import Foundation

/// Where libav's log lines go: errors are kept for those who ask, nothing is printed.
///
/// libav's status codes alone say little; its last error line mostly names the culprit. And some
/// demuxers report missing data by such a line only.
final class LibavLog: @unchecked Sendable {  // `lock` protects everything mutable.
  /// The one log of the process.
  static let shared = LibavLog()

  private let lock = NSLock()
  private var last: String?
  private var watched: [UnsafeMutableRawPointer: String?] = [:]

  private init() {
    // SVT-AV1 writes what it does to standard error, past libav, unless its own variable forbids
    // it.
    setenv("SVT_LOG", "0", 0)
    av_log_set_level(AV_LOG_ERROR)
    av_log_set_callback { context, level, format, arguments in
      guard level <= AV_LOG_ERROR, let format, let arguments else { return }
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        guard let base = buffer.baseAddress else { return }
        var printsPrefix: Int32 = 0
        // Without a context the line comes without the address that is the context's prefix.
        av_log_format_line2(nil, level, format, arguments, base, 512, &printsPrefix)
        LibavLog.shared.keep(String(cString: base), from: cffmpeg_log_owner(context))
      }
    }
  }

  /// The last error line that libav logged since the previous call.
  func takeLastError() -> String? {
    lock.withLock {
      defer { last = nil }
      return last
    }
  }

  /// Remembers the last error line of one libav context, or of a codec that has `context` as its
  /// owner, from now on, until `unwatch`.
  func watch(_ context: UnsafeMutableRawPointer) {
    lock.withLock { watched[context] = .some(nil) }
  }

  /// Forgets a context that is about to be freed.
  func unwatch(_ context: UnsafeMutableRawPointer) {
    _ = lock.withLock { watched.removeValue(forKey: context) }
  }

  /// The last error line of a watched context; `nil` where it logged none.
  func error(of context: UnsafeMutableRawPointer) -> String? {
    lock.withLock { watched[context] ?? nil }
  }

  /// The same, and forgets it.
  func takeError(of context: UnsafeMutableRawPointer) -> String? {
    lock.withLock {
      guard let line = watched[context] ?? nil else { return nil }
      watched[context] = .some(nil)
      return line
    }
  }

  private func keep(_ line: String, from context: UnsafeMutableRawPointer?) {
    let text = line.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard !text.isEmpty else { return }
    lock.withLock {
      last = text
      if let context, watched.keys.contains(context), !LibavLog.isHarmless(text) {
        watched[context] = text
      }
    }
  }

  // Texts about a picture are left out, so they may be as broken as they like. Footage that begins
  // within an open group of pictures, as recordings of broadcasts do, refers to pictures before its
  // beginning; decoders say so and leave out what they cannot decode.
  private static func isHarmless(_ line: String) -> Bool {
    ["EXIF", "mmco:", "eference", "ref with POC", "co located POCs"].contains { line.contains($0) }
  }
}
