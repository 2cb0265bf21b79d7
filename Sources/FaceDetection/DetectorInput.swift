public import Media

/// How large a picture a detector is shown.
public enum DetectorInput {
  /// Sides of a detector's input are multiples of this many pixels, as its network halves them five
  /// times.
  public static let sideMultiple = 32

  /// The detector input for pictures of `size`: `longSide` pixels on the long side, and on the
  /// short side what keeps the aspect ratio, both rounded up to a multiple of `sideMultiple`.
  ///
  /// Small pictures are scaled up as well, since the network misses faces of very few pixels.
  /// Rounding up stretches the short side by less than one multiple and loses no detail.
  /// Sides below one pixel count as one, and no side of the result is below one multiple.
  public static func size(for size: PixelSize, longSide: Int) -> PixelSize {
    let (width, height) = (max(size.width, 1), max(size.height, 1))
    let long = roundedUp(longSide, of: 1)
    return width >= height
      ? PixelSize(width: long, height: roundedUp(long * height, of: width))
      : PixelSize(width: roundedUp(long * width, of: height), height: long)
  }

  /// `dividend / divisor` pixels, rounded up to a multiple of `sideMultiple`.
  private static func roundedUp(_ dividend: Int, of divisor: Int) -> Int {
    let unit = divisor * sideMultiple
    return max((dividend + unit - 1) / unit, 1) * sideMultiple
  }
}
