import CFFmpeg

/// Makes the small upright RGB picture of a frame, or of a part, that a face detector looks at.
///
/// One libswscale call reads the decoded planes as they are (any depth, any chroma) and writes the
/// small picture; turning it upright then costs next to nothing. Used by one thread at a time.
public final class Scaler {
  /// The size of the pictures that come out.
  public let pictureSize: PixelSize
  private let orientation: Orientation
  // The one used last comes last.
  private var contexts: [SwscaleContext] = []
  private var unturned: [UInt8] = []

  /// How many contexts are kept: a crop that follows something comes back to the same few sizes.
  private static let contextCount = 16

  /// A scaler to pictures of one size.
  ///
  /// - Parameter orientation: how frames are turned to stand upright.
  public init(pictureSize: PixelSize, orientation: Orientation) {
    self.pictureSize = pictureSize
    self.orientation = orientation
  }

  /// Fills `picture` with `frame`, or with a crop of it, upright, stretched to `pictureSize`.
  ///
  /// - Parameter crop: made for the frame's size and format; `nil` stands for the whole frame.
  /// - Precondition: `picture.size` is `pictureSize`, and `crop` lies within the frame.
  /// - Throws: `MediaError` where libswscale refuses the frame.
  public func scale(
    _ frame: borrowing Frame, crop: FrameCrop? = nil, into picture: inout RGBPicture
  ) throws(MediaError) {
    precondition(picture.size == pictureSize, "the picture has another size than the scaler's")
    let frameSize = frame.size
    let part = crop == FrameCrop(whole: frameSize) ? nil : crop
    if let part {
      precondition(
        part.x + part.width <= frameSize.width && part.y + part.height <= frameSize.height
          && frame.format.isPaintable, "the crop does not fit the frame")
    }
    let size = orientation.upright(pictureSize)  // A transposition is its own inverse on sizes.
    let context = try context(for: frame, crop: part, size: size)
    if orientation == .upright {
      try fill(&picture.bytes, size: size, from: frame, crop: part, by: context)
    } else {
      if unturned.isEmpty { unturned = [UInt8](repeating: 0, count: picture.bytes.count) }
      try fill(&unturned, size: size, from: frame, crop: part, by: context)
      turn(size, into: &picture)
    }
  }

  private func context(
    for frame: borrowing Frame, crop: FrameCrop?, size: PixelSize
  ) throws(MediaError) -> SwscaleContext {
    let source = SwscaleContext.Source(frame, crop: crop)
    if let last = contexts.last, last.source == source { return last }
    let context: SwscaleContext
    if let index = contexts.firstIndex(where: { $0.source == source }) {
      context = contexts.remove(at: index)
    } else {
      if contexts.count == Scaler.contextCount { contexts.removeFirst() }
      context = try SwscaleContext(
        from: frame, crop: crop, to: PixelFormat(AV_PIX_FMT_RGB24), size: size, flags: SWS_BILINEAR)
    }
    contexts.append(context)
    return context
  }

  private func fill(
    _ bytes: inout [UInt8], size: PixelSize, from frame: borrowing Frame, crop: FrameCrop?,
    by context: SwscaleContext
  ) throws(MediaError) {
    let lineSize = Int32(size.width * 3)
    var failure: MediaError?
    bytes.withUnsafeMutableBufferPointer { buffer in
      withUnsafePointer(to: buffer.baseAddress) { plane in
        withUnsafePointer(to: lineSize) { size in
          do throws(MediaError) {
            try context.convert(frame, crop: crop, to: plane, lineSizes: size)
          } catch {
            failure = error
          }
        }
      }
    }
    if let failure { throw failure }
  }

  private func turn(_ size: PixelSize, into picture: inout RGBPicture) {
    let width = picture.size.width
    let unturned = unturned
    let source = unturned.span
    var target = picture.bytes.mutableSpan
    let (lastX, lastY) = (size.width - 1, size.height - 1)
    let originX = (orientation.xx < 0 ? lastX : 0) + (orientation.xy < 0 ? lastY : 0)
    let originY = (orientation.yx < 0 ? lastX : 0) + (orientation.yy < 0 ? lastY : 0)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let uprightX = orientation.xx * x + orientation.xy * y + originX
        let uprightY = orientation.yx * x + orientation.yy * y + originY
        let from = (y * size.width + x) * 3
        let to = (uprightY * width + uprightX) * 3
        target[to] = source[from]
        target[to + 1] = source[from + 1]
        target[to + 2] = source[from + 2]
      }
    }
  }
}
