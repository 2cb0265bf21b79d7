import Media

/// Every `step`-th element of a row, from `first` to below `end`.
struct Elements {
  let first: Int
  let end: Int
  let step: Int
}

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
    let columns = patch.grid.columns
    let left = max(columns.line(0), 0) &>> plane.groupShift
    let right = min(columns.line(columns.count), size.width)
    firstElement = left * plane.groupSize
    elementCount = (shiftUp(right, by: plane.groupShift) - left) * plane.groupSize
    pictureHeight = patch.pictureRows(of: size.height)
    planeHeight = patch.pictureRows(of: shiftUp(size.height, by: plane.verticalShift))
  }

  /// The samples of a row that belong to a column of cells; the frame's border cuts them.
  func samples(of channel: PlaneLayout.Channel, inColumn column: Int) -> Range<Int> {
    let right = min(patch.grid.columns.line(column + 1), size.width)
    let first = max(patch.grid.columns.line(column), 0) &>> channel.horizontalShift
    return first..<shiftUp(right, by: channel.horizontalShift)
  }

  /// The elements that hold a channel's samples in a column of cells, counted from the grid's
  /// first.
  func elements(of channel: PlaneLayout.Channel, inColumn column: Int) -> Elements {
    let samples = samples(of: channel, inColumn: column)
    let first = samples.lowerBound * channel.step + channel.offset - firstElement
    return Elements(
      first: first, end: first + (samples.count - 1) * channel.step + 1, step: channel.step)
  }

  /// The plane's rows, counted in the picture, that belong to a row of cells; the frame's border
  /// cuts them, and may leave none.
  func rows(inCellRow cellRow: Int) -> Range<Int> {
    let bottom = min(patch.grid.rows.line(cellRow + 1), pictureHeight)
    let first = max(patch.grid.rows.line(cellRow), 0) &>> plane.verticalShift
    return first..<max(first, min(shiftUp(bottom, by: plane.verticalShift), planeHeight))
  }

  /// A row of the plane, counted in the whole frame, from its number in the picture.
  func frameRow(_ row: Int) -> Int { patch.firstRow + row * patch.rowStep }

  /// The frame's pixel rows from the first to the last one that share a row of the plane, counted
  /// in the picture. In a field those of the other field between them count too.
  func pixelRows(sharing row: Int) -> ClosedRange<Int> {
    let first = frameRow(row &<< plane.verticalShift)
    return first...first + (1 &<< plane.verticalShift - 1) * patch.rowStep
  }
}
