import Glibc

/// The lines of a report as they are read from a file or from standard input.
final class ReportSource {
  /// The name for messages.
  let name: String
  /// Number of the line that `nextLine` returned last, from 1.
  private(set) var lineNumber = 0

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var position = 0
  private var hasEnded = false
  private let checkCancellation: () throws -> Void

  /// A line that is longer is none of a report.
  static let mostBytesInLine = 4 << 20
  private static let pieceBytes = 64 << 10
  /// Milliseconds between two looks at whether what comes down a pipe is still wanted.
  private static let patience: Int32 = 50

  /// Opens what a name stands for: `-` is standard input.
  ///
  /// - Parameter checkCancellation: called while waiting; throws to end that.
  /// - Throws: `AnonymizationError.Code.missingInput` where there is nothing that can be read.
  init(name: String, checkCancellation: @escaping () throws -> Void = {}) throws {
    self.checkCancellation = checkCancellation
    self.name = name == "-" ? "standard input" : name
    // Opening a named pipe that nobody writes to would wait, and could not be called off.
    descriptor = name == "-" ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw AnonymizationError(
        .missingInput, path: name, "the report cannot be read",
        advice: "check the name and its permissions", cause: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw AnonymizationError(
        .damagedInput, path: name, "is a folder", advice: "name a report")
    }
  }

  deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

  /// The bytes of the next line without its end; `nil` after the last one.
  ///
  /// - Throws: `AnonymizationError`: `damagedInput` where a line is too long, `failedTransfer`.
  func nextLine() throws -> [UInt8]? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        return take(upTo: end, next: end + 1)
      }
      if hasEnded {
        return position < buffer.count ? take(upTo: buffer.count, next: buffer.count) : nil
      }
      guard buffer.count - position <= Self.mostBytesInLine else {
        throw AnonymizationError(
          .damagedInput, path: name,
          "line \(lineNumber + 1) is longer than \(Self.mostBytesInLine >> 20) MiB",
          advice: "check that it is a report")
      }
      buffer.removeFirst(position)
      position = 0
      searched = buffer.count
      try fill()
    }
  }

  private func take(upTo end: Int, next: Int) -> [UInt8] {
    lineNumber += 1
    defer { position = next }
    return Array(buffer[position..<end])
  }

  // A read that waits for whoever writes the pipe cannot be called off.
  private func waitForBytes() throws {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      try checkCancellation()
      let count = poll(&request, 1, Self.patience)
      if count > 0 || (count < 0 && errno != EINTR) { return }
    }
  }

  private func fill() throws {
    try waitForBytes()
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: Self.pieceBytes))
    let count = buffer.withUnsafeMutableBytes { bytes in
      read(descriptor, bytes.baseAddress.map { $0 + start }, Self.pieceBytes)
    }
    buffer.removeLast(Self.pieceBytes - max(0, count))
    if count == 0 { hasEnded = true }
    guard count < 0, errno != EINTR, errno != EAGAIN else { return }
    let reason = errno
    throw AnonymizationError(
      .failedTransfer, path: name, "the report cannot be read", advice: systemAdvice(for: reason),
      cause: String(cString: strerror(reason)))
  }
}
