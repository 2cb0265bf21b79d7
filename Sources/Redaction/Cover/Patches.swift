import Media

/// The patches of one frame: where its covers and their cells lie.
struct Patches {
  /// Beyond this position, in pixels from the frame's corner, a box's edges make no difference to
  /// the frame; well within what integers hold.
  private static let limit = Double(0x4000_0000)

  /// The least side of a cell, in pixels of any kind.
  private static let leastSide = 4.0

  let style: RedactionStyle
  /// All patches, in the order in which they are painted.
  private(set) var all: ContiguousArray<Patch> = []
  /// What the patches' masks refer to.
  private(set) var masks = CoverMasks()
  /// The number of cells in all patches.
  private(set) var cellCount = 0
  /// The number of places in which colours of cells are remembered.
  private(set) var memoryCount = 0
  /// Side of the largest cells so far, in upright pixels, of faces that needed larger ones than the
  /// style asks for.
  private(set) var largestNeeded = 0.0
  /// The frame's presentation time in seconds.
  private(set) var time = 0.0
  private var grids = TrackGrids()
  private var ordered: ContiguousArray<Cover> = []

  /// No patches.
  init(style: RedactionStyle) { self.style = style }

  var isEmpty: Bool { all.isEmpty }

  /// Begins anew with every track.
  mutating func forgetTracks() { grids = TrackGrids() }

  /// Replaces all patches by those of the next frame.
  ///
  /// - Parameters:
  ///   - time: the frame's presentation time in seconds.
  ///   - size: the frame's size.
  ///   - fields: 2 for an interlaced frame, else 1.
  ///   - unit: pixels that share one chroma sample.
  mutating func place(
    _ covers: [Cover], at time: Double, size: PixelSize, fields: Int, unit: PixelSize
  ) throws(RedactionError) {
    self.time = time
    grids.advance()
    masks.removeAll()
    all.removeAll(keepingCapacity: true)
    ordered.removeAll(keepingCapacity: true)
    ordered.append(contentsOf: covers)
    ordered.sort { $0.precedes($1) }
    for cover in ordered { try place(cover, size: size, fields: fields, unit: unit) }
    all.sort { $0.isBelow($1) }
    cellCount = 0
    for index in all.indices {
      all[index].firstCell = cellCount
      cellCount += all[index].grid.count
    }
  }

  private mutating func place(
    _ cover: Cover, size: PixelSize, fields: Int, unit: PixelSize
  ) throws(RedactionError) {
    guard cover.face.x.isFinite, cover.face.y.isFinite, cover.face.width.isFinite,
      cover.face.height.isFinite, cover.face.width >= 0, cover.face.height >= 0
    else { throw .unusableBox(cover) }
    let face = bounded(cover.face, margin: 0)
    // As wide and high as chroma lets a line be moved.
    let step = PixelSize(width: unit.width, height: unit.height * fields)
    let place = grids.place(
      face, ofTrack: cover.trackID, style: style,
      room: max(Double(step.width) * style.pixelWidth, Double(step.height) * style.pixelHeight),
      leastSide: max(Self.leastSide, min(Double(style.scale), Self.limit)))
    memoryCount = max(memoryCount, place.memory.map { $0.place + 1 } ?? 0)
    let mask = masks.add(
      bounded(cover.face, margin: style.margin), shape: style.shape, feather: style.feather,
      cutBy: FrameEdges(reachedBy: face, in: size), in: size)
    guard let mask else { return }
    if place.grid.isCrowded { largestNeeded = max(largestNeeded, place.grid.side) }
    let cell = (
      width: length(of: place.grid.side / style.pixelWidth),
      height: length(of: place.grid.side / style.pixelHeight / Double(fields))
    )
    // Half a cell further on, cells are centred where otherwise four of them meet.
    let shift = style.cells % 2 == 1 ? 0.5 : 0
    for field in 0..<fields {
      let height = max(0, ceilDivide(size.height - field, by: fields))
      let top = max(0, floorDivide(mask.rows.lowerBound - field, by: fields))
      let bottom = min(height, ceilDivide(mask.rows.upperBound - field, by: fields))
      if top >= bottom { continue }
      // A row's centre lies half a row below its number, in a field as in a frame.
      let y = (place.grid.y - Double(field) - 0.5) / Double(fields) + 0.5
      let grid = CellGrid(
        columns: GridAxis(
          origin: place.grid.x - shift * cell.width, cell: cell.width, unit: unit.width,
          holding: mask.columns),
        rows: GridAxis(
          origin: y - shift * cell.height, cell: cell.height, unit: unit.height,
          holding: top..<bottom))
      all.append(
        Patch(
          side: place.grid.side, cover: cover, mask: mask, grid: grid, memory: place.memory,
          firstRow: field, rowStep: fields))
    }
  }

  /// The box of a face with a margin, with its edges moved to `limit` where they lie beyond it.
  private func bounded(_ face: Box, margin: Double) -> Box {
    func edge(_ position: Double) -> Double { min(max(position, -Self.limit), Self.limit) }
    let left = edge(face.x - face.width * margin)
    let right = edge(face.maxX + face.width * margin)
    let top = edge(face.y - face.height * margin)
    let bottom = edge(face.maxY + face.height * margin)
    return Box(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// A cell's width or height in coded pixels.
  private func length(of side: Double) -> Double { min(max(Self.leastSide, side), Self.limit) }
}
