import Media

/// The judge of covers: how much of a face's structure can still be seen where it was covered.
///
/// Inside the ellipse that fills most of the face's box, the original's local structure is compared
/// with the output's, weighted by the original's local standard deviation and less what a plain
/// surface would be given. A face that was only encoded again keeps about 0.9 of its detail, one
/// under a mosaic less than 0.3, one under a plain colour nothing.
struct DetailJudge {
  /// More detail than this and a face can be seen.
  static let limit = 0.5
  /// Faces of which the picture shows less than this, in coded pixels, cannot be judged.
  static let leastSide = 12.0

  private static let fewestPixels = 16
  /// Places of a lower mean deviation have nothing to see, in 8-bit levels.
  private static let leastDeviation = 1.0

  private var comparison = StructureComparison()

  /// How much of a face's detail is there, 0...1; `nil` where there is nothing that could be.
  ///
  /// - Parameters:
  ///   - box: the face, in pixels of the pictures; may reach beyond them.
  ///   - original: the picture with the face.
  ///   - output: the picture in which it should be covered, of the same size.
  mutating func detail(
    of box: Box, in original: LumaPicture, shownBy output: LumaPicture
  ) -> Double? {
    let size = original.size
    let picture = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    guard box.isFinite, box.intersection(picture).shorterSide >= Self.leastSide,
      min(size.width, size.height) > StructureComparison.reach
    else { return nil }
    // So far in that a window at its edge ends within the face: covers need not be larger than it.
    let reach = Double(StructureComparison.reach)
    let radiusX = min(box.width * 0.45, box.width / 2 - reach)
    let radiusY = min(box.height * 0.45, box.height / 2 - reach)
    let inner = Box(
      centerX: box.centerX, centerY: box.centerY, width: 2 * radiusX, height: 2 * radiusY
    ).intersection(picture)
    guard !inner.isEmpty else { return nil }
    let columns = Int(inner.x)..<min(Int(inner.maxX.rounded(.up)), size.width)
    let rows = Int(inner.y)..<min(Int(inner.maxY.rounded(.up)), size.height)
    var (there, kept, deviations, count) = (0.0, 0.0, 0.0, 0)
    comparison.compare(original, with: output, columns: columns, rows: rows) { pixel in
      let u = (Double(pixel.x) + 0.5 - box.centerX) / radiusX
      let v = (Double(pixel.y) + 0.5 - box.centerY) / radiusY
      guard u * u + v * v <= 1 else { return }
      let deviation = Double(pixel.deviation)
      there += deviation * Double(1 - pixel.plainSimilarity)
      kept += deviation * Double(pixel.similarity - pixel.plainSimilarity)
      deviations += deviation
      count += 1
    }
    guard count >= Self.fewestPixels, deviations >= Self.leastDeviation * Double(count), there > 0
    else { return nil }
    return min(max(kept / there, 0), 1)
  }

  /// Whether a face can be seen; see `detail`.
  mutating func isShown(
    _ box: Box, in original: LumaPicture, by output: LumaPicture
  ) -> Bool {
    (detail(of: box, in: original, shownBy: output) ?? 0) > Self.limit
  }
}
