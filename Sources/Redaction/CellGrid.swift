import Media

/// The grid of mosaic cells under one cover, in pixels of one picture: a progressive frame, or one
/// field of an interlaced frame.
struct CellGrid {
  /// Left edge of the first column; below 0 where the frame's border cuts that column.
  let left: Int
  /// Top edge of the first row; below 0 where the frame's border cuts that row.
  let top: Int
  let cellWidth: Int
  let cellHeight: Int
  let columns: Int
  let rows: Int

  var count: Int { columns * rows }

  /// The cells that hold an area, of a grid that is tied to a point.
  ///
  /// - Parameters:
  ///   - x: horizontal position of the point.
  ///   - y: vertical position of the point.
  ///   - isCentred: whether the point is a cell's centre, and not where four cells meet.
  ///   - unit: every edge is moved to the nearest multiple of this, so that it is an edge between
  ///     chroma samples too; `cell` is a multiple of it.
  ///   - cell: size of one cell.
  ///   - columns: horizontal extent of the area, not empty.
  ///   - rows: vertical extent of the area, not empty.
  init(
    x: Double, y: Double, isCentred: Bool, unit: PixelSize, cell: PixelSize,
    columns: Range<Int>, rows: Range<Int>
  ) {
    func line(_ position: Double, _ cell: Int, _ unit: Int) -> Int {
      let edge = isCentred ? position - Double(cell) / 2 : position
      return Int((edge / Double(unit)).rounded()) * unit
    }
    let vertical = line(x, cell.width, unit.width)
    let horizontal = line(y, cell.height, unit.height)
    left = vertical + floorDivide(columns.lowerBound - vertical, by: cell.width) * cell.width
    top = horizontal + floorDivide(rows.lowerBound - horizontal, by: cell.height) * cell.height
    cellWidth = cell.width
    cellHeight = cell.height
    self.columns = ceilDivide(columns.upperBound - left, by: cell.width)
    self.rows = ceilDivide(rows.upperBound - top, by: cell.height)
  }
}
