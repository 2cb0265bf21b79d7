import Media

/// What a picture looks like from far off: how bright it is where, and how often each brightness
/// occurs.
struct SceneSignature: Sendable {
  /// Places of the grid along each side of a block.
  private static let samples = 10
  private static let columns = LumaGrid.columns / samples
  private static let rows = LumaGrid.rows / samples
  private static let bins = 32

  /// Mean luma of each block less the mean of all, row by row, in 8-bit levels.
  private var blocks = [Float](repeating: 0, count: columns * rows)
  /// Samples in each range of luma.
  private var histogram = [Int32](repeating: 0, count: bins)
  /// Sum of the squares of `blocks`.
  private var energy: Float = 0

  /// Standard deviation of the block means, in 8-bit levels.
  var contrast: Float { (energy / Float(blocks.count)).squareRoot() }

  /// Takes the signature of a grid.
  mutating func measure(_ grid: LumaGrid) {
    for index in blocks.indices { blocks[index] = 0 }
    for index in histogram.indices { histogram[index] = 0 }
    grid.values.withUnsafeBufferPointer { values in
      for y in 0..<LumaGrid.rows {
        let firstBlock = y / Self.samples * Self.columns
        for x in 0..<LumaGrid.columns {
          let luma = Int(values[y * LumaGrid.columns + x])
          blocks[firstBlock + x / Self.samples] += Float(luma)
          histogram[luma * Self.bins / 256] += 1
        }
      }
    }
    var mean: Float = 0
    for index in blocks.indices {
      blocks[index] /= Float(Self.samples * Self.samples)
      mean += blocks[index]
    }
    mean /= Float(blocks.count)
    energy = 0
    for index in blocks.indices {
      blocks[index] -= mean
      energy += blocks[index] * blocks[index]
    }
  }

  /// How differently light and dark are laid out in two pictures: 0 for alike, 1 for unrelated, up
  /// to 2 for reversed. Gain and offset in brightness make no difference.
  func layoutDistance(to other: SceneSignature) -> Float {
    var product: Float = 0
    for index in blocks.indices { product += blocks[index] * other.blocks[index] }
    return 1 - product / (energy * other.energy).squareRoot()
  }

  /// Share of the samples that would have to change their brightness to make one histogram of the
  /// other, 0...1.
  func histogramDistance(to other: SceneSignature) -> Float {
    var difference: Int32 = 0
    for index in histogram.indices { difference += abs(histogram[index] - other.histogram[index]) }
    return Float(difference) / Float(2 * blocks.count * Self.samples * Self.samples)
  }
}
