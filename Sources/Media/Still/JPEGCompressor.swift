import CTurboJPEG

/// Makes baseline JPEG files of frames in 8-bit gray or YUV: the owner of a TurboJPEG compressor.
///
/// libavcodec's encoder knows neither gray nor chroma that is shared by rows alone, and divides the
/// means of blocks by 8 at best, as quality 75 does. Used by one thread at a time.
final class JPEGCompressor {
  /// Formats that can be written.
  static let formats = layouts.map(\.format)

  private static let layouts = [
    ("gray", TJSAMP_GRAY), ("yuv420p", TJSAMP_420), ("yuv422p", TJSAMP_422),
    ("yuv440p", TJSAMP_440), ("yuv444p", TJSAMP_444), ("yuv411p", TJSAMP_411),
  ].compactMap { name, sampling in
    PixelFormat(name: name).map { (format: $0, sampling: Int32(sampling.rawValue)) }
  }

  private let handle: tjhandle
  private let quality: Int32

  /// A compressor to a quality of 1...100 on the scale that most programs share.
  ///
  /// - Throws: `MediaError` where memory runs out.
  init(quality: Int) throws(MediaError) {
    handle = try allocated(tjInitCompress(), "a JPEG compressor")
    self.quality = Int32(quality)
  }

  deinit { tjDestroy(handle) }

  /// The file for a frame in one of `formats`, BT.601 in full range.
  ///
  /// - Throws: `MediaError`: `unencodable` for other formats, `internalFault` where memory runs out.
  ///
  /// Source: `tjCompressFromYUVPlanes`.
  func file(of frame: borrowing Frame) throws(MediaError) -> [UInt8] {
    let format = frame.format
    guard let sampling = JPEGCompressor.layouts.first(where: { $0.format == format })?.sampling
    else { throw MediaError(.unencodable, "jpeg files cannot hold \(format) pictures") }
    let size = frame.size
    let whole = JPEGCompressor.whole(size, in: format)
    var planes = (0..<format.planeCount).map { plane in
      frame.base(ofPlane: plane).map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
    }
    var strides = (0..<format.planeCount).map { Int32(frame.lineSize($0)) }
    let luma = whole == size ? [] : JPEGCompressor.luma(of: frame, grownTo: whole)
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(bytes) }
    let status = luma.withUnsafeBufferPointer { luma in
      if !luma.isEmpty {
        planes[0] = luma.baseAddress
        strides[0] = Int32(whole.width)
      }
      return tjCompressFromYUVPlanes(
        handle, &planes, Int32(size.width), strides, Int32(size.height), sampling, &bytes, &count,
        quality, TJFLAG_ACCURATEDCT)
    }
    guard status == 0 else {
      throw MediaError(
        .internalFault, "the picture cannot be coded",
        cause: tjGetErrorStr2(handle).map { String(cString: $0) })
    }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// The size at which the last samples of chroma stand for as many pixels as all others.
  private static func whole(_ size: PixelSize, in format: PixelFormat) -> PixelSize {
    func rounded(_ length: Int, _ shift: Int) -> Int {
      ((length + (1 << shift) - 1) >> shift) << shift
    }
    let components = format.components
    return PixelSize(
      width: rounded(size.width, components.map(\.horizontalShift).max() ?? 0),
      height: rounded(size.height, components.map(\.verticalShift).max() ?? 0))
  }

  // TurboJPEG reads luma in whole chroma samples, also beyond the picture's edge, where a frame has
  // no rows at all and may have samples that were never covered.
  private static func luma(of frame: borrowing Frame, grownTo whole: PixelSize) -> [UInt8] {
    let size = frame.size
    var luma: [UInt8] = []
    luma.reserveCapacity(whole.width * whole.height)
    guard let base = frame.base(ofPlane: 0) else { return [] }
    for row in 0..<whole.height {
      let line = UnsafeRawBufferPointer(
        start: base + min(row, size.height - 1) * frame.lineSize(0), count: size.width)
      luma += line
      luma += repeatElement(line[size.width - 1], count: whole.width - size.width)
    }
    return luma
  }
}
