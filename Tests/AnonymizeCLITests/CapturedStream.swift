import Foundation

/// A pipe that stands in for standard error.
final class CapturedStream: Sendable {
  private let pipe = Pipe()

  /// The end to write to.
  var descriptor: Int32 { pipe.fileHandleForWriting.fileDescriptor }

  /// All that has been written; the end to write to is closed by it.
  func finish() throws -> String {
    try pipe.fileHandleForWriting.close()
    return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  /// Reads once what there is to be read.
  func drain() -> Int { read().count }

  /// Waits for something to read.
  func read() -> [UInt8] { Array(pipe.fileHandleForReading.availableData) }

  /// Leaves the writer without a reader.
  func abandon() throws {
    try pipe.fileHandleForReading.close()
  }
}
