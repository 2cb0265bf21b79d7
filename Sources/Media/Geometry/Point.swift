/// A position in a picture, in pixels, origin top left.
public struct Point: Hashable, Sendable {
  /// Horizontal position, in pixels.
  public var x: Double
  /// Vertical position, in pixels.
  public var y: Double

  /// A position from its coordinates in pixels.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
