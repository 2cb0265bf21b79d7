/// An axis-aligned rectangle in pixels, origin top left, edges at fractional positions.
///
/// Which picture the pixels belong to (upright, coded, detector input) is said by whoever hands the
/// box out. Width and height are never negative in boxes that this project makes.
public struct Box: Hashable, Sendable {
  /// Left edge, in pixels.
  public var x: Double
  /// Top edge, in pixels.
  public var y: Double
  /// Horizontal extent, in pixels.
  public var width: Double
  /// Vertical extent, in pixels.
  public var height: Double

  /// A box from its top left corner and its size, all in pixels.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// A box from its centre and its size, all in pixels.
  public init(centerX: Double, centerY: Double, width: Double, height: Double) {
    self.init(x: centerX - width / 2, y: centerY - height / 2, width: width, height: height)
  }

  /// The box between two opposite corners, whichever they are.
  public init(from first: Point, to second: Point) {
    self.init(
      x: min(first.x, second.x), y: min(first.y, second.y), width: abs(second.x - first.x),
      height: abs(second.y - first.y))
  }

  /// Right edge, in pixels.
  public var maxX: Double { x + width }
  /// Bottom edge, in pixels.
  public var maxY: Double { y + height }
  /// Horizontal position of the centre, in pixels.
  public var centerX: Double { x + width / 2 }
  /// Vertical position of the centre, in pixels.
  public var centerY: Double { y + height / 2 }
  /// The shorter of width and height, in pixels.
  public var shorterSide: Double { min(width, height) }
  /// Width times height, in square pixels.
  public var area: Double { width * height }
  /// Whether the box encloses no pixel area.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The part that both boxes share; empty (zero width or height) where they do not meet.
  public func intersection(_ other: Box) -> Box {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Box(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  /// The smallest box that holds both.
  public func union(_ other: Box) -> Box {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Box(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Intersection over union (the Jaccard index of the two areas), 0...1; 0 where either is empty.
  public func intersectionOverUnion(_ other: Box) -> Double {
    let shared = intersection(other).area
    let joined = area + other.area - shared
    return joined > 0 ? shared / joined : 0
  }

  /// The box with each side moved outward by `fraction` of the box's own width or height.
  public func grown(by fraction: Double) -> Box {
    Box(
      centerX: centerX, centerY: centerY, width: width * (1 + 2 * fraction),
      height: height * (1 + 2 * fraction))
  }

  /// The box stretched about the origin, as when a picture is resized.
  public func scaled(x horizontal: Double, y vertical: Double) -> Box {
    Box(
      x: x * horizontal, y: y * vertical, width: width * horizontal, height: height * vertical)
  }
}
