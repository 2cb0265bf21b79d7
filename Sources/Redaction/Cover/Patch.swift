/// One cover on one picture of a frame: on the whole frame, or on one of its fields.
struct Patch {
  /// Side of the cells in upright pixels.
  let side: Double
  let cover: Cover
  let mask: CoverMasks.Mask
  let grid: CellGrid
  /// Where the cells' colours are remembered, if they are.
  let memory: TrackGrids.Memory?
  /// The frame's row that is the picture's first.
  let firstRow: Int
  /// Rows of the frame from one row of the picture to the next: 2 for a field.
  let rowStep: Int
  /// Where the grid's cells begin among those of all patches.
  var firstCell = 0

  /// How many of a frame's or a plane's rows belong to the picture.
  func pictureRows(of rows: Int) -> Int { max(0, ceilDivide(rows - firstRow, by: rowStep)) }

  /// Whether this patch is painted before `other`: the coarser grid is painted last, so that it
  /// wins; ties are broken by what the covers are, never by the order in which they came.
  func isBelow(_ other: Patch) -> Bool {
    if side != other.side { return side < other.side }
    return cover == other.cover ? firstRow < other.firstRow : cover.precedes(other.cover)
  }
}
