/// How a coded picture is turned and mirrored to stand upright: one of the eight symmetries of the
/// square.
public struct Orientation: Hashable, Sendable {
  // Upright x = xx * x + xy * y, upright y = yx * x + yy * y, before the shift that brings the
  // picture's corner back to the origin. Each is -1, 0 or 1.
  let xx: Int
  let xy: Int
  let yx: Int
  let yy: Int

  /// Upright as coded.
  public static let upright = Orientation(xx: 1, xy: 0, yx: 0, yy: 1)

  /// Mirrored, so that left and right change places.
  public static let mirrored = Orientation(xx: -1, xy: 0, yx: 0, yy: 1)

  init(xx: Int, xy: Int, yx: Int, yy: Int) {
    self.xx = xx
    self.xy = xy
    self.yx = yx
    self.yy = yy
  }

  /// A turn by `quarterTurns` times 90 degrees, clockwise; any number, negative ones included.
  public init(quarterTurns: Int) {
    switch quarterTurns & 3 {
    case 1: self.init(xx: 0, xy: -1, yx: 1, yy: 0)
    case 2: self.init(xx: -1, xy: 0, yx: 0, yy: -1)
    case 3: self.init(xx: 0, xy: 1, yx: -1, yy: 0)
    default: self = .upright
    }
  }

  /// What both do to a picture, this one first.
  public func followed(by next: Orientation) -> Orientation {
    Orientation(
      xx: next.xx * xx + next.xy * yx, xy: next.xx * xy + next.xy * yy,
      yx: next.yx * xx + next.yy * yx, yy: next.yx * xy + next.yy * yy)
  }

  /// What undoes it.
  public var inverse: Orientation { Orientation(xx: xx, xy: yx, yx: xy, yy: yy) }

  /// The symmetry nearest to a display matrix of nine 16.16 fixed-point numbers.
  ///
  /// Angles between quarter turns go to the nearest one. Source: libavutil's `display.h`, whose
  /// matrix takes (x, y) to (a x + c y, b x + d y).
  public init(displayMatrix m: [Int32]) {
    guard m.count == 9 else {
      self = .upright
      return
    }
    let (a, b, c, d) = (Int64(m[0]), Int64(m[1]), Int64(m[3]), Int64(m[4]))
    func sign(_ value: Int64) -> Int { value < 0 ? -1 : 1 }
    if abs(a) + abs(d) >= abs(b) + abs(c) {
      self.init(xx: sign(a), xy: 0, yx: 0, yy: sign(d))
    } else {
      self.init(xx: 0, xy: sign(c), yx: sign(b), yy: 0)
    }
  }

  /// Whether width and height change places.
  public var isTransposed: Bool { xx == 0 }

  /// Whether the coded picture's left side becomes the right or the lower one.
  var mirrorsColumns: Bool { xx < 0 || yx < 0 }

  /// Whether the coded picture's upper side becomes the lower or the right one.
  var mirrorsRows: Bool { xy < 0 || yy < 0 }

  /// The orientation that an Exif tag of this value stands for; `nil` where it stands for none.
  ///
  /// Source: Exif 2.32, tag 0x0112, which says where the coded picture's first row and first column
  /// are shown.
  public init?(exif value: Int) {
    switch value {
    case 1: self = .upright
    case 2: self.init(xx: -1, xy: 0, yx: 0, yy: 1)
    case 3: self.init(xx: -1, xy: 0, yx: 0, yy: -1)
    case 4: self.init(xx: 1, xy: 0, yx: 0, yy: -1)
    case 5: self.init(xx: 0, xy: 1, yx: 1, yy: 0)
    case 6: self.init(xx: 0, xy: -1, yx: 1, yy: 0)
    case 7: self.init(xx: 0, xy: -1, yx: -1, yy: 0)
    case 8: self.init(xx: 0, xy: 1, yx: -1, yy: 0)
    default: return nil
    }
  }

  /// Whether a display matrix is one of the eight symmetries and nothing else: no other angle, no
  /// scaling.
  static func isExact(displayMatrix m: [Int32]) -> Bool {
    guard m.count == 9 else { return false }
    let (a, b, c, d) = (m[0], m[1], m[3], m[4])
    // Writers that compute angles are off by a little.
    func isZero(_ value: Int32) -> Bool { value.magnitude < 64 }
    func isOne(_ value: Int32) -> Bool { isZero(Int32(clamping: value.magnitude) - (1 << 16)) }
    return (isOne(a) && isOne(d) && isZero(b) && isZero(c))
      || (isOne(b) && isOne(c) && isZero(a) && isZero(d))
  }

  /// The size of a picture after it has been set upright.
  public func upright(_ size: PixelSize) -> PixelSize {
    isTransposed ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Where a point of a coded picture of the given extent lies in the upright picture.
  func upright(_ point: Point, width: Double, height: Double) -> Point {
    let x = Double(xx) * point.x + Double(xy) * point.y
    let y = Double(yx) * point.x + Double(yy) * point.y
    let shiftX = (xx < 0 ? width : 0) + (xy < 0 ? height : 0)
    let shiftY = (yx < 0 ? width : 0) + (yy < 0 ? height : 0)
    return Point(x: x + shiftX, y: y + shiftY)
  }

  /// Where a point of the upright picture lies in the coded picture of the given extent.
  func coded(_ point: Point, width: Double, height: Double) -> Point {
    // The matrix is orthogonal: its inverse is its transpose.
    let shiftX = (xx < 0 ? width : 0) + (xy < 0 ? height : 0)
    let shiftY = (yx < 0 ? width : 0) + (yy < 0 ? height : 0)
    let x = point.x - shiftX
    let y = point.y - shiftY
    return Point(
      x: Double(xx) * x + Double(yx) * y, y: Double(xy) * x + Double(yy) * y)
  }
}
