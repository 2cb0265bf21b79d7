import Media

/// The mosaic grid of one track: how large its cells are and where they lie.
///
/// The grid is fixed to the face, which is why it follows the face's box only so far: a box
/// trembles by some percent from frame to frame, and a grid that trembled with it would sample the
/// face anew in each frame. As the face grows and shrinks its cells do so too, so that the same
/// cells lie on the same parts of it; only where they would come to be too small, or twice as large
/// as is needed, two of them become one or one becomes two.
struct TrackGrid {
  /// Share of the face's shorter side by which its box may be off without moving the grid.
  private static let tremor = 0.02
  /// Share of the face's size by which it may shrink without shrinking the cells.
  private static let slack = 0.08
  /// How many times as large as is needed cells become before they are divided.
  private static let excess = 2.2

  /// Side of a cell in pixels of the upright frame.
  private(set) var side: Double
  /// A point of the face, in coded pixels: where four cells meet, or a cell's centre.
  private(set) var x: Double
  private(set) var y: Double
  /// What the shorter side of the face has been of late, in pixels of the upright frame.
  private var span: Double
  /// Whether the face needs larger cells than the style asks for, to have no more than it may.
  private(set) var isCrowded: Bool

  /// The grid for a track's first cover.
  ///
  /// - Parameters:
  ///   - face: the face's box in coded pixels.
  ///   - room: pixels of the upright frame by which lines are moved to lie between chroma samples.
  ///   - leastSide: pixels of the upright frame that a cell must have in any case.
  init(face: Box, style: RedactionStyle, room: Double, leastSide: Double) {
    span = Self.needed(face, style, room)
    isCrowded = span / Double(style.cells) > leastSide
    side = max(leastSide, span / Double(style.cells))
    x = face.centerX
    y = face.centerY
  }

  /// Goes on to the track's next cover.
  ///
  /// - Returns: whether the cells are still the same ones.
  mutating func follow(
    _ face: Box, style: RedactionStyle, room: Double, leastSide: Double
  ) -> Bool {
    let needed = Self.needed(face, style, room)
    let steady = min(max(span, needed), needed / (1 - Self.slack))
    side *= steady / span
    span = steady
    isCrowded = span / Double(style.cells) > leastSide
    let least = max(leastSide, span / Double(style.cells))
    // A face does not go further from one frame to the next; it is another one, or seen again.
    var isSame = abs(face.centerX - x) <= face.width && abs(face.centerY - y) <= face.height
    let tremor = Self.tremor * Self.shorterSide(of: face, style)
    x = min(
      max(x, face.centerX - tremor / style.pixelWidth), face.centerX + tremor / style.pixelWidth)
    y = min(
      max(y, face.centerY - tremor / style.pixelHeight), face.centerY + tremor / style.pixelHeight)
    // Twice as large, neighbours are joined: nothing is shown that was not before.
    while side < least * 0.999 {
      side *= 2
      isSame = false
    }
    while side >= least * Self.excess {
      side /= 2
      isSame = false
    }
    return isSame
  }

  private static func shorterSide(of face: Box, _ style: RedactionStyle) -> Double {
    min(face.width * style.pixelWidth, face.height * style.pixelHeight)
  }

  /// With this room no more cells than asked for touch the face, however its lines are moved.
  private static func needed(_ face: Box, _ style: RedactionStyle, _ room: Double) -> Double {
    // Bounded, so that no box and no shape of pixels makes cells of no size or of endless size.
    min(max(shorterSide(of: face, style) * (1 + 2 * tremor) + room, 1), 0x4000_0000)
  }
}
