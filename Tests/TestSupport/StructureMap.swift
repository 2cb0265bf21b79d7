/// How the local structure of two pictures compares, at each of their pixels.
///
/// The contrast and structure terms of SSIM (Z. Wang et al., 2004) in windows of 7x7 pixels; beyond
/// their borders the pictures are mirrored about their outermost pixels.
struct StructureMap: Sendable {
  /// Pixels in a row.
  let width: Int
  /// Rows.
  let height: Int
  /// The local standard deviation of the first picture, row by row.
  private(set) var weights: [Float]
  /// How much of its structure the second picture has too, 0...1.
  private(set) var similarities: [Float]

  /// Half of the window's side, without its centre.
  private static let reach = 3
  /// Keeps flat places from deciding.
  private static let stability: Float = 4

  /// Five sums over a window's height, for each column of pixels and those mirrored beside them:
  /// both pictures, both squared, and their product.
  private var columns: [SIMD8<Int32>]

  /// Makes room for pictures of one size.
  init(width: Int, height: Int) {
    precondition(width > StructureMap.reach && height > StructureMap.reach)
    self.width = width
    self.height = height
    weights = Array(repeating: 0, count: width * height)
    similarities = weights
    columns = Array(repeating: .zero, count: width + 2 * StructureMap.reach)
  }

  /// Compares two pictures of one byte a pixel, row by row.
  mutating func compare(_ first: UnsafeRawBufferPointer, with second: UnsafeRawBufferPointer) {
    precondition(first.count == width * height && second.count == width * height)
    let reach = StructureMap.reach
    for column in columns.indices { columns[column] = .zero }
    for row in -reach..<reach { add(row, of: first, and: second) }
    for row in 0..<height {
      add(row + reach, of: first, and: second)
      for column in 0..<reach {
        columns[column] = columns[2 * reach - column]
        columns[width + reach + column] = columns[width + reach - 2 - column]
      }
      compareRow(row)
      subtract(row - reach, of: first, and: second)
    }
  }

  private mutating func compareRow(_ row: Int) {
    let side = 2 * StructureMap.reach + 1
    var sums = SIMD8<Int32>.zero
    for column in 0..<side - 1 { sums &+= columns[column] }
    for x in 0..<width {
      sums &+= columns[x + side - 1]
      let means = SIMD8<Float>(sums) / Float(side * side)
      let variance = max(means[2] - means[0] * means[0], 0)
      let otherVariance = max(means[3] - means[1] * means[1], 0)
      let covariance = means[4] - means[0] * means[1]
      let similarity =
        (2 * covariance + StructureMap.stability)
        / (variance + otherVariance + StructureMap.stability)
      weights[row * width + x] = variance.squareRoot()
      similarities[row * width + x] = min(max(similarity, 0), 1)
      sums &-= columns[x]
    }
  }

  private mutating func add(
    _ row: Int, of first: UnsafeRawBufferPointer, and second: UnsafeRawBufferPointer
  ) {
    let start = StructureMap.mirrored(row, below: height) * width
    for x in 0..<width {
      columns[x + StructureMap.reach] &+= StructureMap.terms(first[start + x], second[start + x])
    }
  }

  private mutating func subtract(
    _ row: Int, of first: UnsafeRawBufferPointer, and second: UnsafeRawBufferPointer
  ) {
    let start = StructureMap.mirrored(row, below: height) * width
    for x in 0..<width {
      columns[x + StructureMap.reach] &-= StructureMap.terms(first[start + x], second[start + x])
    }
  }

  private static func terms(_ first: UInt8, _ second: UInt8) -> SIMD8<Int32> {
    let (p, q) = (Int32(first), Int32(second))
    return SIMD8(p, q, p &* p, q &* q, p &* q, 0, 0, 0)
  }

  private static func mirrored(_ position: Int, below limit: Int) -> Int {
    let inside = abs(position)
    return inside < limit ? inside : 2 * (limit - 1) - inside
  }
}
