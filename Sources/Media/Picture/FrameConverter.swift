import CFFmpeg

/// Converts whole frames to another pixel format at the same size.
///
/// Used where a format cannot be painted on (a palette, packed bits) or an encoder does not take
/// it. Used by one thread at a time.
public final class FrameConverter {
  /// The format of the frames that come out.
  public let format: PixelFormat
  private let colours: PictureColours
  private var context: SwscaleContext?
  // First step of a change from one kind of YUV to another.
  private var toRGB: FrameConverter?

  /// A converter to one format, which keeps a picture's kind of YUV.
  public convenience init(to format: PixelFormat) { self.init(to: format, colours: .kept) }

  init(to format: PixelFormat, colours: PictureColours) {
    self.format = format
    self.colours = colours
  }

  /// The frame in the converter's format with all its properties; itself where it has it already.
  ///
  /// - Throws: `MediaError` where libswscale refuses the pair of formats or memory runs out.
  public func convert(_ frame: consuming Frame) throws(MediaError) -> Frame {
    if format.model == .yuv, !frame.format.model.isAdditive, colours.differ(from: frame) {
      return try convertThroughRGB(frame)
    }
    if frame.format == format { return frame }
    if format.hasPalette { return try PaletteFinder.convert(frame) }
    if context?.source != SwscaleContext.Source(frame) {
      context = try SwscaleContext(
        from: frame, to: format, size: frame.size, colours: colours,
        flags: SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT)
    }
    let converted = try Frame(format: format, size: frame.size)
    try check(
      av_frame_copy_props(converted.pointer, frame.pointer), "cannot copy a picture's properties")
    let wasAdditive = frame.format.model.isAdditive
    try withUnsafeBytesOfPlanes(of: converted) { planes, lineSizes throws(MediaError) in
      try context?.convert(frame, to: planes, lineSizes: lineSizes)
    }
    if wasAdditive && format.model == .yuv {
      // libswscale's own matrix and range for RGB sources, said where players look for it.
      converted.pointer.pointee.colorspace = AVCOL_SPC_SMPTE170M
      converted.pointer.pointee.color_range =
        colours == .fullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    }
    return converted
  }

  private func convertThroughRGB(_ frame: consuming Frame) throws(MediaError) -> Frame {
    let rgb = frame.format.hasAlpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_RGB24
    let first = toRGB ?? FrameConverter(to: PixelFormat(rgb))
    toRGB = first
    return try convert(first.convert(frame))
  }

  private func withUnsafeBytesOfPlanes(
    of frame: borrowing Frame,
    _ body: (
      UnsafePointer<UnsafeMutablePointer<UInt8>?>, UnsafePointer<Int32>
    ) throws(MediaError) -> Void
  ) throws(MediaError) {
    var planes = frame.pointer.pointee.data
    var lineSizes = frame.pointer.pointee.linesize
    var failure: MediaError?
    withUnsafeMutableBytes(of: &planes) { planes in
      withUnsafeMutableBytes(of: &lineSizes) { sizes in
        guard
          let planes = planes.bindMemory(to: UnsafeMutablePointer<UInt8>?.self).baseAddress,
          let sizes = sizes.bindMemory(to: Int32.self).baseAddress
        else { return }
        do throws(MediaError) {
          try body(planes, sizes)
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
  }
}
