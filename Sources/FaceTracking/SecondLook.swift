public import Media

/// A place where a `FaceTracker` wants a detector to look again, closely.
public struct SecondLook: Hashable, Sendable {
  /// How many frames ago the frame came in: 0 for the newest.
  public var framesAgo: Int
  /// Where a face is expected, in pixels of the upright frame.
  public var box: Box
  /// How many times the box's longer side is to be seen around its centre.
  public var reach: Double
  /// By how many quarters the frame is to be turned clockwise so that the face stands upright,
  /// 0...3.
  public var quarterTurns: Int

  /// A look from its parts.
  public init(framesAgo: Int, box: Box, reach: Double, quarterTurns: Int) {
    self.framesAgo = framesAgo
    self.box = box
    self.reach = reach
    self.quarterTurns = quarterTurns
  }

  /// The square to look at, in pixels of the upright frame; no larger than a frame of `size` is
  /// high or wide.
  public func region(in size: PixelSize) -> Box {
    let side = min(reach * max(box.width, box.height), Double(min(size.width, size.height)))
    return Box(centerX: box.centerX, centerY: box.centerY, width: side, height: side)
  }
}
