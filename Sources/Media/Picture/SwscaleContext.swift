import CFFmpeg

/// A libswscale conversion from one size and format to another: the owner of an `SwsContext`.
///
/// Used by one thread at a time.
final class SwscaleContext {
  /// What decides whether a context fits a frame.
  struct Source: Equatable {
    var format: Int32
    var width: Int32
    var height: Int32
    var colorSpace: AVColorSpace.RawValue
    var range: AVColorRange.RawValue

    /// A whole frame, or a part of the size of `crop`, wherever it lies, that has been halved so often.
    init(_ frame: borrowing Frame, crop: FrameCrop? = nil, halvings: Int = 0) {
      format = frame.pointer.pointee.format
      width = (crop.map { Int32(clamping: $0.width) } ?? frame.pointer.pointee.width) >> halvings
      height = (crop.map { Int32(clamping: $0.height) } ?? frame.pointer.pointee.height) >> halvings
      colorSpace = frame.pointer.pointee.colorspace.rawValue
      range = frame.pointer.pointee.color_range.rawValue
    }
  }

  let source: Source
  private let context: OpaquePointer
  // Of the format's planes.
  private let places: [PlanePlace]

  /// Prepares the conversion of frames like `frame`, or parts like `crop`, that have been halved so
  /// often, to `size` and `format`.
  ///
  /// A YUV target takes the source's matrix and range over; RGB becomes BT.601, in full range where
  /// `colours` asks for it.
  ///
  /// - Throws: `MediaError.Code.unsupported` where libswscale refuses the pair of formats.
  init(
    from frame: borrowing Frame, crop: FrameCrop? = nil, halvings: Int = 0, to format: PixelFormat,
    size: PixelSize, colours: PictureColours = .kept, flags: Int32
  ) throws(MediaError) {
    source = Source(frame, crop: crop, halvings: halvings)
    guard
      let context = sws_getContext(
        source.width, source.height, AVPixelFormat(source.format), Int32(clamping: size.width),
        Int32(clamping: size.height), format.libav, flags, nil, nil, nil)
    else {
      throw MediaError(
        .unsupported, "cannot convert \(frame.format) pictures to \(format)",
        cause: LibavLog.shared.takeLastError())
    }
    self.context = context
    places = PlanePlace.all(of: frame.format)
    let isFull: Int32 = source.range == AVCOL_RANGE_JPEG.rawValue ? 1 : 0
    let isTargetFull: Int32 =
      format.model.isAdditive
      ? 1 : frame.format.model.isAdditive ? (colours == .fullRange ? 1 : 0) : isFull
    // What RGB says of a matrix is about some other picture, and not about what becomes of it here.
    let space =
      frame.format.model.isAdditive || source.colorSpace == AVCOL_SPC_UNSPECIFIED.rawValue
      ? SWS_CS_DEFAULT : Int32(source.colorSpace)
    // Refused for formats without a matrix, which need none.
    _ = sws_setColorspaceDetails(
      context, sws_getCoefficients(space), isFull, sws_getCoefficients(space), isTargetFull, 0,
      1 << 16, 1 << 16)
  }

  deinit { sws_freeContext(context) }

  /// Converts a frame that fits `source`, or the part of it that does, into planes of the target's
  /// layout.
  ///
  /// - Precondition: there is a `crop` where one was given to `init`, and none where none was.
  func convert(
    _ frame: borrowing Frame, crop: FrameCrop? = nil,
    to planes: UnsafePointer<UnsafeMutablePointer<UInt8>?>, lineSizes: UnsafePointer<Int32>
  ) throws(MediaError) {
    let rows = frame.withPlanes { sourcePlanes, sourceSizes in
      guard let crop else {
        return sws_scale(context, sourcePlanes, sourceSizes, 0, source.height, planes, lineSizes)
      }
      return withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: 4) { moved in
        for plane in moved.indices {
          let offset =
            plane < places.count
            ? places[plane].offset(of: crop, lineSize: Int(sourceSizes[plane])) : 0
          moved.initializeElement(at: plane, to: sourcePlanes[plane].map { $0 + offset })
        }
        return moved.baseAddress.map {
          sws_scale(context, $0, sourceSizes, 0, source.height, planes, lineSizes)
        } ?? 0
      }
    }
    try check(rows)
  }

  /// Converts a frame as `convert(_:crop:to:lineSizes:)` does, to a format of one plane, into rows of
  /// `lineSize` bytes.
  func convert(
    _ frame: borrowing Frame, crop: FrameCrop? = nil, toRowsOf lineSize: Int,
    in bytes: inout [UInt8]
  ) throws(MediaError) {
    try withRows(of: lineSize, in: &bytes) { planes, lineSizes throws(MediaError) in
      try convert(frame, crop: crop, to: planes, lineSizes: lineSizes)
    }
  }

  /// Converts planes that fit `source` to a format of one plane, into rows of `lineSize` bytes.
  func convert(
    _ sourcePlanes: UnsafePointer<UnsafePointer<UInt8>?>,
    lineSizes sourceSizes: UnsafePointer<Int32>, toRowsOf lineSize: Int,
    in bytes: inout [UInt8]
  ) throws(MediaError) {
    try withRows(of: lineSize, in: &bytes) { planes, lineSizes throws(MediaError) in
      try check(
        sws_scale(context, sourcePlanes, sourceSizes, 0, source.height, planes, lineSizes))
    }
  }

  private func withRows(
    of lineSize: Int, in bytes: inout [UInt8],
    _ body: (
      _ planes: UnsafePointer<UnsafeMutablePointer<UInt8>?>, _ lineSizes: UnsafePointer<Int32>
    ) throws(MediaError) -> Void
  ) throws(MediaError) {
    var failure: MediaError?
    bytes.withUnsafeMutableBufferPointer { buffer in
      withUnsafePointer(to: buffer.baseAddress) { plane in
        withUnsafePointer(to: Int32(lineSize)) { size in
          do throws(MediaError) {
            try body(plane, size)
          } catch {
            failure = error
          }
        }
      }
    }
    if let failure { throw failure }
  }

  private func check(_ rows: Int32?) throws(MediaError) {
    guard let rows, rows > 0 else {
      throw MediaError(
        .internalFault, "a picture cannot be converted", cause: LibavLog.shared.takeLastError())
    }
  }
}
