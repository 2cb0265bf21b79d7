import Media

/// Where a patch's cells and rows lie in one plane.
struct PatchGeometry {
  let patch: Patch
  let plane: PlaneLayout
  /// First element of a row that belongs to the grid.
  let firstElement: Int
  /// Elements of a row that belong to the grid.
  let elementCount: Int
  private let size: PixelSize
  /// Rows of the picture, in pixels.
  private let pictureHeight: Int
  /// The plane's rows that belong to the picture.
  private let planeHeight: Int

  init(patch: Patch, plane: PlaneLayout, size: PixelSize) {
    self.patch = patch
    self.plane = plane
    self.size = size
    let left = max(patch.grid.left, 0) >> plane.groupShift
    let right = min(patch.grid.left + patch.grid.columns * patch.grid.cellWidth, size.width)
    firstElement = left * plane.groupSize
    elementCount = (shiftUp(right, by: plane.groupShift) - left) * plane.groupSize
    pictureHeight = patch.pictureRows(of: size.height)
    planeHeight = patch.pictureRows(of: shiftUp(size.height, by: plane.verticalShift))
  }

  /// The samples of a row that belong to a column of cells; the frame's border cuts them.
  func samples(of channel: PlaneLayout.Channel, inColumn column: Int) -> Range<Int> {
    let left = patch.grid.left + column * patch.grid.cellWidth
    let right = min(left + patch.grid.cellWidth, size.width)
    let first = max(left, 0) >> channel.horizontalShift
    return first..<shiftUp(right, by: channel.horizontalShift)
  }

  /// The plane's rows, counted in the picture, that belong to a row of cells; the frame's border cuts
  /// them, and may leave none.
  func rows(inCellRow cellRow: Int) -> Range<Int> {
    let top = patch.grid.top + cellRow * patch.grid.cellHeight
    let bottom = min(top + patch.grid.cellHeight, pictureHeight)
    let first = max(top, 0) >> plane.verticalShift
    return first..<max(first, min(shiftUp(bottom, by: plane.verticalShift), planeHeight))
  }

  /// A row of the plane, counted in the whole frame, from its number in the picture.
  func frameRow(_ row: Int) -> Int { patch.firstRow + row * patch.rowStep }

  /// The frame's pixel rows that share a row of the plane, counted in the picture.
  ///
  /// In a field these are every other row. A decoder or player that takes the frame for progressive
  /// spreads the row over other ones, which is why those count too.
  func pixelRows(sharing row: Int) -> ClosedRange<Int> {
    let shift = plane.verticalShift
    let last = (1 << shift) - 1
    let whole = frameRow(row) << shift
    let picture = patch.firstRow + (row << shift) * patch.rowStep
    return min(whole, picture)...max(whole + last, picture + last * patch.rowStep)
  }
}
