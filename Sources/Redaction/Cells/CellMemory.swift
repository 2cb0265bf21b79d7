/// What the cells of one track have shown on one plane of one picture.
struct CellMemory {
  /// One channel of one cell.
  struct Colour {
    /// The average over time, in 1/256 of a step of the sample.
    var average: UInt32 = 0
    /// What was shown last.
    var shown: UInt16 = 0
  }

  /// The cells that are remembered, by their numbers in the endless grid.
  private var columns = 0..<0
  private var rows = 0..<0
  private var channels = 0
  private var colours: ContiguousArray<Colour> = []

  /// What is remembered of one channel of a cell; `nil` where nothing is.
  subscript(place: (column: Int, row: Int, channel: Int)) -> Colour? {
    let (column, row, channel) = place
    guard columns.contains(column), rows.contains(row) else { return nil }
    let cell = (row - rows.lowerBound) * columns.count + column - columns.lowerBound
    return colours[cell * channels + channel]
  }

  /// Replaces everything that is remembered.
  ///
  /// - Parameters:
  ///   - grid: the cells.
  ///   - channels: channels of a cell.
  ///   - new: the colours of all cells, row after row, in a cell channel by channel, and maybe more.
  mutating func replace(
    _ grid: CellGrid, channels: Int, with new: borrowing ContiguousArray<Colour>
  ) {
    columns = grid.columns.first..<grid.columns.first + grid.columns.count
    rows = grid.rows.first..<grid.rows.first + grid.rows.count
    self.channels = channels
    let count = grid.count * channels
    if colours.count < count {
      colours.append(contentsOf: repeatElement(Colour(), count: count - colours.count))
    }
    for index in 0..<count { colours[index] = new[index] }
  }

  /// Forgets everything but keeps the memory that it took.
  mutating func clear() {
    columns = 0..<0
    rows = 0..<0
  }
}
