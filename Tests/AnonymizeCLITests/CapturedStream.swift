import Foundation

/// A pipe that stands in for standard error.
final class CapturedStream {
  private let pipe = Pipe()

  /// The end to write to.
  var descriptor: Int32 { pipe.fileHandleForWriting.fileDescriptor }

  /// All that has been written; the end to write to is closed by it.
  func finish() throws -> String {
    try pipe.fileHandleForWriting.close()
    return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  /// Leaves the writer without a reader.
  func abandon() throws {
    try pipe.fileHandleForReading.close()
  }
}
