/// How many pixels of a still picture lie on an inch of paper.
struct PixelDensity: Hashable, Sendable {
  /// Pixels an inch along a row.
  let x: Double
  /// Pixels an inch along a column.
  let y: Double

  /// A density; `nil` where it is not one that a file can say.
  init?(x: Double, y: Double) {
    guard (1...65_000).contains(x), (1...65_000).contains(y) else { return nil }
    self.x = x
    self.y = y
  }

  /// The density after the picture has been turned.
  func turned(by orientation: Orientation) -> PixelDensity {
    orientation.isTransposed ? PixelDensity(x: y, y: x) ?? self : self
  }
}
