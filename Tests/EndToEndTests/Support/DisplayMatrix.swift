import Foundation
import Testing

/// The matrix by which players turn and mirror the picture of a track of QuickTime and MPEG-4
/// files.
struct DisplayMatrix {
  /// Nine big-endian numbers: 16.16, but for every third one, which is 2.30.
  private let bytes: [UInt8]

  /// The matrix of the whole numbers a, b, u, c, d, v, x, y; w is 1.
  init(_ numbers: [Int32]) {
    let scaled = numbers.map { $0 << 16 } + [1 << 30]
    bytes = scaled.flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * Int32($0))) }
    }
  }

  /// Writes a copy of a file with one track that has this matrix.
  ///
  /// Source: ISO/IEC 14496-12, the track header box.
  func write(into source: String, as path: String) throws {
    var file = try Data(contentsOf: URL(fileURLWithPath: source))
    let header = try #require(file.range(of: Data("tkhd".utf8)))
    try #require(file[header.upperBound] == 0, "version 0 of the box")
    let start = header.upperBound + 40
    file.replaceSubrange(start..<start + bytes.count, with: bytes)
    try file.write(to: URL(fileURLWithPath: path))
  }
}
