public import Media

/// Covers faces, in place on the planes of a frame and in its own pixel format.
///
/// One redactor serves the frames of one stream in presentation order: it remembers the grid of
/// each track and what its cells showed, so that they stay the same from frame to frame. It keeps
/// the memory that it works in.
///
/// The recipe is that of the filters `pixelize`, a radial mask, and a blend by that mask: each cell
/// is the mean of all its pixels in every plane, each cover is an ellipse with a soft edge, and
/// covers are joined.
public struct Redactor: Sendable {
  /// How faces are covered.
  public var style: RedactionStyle { patches.style }
  /// Side of the largest cells so far, in pixels of the upright frame, that were made larger than
  /// the style's scale so that no more of them than it allows lie across a face; 0 if none were.
  public var largestOverride: Double { patches.largestNeeded }

  private var layout: FrameLayout?
  private var size: PixelSize?
  private var patches: Patches
  private var memories = CellMemories()
  private var plain: (colours: ColourDescription, code: ColourCode)?
  private var narrow = PlanePainter<UInt8>()
  private var wide = PlanePainter<UInt16>()

  /// A redactor for the frames of one stream.
  public init(style: RedactionStyle) { patches = Patches(style: style) }

  /// Covers every face of one frame. Call it for frames without faces too: it counts them.
  ///
  /// The rows of an interlaced frame's two fields are never mixed. Alpha is left as it is, the
  /// colours under it are covered.
  ///
  /// - Parameters:
  ///   - covers: the faces in any order; they may overlap, and lie partly or wholly outside.
  ///   - frame: is copied first where its samples are shared. After an error no face in it is covered.
  ///   - time: the frame's presentation time in seconds, by which colours settle.
  /// - Throws: `RedactionError` for a format, box or style that cannot be painted, `MediaError` where
  ///   memory runs out.
  public mutating func paint(_ covers: [Cover], on frame: inout Frame, at time: Double) throws {
    guard style.isUsable else { throw RedactionError.unusableStyle(style) }
    let layout = try layout(of: frame)
    let size = frame.size
    try patches.place(
      covers, at: time, size: size, fields: frame.isInterlaced ? 2 : 1,
      unit: PixelSize(width: 1 << layout.horizontalShift, height: 1 << layout.verticalShift))
    if patches.isEmpty { return }

    memories.reserve(places: patches.memoryCount)
    let code = code(for: frame)
    try frame.makeWritable()
    for plane in layout.planes {
      if plane.elementBytes == 1 {
        frame.withSamples(ofPlane: plane.index, as: UInt8.self) { samples, stride in
          narrow.cover(
            plane, &samples, stride: stride, size: size, patches: patches, memories: &memories,
            code: code)
        }
      } else {
        frame.withSamples(ofPlane: plane.index, as: UInt16.self) { samples, stride in
          wide.cover(
            plane, &samples, stride: stride, size: size, patches: patches, memories: &memories,
            code: code)
        }
      }
    }
  }

  /// The samples of the one colour that covers are painted in; none where they show more than one.
  private mutating func code(for frame: borrowing Frame) -> [UInt16] {
    guard case .solid(let colour) = style.fill else { return [] }
    let colours = frame.colourDescription
    if let plain, plain.colours == colours { return plain.code.samples }
    let code = ColourCode(
      colour, format: frame.format, description: colours, size: frame.size)
    plain = (colours, code)
    return code.samples
  }

  private mutating func layout(
    of frame: borrowing Frame
  ) throws(RedactionError) -> FrameLayout {
    if let layout, layout.format == frame.format, size == frame.size { return layout }
    let new = try FrameLayout(frame.format)
    layout = new
    size = frame.size
    plain = nil
    // What was shown is of other samples, or of other places.
    memories.removeAll()
    patches.forgetTracks()
    return new
  }
}
