import CFFmpeg

/// Makes the small upright RGB picture of a frame, or of a part, that a face detector looks at.
///
/// libswscale reads the decoded planes as they are (any depth, any chroma) and writes the small
/// picture; planes of much larger frames are halved first. Turning the picture upright then costs
/// next to nothing. Used by one thread at a time.
public final class Scaler {
  /// The size of the pictures that come out.
  public let pictureSize: PixelSize
  private let orientation: Orientation
  // The one used last comes last.
  private var contexts: [SwscaleContext] = []
  private var halver: FrameHalver?
  private var format: PixelFormat?
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
    if orientation == .upright {
      try fill(&picture.bytes, size: size, from: frame, crop: part)
    } else {
      if unturned.isEmpty { unturned = [UInt8](repeating: 0, count: picture.bytes.count) }
      try fill(&unturned, size: size, from: frame, crop: part)
      turn(size, into: &picture)
    }
  }

  private func fill(
    _ bytes: inout [UInt8], size: PixelSize, from frame: borrowing Frame, crop: FrameCrop?
  ) throws(MediaError) {
    let lineSize = size.width * 3
    let part = crop ?? FrameCrop(whole: frame.size)
    let halver = halver(for: frame.format)
    let times = halver?.times(from: PixelSize(width: part.width, height: part.height), to: size)
    guard let halver, let times, times > 0 else {
      let context = try context(for: frame, crop: crop, halvings: 0, size: size)
      return try context.convert(frame, crop: crop, toRowsOf: lineSize, in: &bytes)
    }
    let context = try context(for: frame, crop: part, halvings: times, size: size)
    try halver.halve(frame, crop: part, times: times) { planes, lineSizes throws(MediaError) in
      try context.convert(planes, lineSizes: lineSizes, toRowsOf: lineSize, in: &bytes)
    }
  }

  private func halver(for format: PixelFormat) -> FrameHalver? {
    if self.format != format {
      self.format = format
      halver = FrameHalver(format: format)
    }
    return halver
  }

  private func context(
    for frame: borrowing Frame, crop: FrameCrop?, halvings: Int, size: PixelSize
  ) throws(MediaError) -> SwscaleContext {
    let source = SwscaleContext.Source(frame, crop: crop, halvings: halvings)
    if let last = contexts.last, last.source == source { return last }
    let context: SwscaleContext
    if let index = contexts.firstIndex(where: { $0.source == source }) {
      context = contexts.remove(at: index)
    } else {
      if contexts.count == Scaler.contextCount { contexts.removeFirst() }
      context = try SwscaleContext(
        from: frame, crop: crop, halvings: halvings, to: PixelFormat(AV_PIX_FMT_RGB24), size: size,
        flags: SWS_BILINEAR)
    }
    contexts.append(context)
    return context
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
