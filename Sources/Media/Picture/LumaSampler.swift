import CFFmpeg

/// Takes the luma of frames on a grid.
///
/// It reads the few samples that it needs where they lie, which costs little even for large frames;
/// frames of other models than luma and chroma, or whose samples don't lie in bytes of their own,
/// are scaled by libswscale. Used by one thread at a time.
public final class LumaSampler {
  /// What is read of frames of one size and format.
  private struct Layout {
    let format: PixelFormat
    let size: PixelSize
    let luma: PixelFormat.Component
    /// Bytes from a row's beginning to each sample that is read.
    let offsets: [Int]
  }

  /// Samples along each side of a place's part of the frame, whose mean is its luma.
  private static let samples = 2

  private var layout: Layout?
  private var context: SwscaleContext?

  /// A sampler that has read nothing yet.
  public init() {}

  /// Fills `grid` with the luma of a frame.
  ///
  /// - Throws: `MediaError` where libswscale refuses the frame.
  public func sample(_ frame: borrowing Frame, into grid: inout LumaGrid) throws(MediaError) {
    guard frame.format.model == .yuv || frame.format.model == .gray, frame.format.isPaintable,
      let luma = frame.format.components.first, let base = frame.base(ofPlane: luma.plane)
    else { return try scale(frame, into: &grid) }
    let layout = layout(of: frame, luma)
    self.layout = layout
    let lineSize = frame.lineSize(luma.plane)
    if luma.bytes == 1 {
      read(base, lineSize, UInt8.self, layout, into: &grid)
    } else {
      read(base, lineSize, UInt16.self, layout, into: &grid)
    }
  }

  private func layout(of frame: borrowing Frame, _ luma: PixelFormat.Component) -> Layout {
    let (format, size) = (frame.format, frame.size)
    if let layout, layout.format == format, layout.size == size { return layout }
    return Layout(
      format: format, size: size, luma: luma,
      offsets: Self.places(LumaGrid.columns, along: size.width).map {
        luma.offset + $0 * luma.step
      })
  }

  /// The pixels that are read along a side.
  private static func places(_ count: Int, along side: Int) -> [Int] {
    (0..<count * samples).map { (2 * $0 + 1) * side / (2 * count * samples) }
  }

  private func read<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ base: UnsafeMutableRawPointer, _ lineSize: Int, _ type: Sample.Type, _ layout: Layout,
    into grid: inout LumaGrid
  ) {
    let shift = layout.luma.shift + layout.luma.depth - 8
    let rows = LumaGrid.rows * Self.samples
    layout.offsets.withUnsafeBufferPointer { offsets in
      grid.values.withUnsafeMutableBufferPointer { values in
        for row in 0..<LumaGrid.rows {
          for column in 0..<LumaGrid.columns {
            var sum = 0
            for down in 0..<Self.samples {
              let place = (2 * (row * Self.samples + down) + 1) * layout.size.height / (2 * rows)
              let line = UnsafeRawPointer(base) + place * lineSize
              for across in 0..<Self.samples {
                let sample = line.load(
                  fromByteOffset: offsets[column * Self.samples + across], as: Sample.self)
                sum += Int(sample) >> shift
              }
            }
            values[row * LumaGrid.columns + column] = UInt8(
              truncatingIfNeeded: min(sum / (Self.samples * Self.samples), 255))
          }
        }
      }
    }
  }

  private func scale(_ frame: borrowing Frame, into grid: inout LumaGrid) throws(MediaError) {
    if context?.source != SwscaleContext.Source(frame) {
      context = try SwscaleContext(
        from: frame, to: PixelFormat(AV_PIX_FMT_GRAY8),
        size: PixelSize(width: LumaGrid.columns, height: LumaGrid.rows), flags: SWS_BILINEAR)
    }
    try context?.convert(frame, toRowsOf: LumaGrid.columns, in: &grid.values)
  }
}
