import Media

/// How the local structure of two pictures compares, pixel by pixel.
///
/// The contrast and structure terms of SSIM (Z. Wang et al., 2004) in windows of 7x7 pixels; beyond
/// their borders the pictures are mirrored about their outermost pixels. Its working memory is kept
/// from call to call.
struct StructureComparison {
  /// What is found at one pixel.
  struct Pixel {
    let x: Int
    let y: Int
    /// The local standard deviation of the first picture, in 8-bit levels.
    let deviation: Float
    /// How much of its structure the second picture has too, 0...1.
    let similarity: Float
    /// What a plain surface would have in place of the second picture.
    let plainSimilarity: Float
  }

  /// Half of the window's side, without its centre.
  static let reach = 3
  /// Keeps flat places from deciding.
  private static let stability: Float = 4

  // Five sums over a window's height, for each column of pixels and those beside them: both
  // pictures, both squared, and their product.
  private var sums: [SIMD8<Int32>] = []
  // Where those columns lie in a row.
  private var places: [Int] = []

  /// Compares a part of two pictures of one size, whose sides are larger than `reach`.
  ///
  /// - Parameters:
  ///   - columns: of the part, within the pictures.
  ///   - rows: likewise.
  ///   - body: told of each pixel of the part, row by row.
  mutating func compare(
    _ first: LumaPicture, with second: LumaPicture, columns: Range<Int>, rows: Range<Int>,
    _ body: (Pixel) -> Void
  ) {
    let (size, reach) = (first.size, Self.reach)
    precondition(second.size == size && min(size.width, size.height) > reach)
    precondition(columns.lowerBound >= 0 && columns.upperBound <= size.width)
    precondition(rows.lowerBound >= 0 && rows.upperBound <= size.height)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    sums.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    for column in columns.lowerBound - reach..<columns.upperBound + reach {
      sums.append(.zero)
      places.append(Self.mirrored(column, below: size.width))
    }
    for row in rows.lowerBound - reach..<rows.lowerBound + reach {
      add(row, of: first, and: second)
    }
    for row in rows {
      add(row + reach, of: first, and: second)
      report(row, from: columns.lowerBound, body)
      subtract(row - reach, of: first, and: second)
    }
  }

  private func report(_ row: Int, from firstColumn: Int, _ body: (Pixel) -> Void) {
    let side = 2 * Self.reach + 1
    var window = SIMD8<Int32>.zero
    for index in 0..<side - 1 { window &+= sums[index] }
    for index in 0...(sums.count - side) {
      window &+= sums[index + side - 1]
      let means = SIMD8<Float>(window) / Float(side * side)
      let variance = max(means[2] - means[0] * means[0], 0)
      let otherVariance = max(means[3] - means[1] * means[1], 0)
      let covariance = means[4] - means[0] * means[1]
      let similarity =
        (2 * covariance + Self.stability) / (variance + otherVariance + Self.stability)
      body(
        Pixel(
          x: firstColumn + index, y: row, deviation: variance.squareRoot(),
          similarity: min(max(similarity, 0), 1),
          plainSimilarity: Self.stability / (variance + Self.stability)))
      window &-= sums[index]
    }
  }

  private mutating func add(_ row: Int, of first: LumaPicture, and second: LumaPicture) {
    let line = Self.mirrored(row, below: first.size.height)
    let (one, other) = (first.bytes.span, second.bytes.span)
    let (start, otherStart) = (line * first.stride, line * second.stride)
    for index in places.indices {
      sums[index] &+= Self.terms(one[start + places[index]], other[otherStart + places[index]])
    }
  }

  private mutating func subtract(_ row: Int, of first: LumaPicture, and second: LumaPicture) {
    let line = Self.mirrored(row, below: first.size.height)
    let (one, other) = (first.bytes.span, second.bytes.span)
    let (start, otherStart) = (line * first.stride, line * second.stride)
    for index in places.indices {
      sums[index] &-= Self.terms(one[start + places[index]], other[otherStart + places[index]])
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
