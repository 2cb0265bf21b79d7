import Media
import Testing

/// A made-up face, wandering over a made-up background, as a camera and a detector see it: with
/// noise in every sample, and with a box that trembles.
struct MovingFace {
  /// Side of the frame in pixels, and of the face.
  static let frameSide = 150
  static let faceSide = 72

  /// Luma of the face, row after row: structure of all sizes from a pixel to the whole face.
  let texture: [Double]
  private let background: [Double]
  private var generator: SeededGenerator
  private var step = 0

  init(seed: UInt64) {
    generator = SeededGenerator(state: seed)
    texture = Self.structure(side: Self.faceSide, &generator)
    background = Self.structure(side: Self.frameSide, &generator)
  }

  /// The next frame.
  ///
  /// - Returns: luma row after row, where the face's corner truly is, and the box that a detector
  ///   gives.
  mutating func next() -> (luma: [Int], x: Double, y: Double, box: Box) {
    let (frameSide, faceSide) = (Self.frameSide, Self.faceSide)
    let x = 8.2 + 0.57 * Double(step)
    let y = 38 + 30 * Self.triangle(Double(step) / 37)
    step += 1
    var luma = background
    for row in Int(y.rounded(.up))..<Int(y) + faceSide {
      for column in Int(x.rounded(.up))..<Int(x) + faceSide {
        luma[row * frameSide + column] = Self.sample(
          texture, side: faceSide, x: Double(column) - x, y: Double(row) - y)
      }
    }
    let noisy = luma.map {
      Int(min(max($0 + Double.random(in: -6...6, using: &generator), 0), 255).rounded())
    }
    let side = Double(faceSide)
    let tremor = side * 0.015
    func off() -> Double { Double.random(in: -tremor...tremor, using: &generator) }
    let box = Box(
      centerX: x + side / 2 + off(), centerY: y + side / 2 + off(), width: side + 2 * off(),
      height: side + 2 * off())
    return (noisy, x, y, box)
  }

  /// Bilinear interpolation of a square of samples.
  static func sample(_ samples: [Double], side: Int, x: Double, y: Double) -> Double {
    let (column, row) = (min(max(Int(x), 0), side - 2), min(max(Int(y), 0), side - 2))
    let (right, down) = (x - Double(column), y - Double(row))
    let first = row * side + column
    return (samples[first] * (1 - right) + samples[first + 1] * right) * (1 - down)
      + (samples[first + side] * (1 - right) + samples[first + side + 1] * right) * down
  }

  private static func triangle(_ phase: Double) -> Double {
    abs(2 * (phase - phase.rounded())) * 2 - 1
  }

  /// Noise of many sizes, the coarser the stronger, around the middle of the range.
  private static func structure(side: Int, _ generator: inout SeededGenerator) -> [Double] {
    var sum = [Double](repeating: 128, count: side * side)
    var size = 2
    while size < side {
      let nodes = side / size + 2
      let heights = (0..<nodes * nodes).map { _ in Double.random(in: -1...1, using: &generator) }
      for y in 0..<side {
        for x in 0..<side {
          sum[y * side + x] +=
            24
            * sample(
              heights, side: nodes, x: Double(x) / Double(size), y: Double(y) / Double(size))
        }
      }
      size *= 2
    }
    return sum
  }
}
