/// How the coded pixels of a video stream lie in the upright picture that a viewer sees.
///
/// The upright picture has square pixels: the axis along which coded pixels are longer is
/// stretched, so that no coded row or column is lost. Its origin is the top left corner after
/// rotation.
public struct FrameGeometry: Hashable, Sendable {
  /// Size in coded pixels.
  public let codedSize: PixelSize
  /// How the coded picture is turned to stand upright.
  public let orientation: Orientation
  /// Upright pixels per coded pixel along a coded row.
  public let pixelWidth: Double
  /// Upright pixels per coded pixel along a coded column.
  public let pixelHeight: Double

  /// The geometry of a stream.
  ///
  /// - Parameter pixelAspect: width of a coded pixel by its height; taken as 1 where not positive
  ///   or beyond 1:16, which no display device has.
  public init(codedSize: PixelSize, pixelAspect: Rational, orientation: Orientation) {
    self.codedSize = codedSize
    self.orientation = orientation
    let aspect = pixelAspect.isPositive ? pixelAspect.value : 1
    let usable = aspect >= 1.0 / 16 && aspect <= 16 ? aspect : 1
    pixelWidth = max(1, usable)
    pixelHeight = max(1, 1 / usable)
  }

  /// The same coded pixels, whose upright picture is turned further by `turn`.
  public func turned(by turn: Orientation) -> FrameGeometry {
    FrameGeometry(
      codedSize: codedSize, orientation: orientation.followed(by: turn), pixelWidth: pixelWidth,
      pixelHeight: pixelHeight)
  }

  private init(
    codedSize: PixelSize, orientation: Orientation, pixelWidth: Double, pixelHeight: Double
  ) {
    self.codedSize = codedSize
    self.orientation = orientation
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
  }

  /// The geometry that a demuxer announces for a stream; of no size where it announces none.
  public init(of stream: MediaStream) {
    self.init(
      codedSize: stream.size ?? PixelSize(width: 0, height: 0), pixelAspect: stream.pixelAspect,
      orientation: stream.orientation)
  }

  /// Size of the upright picture in square pixels.
  public var uprightSize: PixelSize {
    orientation.upright(
      PixelSize(
        width: Int((Double(codedSize.width) * pixelWidth).rounded()),
        height: Int((Double(codedSize.height) * pixelHeight).rounded())))
  }

  /// The box of coded pixels under a box of the upright picture.
  public func coded(_ box: Box) -> Box {
    let width = Double(codedSize.width) * pixelWidth
    let height = Double(codedSize.height) * pixelHeight
    let first = orientation.coded(Point(x: box.x, y: box.y), width: width, height: height)
    let second = orientation.coded(Point(x: box.maxX, y: box.maxY), width: width, height: height)
    return Box(from: first, to: second).scaled(x: 1 / pixelWidth, y: 1 / pixelHeight)
  }

  /// The point of the upright picture over a point of the coded one.
  public func upright(_ point: Point) -> Point {
    orientation.upright(
      Point(x: point.x * pixelWidth, y: point.y * pixelHeight),
      width: Double(codedSize.width) * pixelWidth, height: Double(codedSize.height) * pixelHeight)
  }

  /// The box of the upright picture over a box of coded pixels.
  public func upright(_ box: Box) -> Box {
    Box(
      from: upright(Point(x: box.x, y: box.y)), to: upright(Point(x: box.maxX, y: box.maxY)))
  }
}
