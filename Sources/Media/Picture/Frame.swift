import CFFmpeg

/// One decoded picture with its presentation time: the single owner of an `AVFrame`.
///
/// A frame is moved from stage to stage, never shared. Its sample memory may still be shared with a
/// decoder's reference pictures, which is why `makeWritable` comes before any change.
public struct Frame: ~Copyable, @unchecked Sendable {  // One owner at a time: noncopyable.
  let pointer: UnsafeMutablePointer<AVFrame>

  /// An empty frame for a decoder to fill.
  init() throws(MediaError) {
    guard let empty = av_frame_alloc() else { throw MediaError(.internalFault, "no memory") }
    pointer = empty
  }

  /// A frame with fresh sample memory of undefined content.
  ///
  /// - Throws: `MediaError` where memory runs out or the format holds no samples of its own.
  public init(format: PixelFormat, size: PixelSize) throws(MediaError) {
    var frame: UnsafeMutablePointer<AVFrame>? = try allocated(av_frame_alloc(), "a frame")
    frame?.pointee.format = format.libav.rawValue
    frame?.pointee.width = Int32(clamping: size.width)
    frame?.pointee.height = Int32(clamping: size.height)
    let status = av_frame_get_buffer(frame, 0)
    guard status >= 0, let filled = frame else {
      av_frame_free(&frame)
      throw MediaError(status: status, "no memory for a picture of \(size)")
    }
    pointer = filled
  }

  deinit {
    var owned: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&owned)
  }

  /// Size in coded pixels, before rotation and pixel aspect ratio.
  public var size: PixelSize {
    PixelSize(width: Int(pointer.pointee.width), height: Int(pointer.pointee.height))
  }

  /// Layout of the samples.
  public var format: PixelFormat { PixelFormat(AVPixelFormat(pointer.pointee.format)) }

  /// Presentation time in ticks of the stream's time base; `nil` where neither container nor
  /// decoder knows it.
  public var presentationTime: Int64? {
    timestamp(pointer.pointee.best_effort_timestamp) ?? timestamp(pointer.pointee.pts)
  }

  /// How long the frame is shown, in ticks of the stream's time base; 0 where unknown.
  public var duration: Int64 { cffmpeg_frame_duration(pointer) }

  /// Whether the decoder found the frame's data damaged, wholly or in part.
  public var isDamaged: Bool {
    pointer.pointee.decode_error_flags != 0
      || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }

  /// Says that the frame is not to be trusted.
  mutating func markDamaged() { pointer.pointee.flags |= AV_FRAME_FLAG_CORRUPT }

  /// Whether the frame was coded without reference to any other.
  var isKey: Bool { cffmpeg_frame_is_key(pointer) != 0 }

  /// Decoding time of the frame's packet in ticks of the stream's time base.
  var decodingTime: Int64? { timestamp(pointer.pointee.pkt_dts) }

  /// Whether the rows belong to two fields taken at different times.
  public var isInterlaced: Bool {
    get { cffmpeg_frame_is_interlaced(pointer) != 0 }
    set { cffmpeg_frame_set_interlaced(pointer, newValue ? 1 : 0) }
  }

  /// Whether, of two fields, that of the first row was taken first.
  var isTopFieldFirst: Bool {
    get { cffmpeg_frame_is_top_field_first(pointer) != 0 }
    set { cffmpeg_frame_set_top_field_first(pointer, newValue ? 1 : 0) }
  }

  /// How the coded picture itself says it is turned; `nil` where it says nothing.
  public var orientation: Orientation? {
    displayMatrix.map { Orientation(displayMatrix: $0) }
  }

  /// Whether `orientation` says all that the coded picture does: no other angle, no scaling.
  var isOrientationExact: Bool {
    displayMatrix.map { Orientation.isExact(displayMatrix: $0) } ?? true
  }

  private var displayMatrix: [Int32]? {
    guard let data = av_frame_get_side_data(pointer, AV_FRAME_DATA_DISPLAYMATRIX)?.pointee,
      data.size >= 36
    else { return nil }
    let raw = UnsafeRawBufferPointer(start: data.data, count: 36)
    return (0..<9).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) }
  }

  /// Takes off everything that could tell of the picture's origin; the colour profile stays.
  func removeMetadata() {
    av_dict_free(&pointer.pointee.metadata)
    for index in (0..<Int(pointer.pointee.nb_side_data)).reversed() {
      guard let data = pointer.pointee.side_data[index],
        data.pointee.type != AV_FRAME_DATA_ICC_PROFILE
      else { continue }
      av_frame_remove_side_data(pointer, data.pointee.type)
    }
  }

  /// The bytes of the picture's ICC colour profile; `nil` where it has none.
  var colourProfile: [UInt8]? {
    guard let data = av_frame_get_side_data(pointer, AV_FRAME_DATA_ICC_PROFILE)?.pointee,
      data.size > 0
    else { return nil }
    return Array(UnsafeBufferPointer(start: data.data, count: Int(data.size)))
  }

  /// What goes with the picture, as libav keeps it; `nil` where there is none of this kind.
  func sideData(_ kind: AVFrameSideDataType) -> [UInt8]? {
    guard let data = av_frame_get_side_data(pointer, kind)?.pointee else { return nil }
    return Array(UnsafeBufferPointer(start: data.data, count: Int(data.size)))
  }

  /// Bytes of unregistered user data (ITU-T H.264, annex D) that came with the frame.
  var userDataCount: Int {
    (0..<Int(pointer.pointee.nb_side_data)).reduce(0) { sum, index in
      guard let data = pointer.pointee.side_data[index]?.pointee,
        data.type == AV_FRAME_DATA_SEI_UNREGISTERED
      else { return sum }
      return sum + Int(data.size)
    }
  }

  /// Bytes of sample memory that the frame holds on to.
  public var byteCount: Int {
    var total = 0
    withUnsafeBytes(of: &pointer.pointee.buf) { raw in
      for buffer in raw.bindMemory(to: UnsafeMutablePointer<AVBufferRef>?.self) {
        total += buffer.map { Int($0.pointee.size) } ?? 0
      }
    }
    return total
  }

  /// Makes the sample memory this frame's own, with rows from top to bottom; copies only if needed.
  ///
  /// Source: `av_frame_is_writable`, `av_frame_copy`.
  public mutating func makeWritable() throws(MediaError) {
    let planes = format.planeCount
    let isTopDown = (0..<planes).allSatisfy { lineSize($0) > 0 }
    if isTopDown, av_frame_is_writable(pointer) > 0 { return }
    let copy = try Frame(format: format, size: size)
    try check(av_frame_copy(copy.pointer, pointer), "cannot copy a picture")
    try check(av_frame_copy_props(copy.pointer, pointer), "cannot copy a picture's properties")
    av_frame_unref(pointer)
    av_frame_move_ref(pointer, copy.pointer)
  }

  /// Calls `body` with one plane's samples.
  ///
  /// - Parameters:
  ///   - plane: index of the plane, less than `format.planeCount`.
  ///   - type: `UInt8`, or `UInt16` where the format's components take two bytes.
  ///   - body: gets all rows of the plane and the distance between two rows, in samples of `type`.
  /// - Precondition: `makeWritable` has been called since the frame was received.
  public mutating func withSamples<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    ofPlane plane: Int, as type: Sample.Type,
    _ body: (_ samples: inout MutableSpan<Sample>, _ stride: Int) throws -> Void
  ) rethrows {
    let lineSize = lineSize(plane)
    precondition(av_frame_is_writable(pointer) > 0 && lineSize > 0, "the frame is not writable")
    guard let base = data(plane) else { preconditionFailure("the frame has no plane \(plane)") }
    let rows = rows(ofPlane: plane)
    let rowBytes = Int(av_image_get_linesize(format.libav, pointer.pointee.width, Int32(plane)))
    let count = ((rows - 1) * lineSize + rowBytes) / MemoryLayout<Sample>.size
    let buffer = UnsafeMutableRawBufferPointer(
      start: base, count: count * MemoryLayout<Sample>.size
    ).bindMemory(to: Sample.self)
    var samples = MutableSpan(_unsafeElements: buffer)
    try body(&samples, lineSize / MemoryLayout<Sample>.size)
  }

  /// Rows of samples in a plane.
  public func rows(ofPlane plane: Int) -> Int {
    let shift = format.verticalShift(ofPlane: plane)
    return (size.height + (1 << shift) - 1) >> shift
  }

  /// Says full range by the frame's own colour range alone, not by one of libav's older formats
  /// for full-range JPEG (`yuvj420p` and its like), which encoders and scalers warn about.
  mutating func moveRangeOutOfFormat() {
    guard let plain = format.withoutRange else { return }
    pointer.pointee.format = plain.libav.rawValue
    pointer.pointee.color_range = AVCOL_RANGE_JPEG
  }

  /// Calls `body` with the planes as libswscale takes them.
  func withPlanes<Result>(
    _ body: (
      _ planes: UnsafePointer<UnsafePointer<UInt8>?>, _ lineSizes: UnsafePointer<Int32>
    ) -> Result
  ) -> Result? {
    withUnsafeBytes(of: &pointer.pointee.data) { data in
      withUnsafeBytes(of: &pointer.pointee.linesize) { sizes in
        guard
          let planes = data.bindMemory(to: UnsafePointer<UInt8>?.self).baseAddress,
          let lineSizes = sizes.bindMemory(to: Int32.self).baseAddress
        else { return nil }
        return body(planes, lineSizes)
      }
    }
  }

  /// Where a plane's first row begins.
  func base(ofPlane plane: Int) -> UnsafeMutableRawPointer? { data(plane).map { .init($0) } }

  private func data(_ plane: Int) -> UnsafeMutablePointer<UInt8>? {
    withUnsafeBytes(of: &pointer.pointee.data) { raw in
      raw.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)[plane]
    }
  }

  /// Bytes from one row of a plane to the next; negative where rows lie from bottom to top.
  func lineSize(_ plane: Int) -> Int {
    withUnsafeBytes(of: &pointer.pointee.linesize) { raw in
      Int(raw.bindMemory(to: Int32.self)[plane])
    }
  }
}
