import CFFmpeg

/// Turns whole frames upright on their own planes, in their own pixel format.
///
/// Samples only change their places. What has no place in the turned format is brought into one
/// that has: rows that share chroma become columns that do, so 4:4:0 turns into 4:2:2, and 4:2:2
/// and its like, for which encoders have no turned format, into 4:4:4. Used by one thread at a
/// time.
public final class FrameTurner {
  private let orientation: Orientation
  private var converter: FrameConverter?

  /// A turner for frames that `orientation` sets upright.
  public init(orientation: Orientation) { self.orientation = orientation }

  /// The upright frame with the frame's properties, but for a display matrix.
  ///
  /// - Parameter frame: in a format that `PixelFormat.isPaintable`.
  /// - Throws: `MediaError`: `unencodable` for interlaced frames whose rows would become columns,
  ///   `unsupported` for formats whose samples cannot be moved one by one.
  public func turn(_ frame: consuming Frame) throws(MediaError) -> Frame {
    if orientation == .upright { return frame }
    if frame.isInterlaced, orientation.isTransposed {
      throw MediaError(
        .unencodable, "interlaced footage cannot be turned by a quarter in its pixels")
    }
    guard frame.format.isPaintable else {
      throw MediaError(.unsupported, "cannot turn \(frame.format) pictures")
    }
    let movable = movableFormat(of: frame)
    if converter?.format != movable { converter = FrameConverter(to: movable) }
    guard let source = try converter?.convert(frame) else {
      throw MediaError(.internalFault, "a picture cannot be turned")
    }
    let size = orientation.upright(source.size)
    let turned = try Frame(format: FrameTurner.turned(movable, by: orientation), size: size)
    try check(
      av_frame_copy_props(turned.pointer, source.pointer), "cannot copy a picture's properties")
    av_frame_remove_side_data(turned.pointer, AV_FRAME_DATA_DISPLAYMATRIX)
    for run in runs(from: source.format, to: turned.format) {
      move(run, from: source, to: turned)
    }
    describe(source, turned)
    return turned
  }

  // MARK: Formats

  /// The frame's own format where its samples have places in the turned frame.
  private func movableFormat(of frame: borrowing Frame) -> PixelFormat {
    let format = frame.format
    let horizontal = format.components.map(\.horizontalShift).max() ?? 0
    let vertical = format.components.map(\.verticalShift).max() ?? 0
    // A chroma sample at an odd edge belongs to fewer pixels than its neighbours; mirrored, all
    // others would lie beside their pixels.
    let isUneven =
      (orientation.mirrorsColumns && frame.size.width % (1 << horizontal) != 0)
      || (orientation.mirrorsRows && frame.size.height % (1 << vertical) != 0)
    let isMovable =
      !orientation.isTransposed || horizontal == vertical
      || FrameTurner.turned(format, by: orientation) != format
    if isMovable && !isUneven { return format }
    let full = [
      "yuv444p", "yuv444p9le", "yuv444p10le", "yuv444p12le", "yuv444p14le", "yuv444p16le",
      "yuva444p", "yuva444p9le", "yuva444p10le", "yuva444p12le", "yuva444p16le",
    ]
    return format.nearest(among: full.compactMap(PixelFormat.init(name:))) ?? format
  }

  private static func turned(_ format: PixelFormat, by orientation: Orientation) -> PixelFormat {
    guard orientation.isTransposed else { return format }
    let parts = format.description.split(separator: "440p", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return format }
    return PixelFormat(name: parts.joined(separator: "422p")) ?? format
  }

  // MARK: Samples

  /// Samples of a plane that are moved together: whole pixels, or one component of them.
  private struct Run {
    let plane: Int
    let offset: Int
    let step: Int
    let bytes: Int
    let width: Int
    let height: Int
  }

  private func runs(from source: PixelFormat, to target: PixelFormat) -> [(Run, Run)] {
    zip(runs(of: source), runs(of: target)).map { ($0, $1) }
  }

  private func runs(of format: PixelFormat) -> [Run] {
    let components = format.components
    return (0..<format.planeCount).flatMap { plane in
      let own = components.filter { $0.plane == plane }
      guard let first = own.first else { return [Run]() }
      let isRegular = own.allSatisfy {
        $0.step == first.step && $0.horizontalShift == first.horizontalShift
      }
      return (isRegular ? [first] : own).map { component in
        Run(
          plane: plane, offset: isRegular ? 0 : component.offset, step: component.step,
          bytes: isRegular ? component.step : component.bytes,
          width: component.horizontalShift, height: component.verticalShift)
      }
    }
  }

  private func move(
    _ runs: (source: Run, target: Run), from source: borrowing Frame, to target: borrowing Frame
  ) {
    let size = source.size
    let width = (size.width + (1 << runs.source.width) - 1) >> runs.source.width
    let height = (size.height + (1 << runs.source.height) - 1) >> runs.source.height
    guard let from = source.base(ofPlane: runs.source.plane),
      let to = target.base(ofPlane: runs.target.plane)
    else { return }
    let (rowStep, pixelStep) = (target.lineSize(runs.target.plane), runs.target.step)
    let (lastX, lastY) = (width - 1, height - 1)
    // Where the source's corner goes, and how far in bytes a step along its rows and columns leads.
    let firstX = (orientation.xx < 0 ? lastX : 0) + (orientation.xy < 0 ? lastY : 0)
    let firstY = (orientation.yx < 0 ? lastX : 0) + (orientation.yy < 0 ? lastY : 0)
    let way = Way(
      from: UnsafeRawPointer(from) + runs.source.offset,
      to: to + firstY * rowStep + firstX * pixelStep + runs.target.offset,
      width: width, height: height, sourceRow: source.lineSize(runs.source.plane),
      sourceStep: runs.source.step,
      alongRow: orientation.xx * pixelStep + orientation.yx * rowStep,
      alongColumn: orientation.xy * pixelStep + orientation.yy * rowStep)
    switch runs.source.bytes {
    case 1: way.move(UInt8.self)
    case 2: way.move(UInt16.self)
    case 3: way.move((UInt8, UInt8, UInt8).self)
    case 4: way.move(UInt32.self)
    case 6: way.move((UInt16, UInt16, UInt16).self)
    case 8: way.move(UInt64.self)
    default: preconditionFailure("\(source.format) has pixels of \(runs.source.bytes) bytes")
    }
  }

  /// The way of a plane's samples into another plane.
  private struct Way {
    let from: UnsafeRawPointer
    let to: UnsafeMutableRawPointer
    let width: Int
    let height: Int
    let sourceRow: Int
    let sourceStep: Int
    let alongRow: Int
    let alongColumn: Int

    /// Side of the squares that are moved at a time, so that rows and columns stay in the cache.
    private static let tile = 32

    func move<Sample: BitwiseCopyable>(_: Sample.Type) {
      for top in stride(from: 0, to: height, by: Way.tile) {
        for left in stride(from: 0, to: width, by: Way.tile) {
          for y in top..<min(top + Way.tile, height) {
            var source = from + y * sourceRow + left * sourceStep
            var target = to + y * alongColumn + left * alongRow
            for _ in left..<min(left + Way.tile, width) {
              let sample = source.loadUnaligned(as: Sample.self)
              target.storeBytes(of: sample, as: Sample.self)
              source += sourceStep
              target += alongRow
            }
          }
        }
      }
    }
  }

  // MARK: Properties

  private func describe(_ source: borrowing Frame, _ turned: borrowing Frame) {
    let aspect = source.pointer.pointee.sample_aspect_ratio
    if orientation.isTransposed, aspect.num > 0 {
      turned.pointer.pointee.sample_aspect_ratio = AVRational(num: aspect.den, den: aspect.num)
    }
    if orientation.mirrorsRows, source.isInterlaced, source.size.height % 2 == 0 {
      // The field of the last row is now that of the first.
      cffmpeg_frame_set_top_field_first(turned.pointer, source.isTopFieldFirst ? 0 : 1)
    }
    turned.pointer.pointee.chroma_location = location(
      of: source.pointer.pointee.chroma_location)
  }

  // Places that are the same after mirroring stay; of what goes to a side that has no name, the
  // middle is the nearest.
  private func location(of location: AVChromaLocation) -> AVChromaLocation {
    let isLeft = [AVCHROMA_LOC_LEFT, AVCHROMA_LOC_TOPLEFT, AVCHROMA_LOC_BOTTOMLEFT]
      .contains { $0 == location }
    let isTop = [AVCHROMA_LOC_TOP, AVCHROMA_LOC_TOPLEFT].contains { $0 == location }
    let isBottom = [AVCHROMA_LOC_BOTTOM, AVCHROMA_LOC_BOTTOMLEFT].contains { $0 == location }
    guard isLeft || isTop || isBottom else { return location }
    let across = isLeft ? -1 : 0
    let down = isTop ? -1 : isBottom ? 1 : 0
    let x = orientation.xx * across + orientation.xy * down
    let y = orientation.yx * across + orientation.yy * down
    return switch (x < 0, y) {
    case (true, -1): AVCHROMA_LOC_TOPLEFT
    case (true, 1): AVCHROMA_LOC_BOTTOMLEFT
    case (true, _): AVCHROMA_LOC_LEFT
    case (false, -1): AVCHROMA_LOC_TOP
    case (false, 1): AVCHROMA_LOC_BOTTOM
    case (false, _): AVCHROMA_LOC_CENTER
    }
  }
}
