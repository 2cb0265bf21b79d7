import CFFmpeg

/// Reads the luma of whole frames of any format, turned as is asked for.
///
/// Luma in 8 bits keeps its samples and range; deeper luma is rounded, and RGB becomes BT.601 in
/// studio range. Used by one thread at a time.
public final class LumaReader {
  private let orientation: Orientation
  private var context: SwscaleContext?
  private var unturned: LumaPicture?

  /// A reader that turns frames by an orientation.
  public init(turnedBy orientation: Orientation = .upright) { self.orientation = orientation }

  /// The size of the pictures that come of frames of `size`.
  public func pictureSize(of size: PixelSize) -> PixelSize { orientation.upright(size) }

  /// Fills `picture` with the luma of `frame`.
  ///
  /// - Precondition: `picture.size` is the `pictureSize` of the frame's.
  /// - Throws: `MediaError` where libswscale refuses the frame.
  public func read(
    _ frame: borrowing Frame, into picture: inout LumaPicture
  ) throws(MediaError) {
    let size = frame.size
    precondition(picture.size == pictureSize(of: size), "the picture has another size")
    if context?.source != SwscaleContext.Source(frame) {
      context = try SwscaleContext(
        from: frame, to: PixelFormat(AV_PIX_FMT_GRAY8), size: size, flags: SWS_BILINEAR)
    }
    guard orientation != .upright else { return try fill(&picture, from: frame) }
    var lying = unturned.take().flatMap { $0.size == size ? $0 : nil } ?? LumaPicture(size: size)
    try fill(&lying, from: frame)
    turn(lying, into: &picture)
    unturned = lying
  }

  private func fill(
    _ picture: inout LumaPicture, from frame: borrowing Frame
  ) throws(MediaError) {
    try context?.convert(frame, toRowsOf: picture.stride, in: &picture.bytes)
  }

  private func turn(_ lying: LumaPicture, into picture: inout LumaPicture) {
    let (lastX, lastY) = (lying.size.width - 1, lying.size.height - 1)
    let originX = (orientation.xx < 0 ? lastX : 0) + (orientation.xy < 0 ? lastY : 0)
    let originY = (orientation.yx < 0 ? lastX : 0) + (orientation.yy < 0 ? lastY : 0)
    let stride = picture.stride
    let source = lying.bytes.span
    var target = picture.bytes.mutableSpan
    for y in 0..<lying.size.height {
      for x in 0..<lying.size.width {
        let uprightX = orientation.xx * x + orientation.xy * y + originX
        let uprightY = orientation.yx * x + orientation.yy * y + originY
        target[uprightY * stride + uprightX] = source[y * lying.stride + x]
      }
    }
  }
}
