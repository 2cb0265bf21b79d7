// For the exponential function, which unoptimised builds call in the C library.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the cells of one track have shown on one plane of one picture.
struct CellMemory {
  /// One channel of one cell.
  struct Colour {
    /// The average over time, in 1/256 of a step of the sample.
    var average: UInt32 = 0
    /// What was shown last.
    var shown: UInt16 = 0
  }

  /// Which cells these are; 0 for none.
  private var cells = 0
  /// The presentation time, in seconds, up to which the averages go.
  private var time = 0.0
  /// The cells that are remembered, by their numbers in the endless grid.
  private var columns = 0..<0
  private var rows = 0..<0
  private var channels = 0
  private var colours: ContiguousArray<Colour> = []

  /// How far averages are to go to new means at a time, in 1/256, where they are of the same cells;
  /// `nil` where nothing is remembered of them.
  ///
  /// - Parameter settling: the time constant, in seconds.
  func share(of cells: Int, at time: Double, settling: Double) -> Int? {
    guard cells == self.cells, time >= self.time else { return nil }
    guard settling > 0 else { return 256 }
    return Int((256 * (1 - exp((self.time - time) / settling))).rounded())
  }

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
  ///   - cells: which cells these are.
  ///   - time: up to when their averages go; `nil` where they have not moved since.
  ///   - grid: how they lie.
  ///   - channels: channels of a cell.
  ///   - new: the colours of all cells, row after row, in a cell channel by channel, and maybe more.
  mutating func replace(
    _ cells: Int, at time: Double?, _ grid: CellGrid, channels: Int,
    with new: borrowing ContiguousArray<Colour>
  ) {
    self.cells = cells
    self.time = time ?? self.time
    columns = grid.columns.first..<grid.columns.first + grid.columns.count
    rows = grid.rows.first..<grid.rows.first + grid.rows.count
    self.channels = channels
    let count = grid.count * channels
    if colours.count < count {
      colours.append(contentsOf: repeatElement(Colour(), count: count - colours.count))
    }
    for index in 0..<count { colours[index] = new[index] }
  }
}
