/// A rectangle of whole coded pixels within a frame, of which a `Scaler` makes a picture.
public struct FrameCrop: Hashable, Sendable {
  /// Coded pixels to the left of it; a multiple of those that share chroma.
  public let x: Int
  /// Coded rows above it; a multiple of those that share chroma.
  public let y: Int
  /// Coded pixels in a row of it.
  public let width: Int
  /// Coded rows of it.
  public let height: Int

  /// All of a frame.
  public init(whole size: PixelSize) {
    x = 0
    y = 0
    width = size.width
    height = size.height
  }

  /// The crop of a frame that holds a region and has the proportions of a picture.
  ///
  /// It is larger than the region: as far as the frame reaches, it has the picture's proportions
  /// (so that nothing is stretched), begins at a sample of chroma, and has one of 16 widths to each
  /// doubling, so that a region which follows something needs few scaler contexts. Where it would
  /// leave the frame it is shifted inside, and cut to the frame where that is not enough.
  /// In formats whose pixels cannot be addressed one by one it is the whole frame.
  ///
  /// - Parameters:
  ///   - region: in coded pixels of the frame, of which it may reach out in part or wholly.
  ///   - geometry: of the frame, turned as the crop's picture is.
  ///   - pictureSize: the size that the crop will be scaled to, upright.
  public init(
    around region: Box, of geometry: FrameGeometry, format: PixelFormat, pictureSize: PixelSize
  ) {
    let frame = geometry.codedSize
    guard format.isPaintable,
      region.width < Double(frame.width) || region.height < Double(frame.height)
    else {
      self.init(whole: frame)
      return
    }
    let shifts = format.chromaShifts
    let (stepX, stepY) = (1 << shifts.horizontal, 1 << shifts.vertical)
    // What moving the corner to a sample of chroma may take away at the other side.
    let leastWidth = max(region.width, 1) + Double(2 * stepX)
    let leastHeight = max(region.height, 1) + Double(2 * stepY)
    let picture = geometry.orientation.upright(pictureSize)
    let proportion =
      Double(picture.width) * geometry.pixelHeight / (Double(picture.height) * geometry.pixelWidth)
    let wanted = FrameCrop.graded(max(leastWidth, leastHeight * proportion), multiple: stepX)
    let (x, width) = FrameCrop.placed(
      center: region.centerX, extent: wanted, multiple: stepX, within: frame.width)
    let (y, height) = FrameCrop.placed(
      center: region.centerY, extent: (Double(wanted) / proportion).rounded(.up),
      multiple: stepY, within: frame.height)
    self.init(x: x, y: y, width: width, height: height)
  }

  private init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Where a point of the crop's upright picture lies in the coded frame, in coded pixels.
  ///
  /// - Parameters:
  ///   - pictureSize: the size that the crop was scaled to, upright.
  ///   - orientation: how it was turned to stand upright.
  public func coded(_ point: Point, in pictureSize: PixelSize, orientation: Orientation) -> Point {
    let unturned = orientation.upright(pictureSize)  // A transposition is its own inverse on sizes.
    let (columns, rows) = (Double(unturned.width), Double(unturned.height))
    let lying = orientation.coded(point, width: columns, height: rows)
    return Point(
      x: Double(x) + lying.x * Double(width) / columns,
      y: Double(y) + lying.y * Double(height) / rows)
  }

  /// The next of 16 extents to each doubling, as a multiple of `multiple`.
  private static func graded(_ extent: Double, multiple: Int) -> Double {
    let grade = max(Double(sign: .plus, exponent: extent.exponent - 4, significand: 1), 1)
    let graded = (extent / grade).rounded(.up) * grade
    return (graded / Double(multiple)).rounded(.up) * Double(multiple)
  }

  /// The first pixel and the number of pixels of an interval inside `limit`, as near to its centre
  /// as can be.
  private static func placed(
    center: Double, extent: Double, multiple: Int, within limit: Int
  ) -> (start: Int, extent: Int) {
    guard extent < Double(limit) else { return (0, limit) }
    let length = (Int(extent) + multiple - 1) / multiple * multiple
    guard length < limit else { return (0, limit) }
    let wish = min(max(center - Double(length) / 2, 0), Double(limit - length))
    let start = Int(wish) / multiple * multiple
    // Pixels beyond the last whole sample of chroma come with those before them.
    let rest = limit - (start + length)
    return (start, rest < multiple ? length + rest : length)
  }
}
