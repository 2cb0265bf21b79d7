import Foundation
import TestSupport
import Testing

/// The first frame of a piece of footage, in packed 8-bit RGB.
struct RGBFrame {
  let width: Int
  let height: Int
  private let bytes: Data

  init(_ path: String, width: Int, height: Int) throws {
    self.width = width
    self.height = height
    bytes = try MediaTool.ffmpeg.run(
      ["-i", path, "-map", "0:v:0", "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo", "-"])
    try #require(bytes.count == width * height * 3)
  }

  /// The size of the block of one colour around a pixel, measured along its row and its column.
  func uniformBlock(x: Int, y: Int) -> (width: Int, height: Int) {
    func reach(_ stepX: Int, _ stepY: Int) -> Int {
      var count = 0
      while isAlike(x, y, x + stepX * (count + 1), y + stepY * (count + 1)) { count += 1 }
      return count
    }
    return (reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1)
  }

  /// Red, green and blue of a pixel.
  func colour(x: Int, y: Int) -> [Int] {
    (0..<3).map { Int(bytes[bytes.startIndex + (y * width + x) * 3 + $0]) }
  }

  /// Whether any pixel of a square is another one in `other`.
  func differs(from other: RGBFrame, in square: (x: Int, y: Int, side: Int)) -> Bool {
    (0..<square.side).contains { row in
      let start = ((square.y + row) * width + square.x) * 3
      let range = start..<start + square.side * 3
      return bytes[range] != other.bytes[range]
    }
  }

  private func isAlike(_ x: Int, _ y: Int, _ otherX: Int, _ otherY: Int) -> Bool {
    guard (0..<width).contains(otherX), (0..<height).contains(otherY) else { return false }
    let (first, second) = ((y * width + x) * 3, (otherY * width + otherX) * 3)
    return (0..<3).allSatisfy { abs(Int(bytes[first + $0]) - Int(bytes[second + $0])) <= 1 }
  }
}
