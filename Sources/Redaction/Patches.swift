import Media

/// The patches of one frame: where its covers and their cells lie.
struct Patches {
  /// Beyond this position, in pixels from the frame's corner, a box's edges make no difference to the
  /// frame; well within what integers hold.
  private static let limit = 0x4000_0000

  /// The least side of a cell, in pixels.
  private static let leastSide = 4

  let style: RedactionStyle
  /// All patches, in the order in which they are painted.
  private(set) var all: ContiguousArray<Patch> = []
  /// What the patches' masks refer to.
  private(set) var masks = CoverMasks()
  /// The number of cells in all patches.
  private(set) var cellCount = 0
  private var grids = TrackGrids()

  /// No patches.
  init(style: RedactionStyle) { self.style = style }

  var isEmpty: Bool { all.isEmpty }

  /// Replaces all patches by those of the next frame.
  ///
  /// - Parameters:
  ///   - size: the frame's size.
  ///   - fields: 2 for an interlaced frame, else 1.
  ///   - unit: pixels that share one chroma sample.
  mutating func place(
    _ covers: [Cover], size: PixelSize, fields: Int, unit: PixelSize
  ) throws(RedactionError) {
    grids.advance()
    masks.removeAll()
    all.removeAll(keepingCapacity: true)
    for cover in covers { try place(cover, size: size, fields: fields, unit: unit) }
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
    let face = cover.face
    guard face.x.isFinite, face.y.isFinite, face.width.isFinite, face.height.isFinite,
      face.width >= 0, face.height >= 0
    else { throw .unusableBox(cover) }
    let side = side(of: cover, fields: fields, unit: unit)
    let cell = PixelSize(
      width: multiple(of: unit.width, from: Double(side) / style.pixelWidth),
      height: multiple(of: unit.height, from: Double(side) / style.pixelHeight / Double(fields)))
    let mask = masks.add(
      bounded(face, margin: style.margin), shape: style.shape, feather: style.feather,
      cutBy: FrameEdges(reachedBy: bounded(face, margin: 0), in: size), in: size)
    guard let mask else { return }
    let centre = bounded(face, margin: 0)
    for field in 0..<fields {
      let height = max(0, ceilDivide(size.height - field, by: fields))
      let top = max(0, floorDivide(mask.rows.lowerBound - field, by: fields))
      let bottom = min(height, ceilDivide(mask.rows.upperBound - field, by: fields))
      if top >= bottom { continue }
      // A row's centre lies half a row below its number, in a field as in a frame.
      let y = (centre.centerY - Double(field) - 0.5) / Double(fields) + 0.5
      let grid = CellGrid(
        x: centre.centerX, y: y, isCentred: style.cells % 2 == 1, unit: unit, cell: cell,
        columns: mask.columns, rows: top..<bottom)
      all.append(
        Patch(
          side: side, cover: cover, mask: mask, grid: grid, firstRow: field, rowStep: fields))
    }
  }

  /// Side of the cover's cells in pixels of the upright frame.
  private mutating func side(of cover: Cover, fields: Int, unit: PixelSize) -> Int {
    // Edges between cells are moved to the nearest edge between chroma samples. With the room for
    // that, no more cells than asked for touch the face along its shorter side.
    let room = max(
      Double(unit.width) * style.pixelWidth, Double(unit.height * fields) * style.pixelHeight)
    let face = bounded(cover.face, margin: 0)
    let shorterSide = min(face.width * style.pixelWidth, face.height * style.pixelHeight)
    return grids.side(
      ofTrack: cover.trackID, scale: max(Self.leastSide, min(style.scale, Self.limit)),
      needed: whole((shorterSide + room) / Double(style.cells)))
  }

  /// The box of a face with a margin, with its edges moved to `limit` where they lie beyond it.
  private func bounded(_ face: Box, margin: Double) -> Box {
    let limit = Double(Self.limit)
    func edge(_ position: Double) -> Double { min(max(position, -limit), limit) }
    let left = edge(face.x - face.width * margin)
    let right = edge(face.maxX + face.width * margin)
    let top = edge(face.y - face.height * margin)
    let bottom = edge(face.maxY + face.height * margin)
    return Box(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The next whole number up, at most `limit`.
  private func whole(_ length: Double) -> Int {
    Int(min(length, Double(Self.limit)).rounded(.up))
  }

  /// The side of a cell in coded pixels: the next multiple of `unit`, but no less than the least side.
  private func multiple(of unit: Int, from length: Double) -> Int {
    ceilDivide(max(Self.leastSide, whole(length)), by: unit) * unit
  }
}
