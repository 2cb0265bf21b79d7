/// Rows of paint in which the colours of cells run into each other.
///
/// Colours are weighted by the quadratic B-spline on the cells' centres: three cells in each direction
/// share in a pixel. Nothing finer than a cell is in the result, since nothing but the cells' colours
/// goes into it.
struct SmoothRows: Sendable {
  /// The weights of a cell and its two neighbours, in 1/256.
  private struct Weights {
    let before: UInt32
    let at: UInt32
    let after: UInt32

    /// - Parameter offset: distance from the cell's centre in cells, -0.5...0.5.
    init(offset: Double) {
      before = UInt32(((0.5 - offset) * (0.5 - offset) * 128).rounded())
      after = UInt32(((0.5 + offset) * (0.5 + offset) * 128).rounded())
      at = 256 - before - after
    }
  }

  /// Three rows of elements, each with the colours of one row of cells smoothed along it, in 1/256.
  private var lines: ContiguousArray<UInt32> = []
  /// Elements of one of the three.
  private var length = 0
  /// The row of cells that each of the three was made from; -1 for none.
  private var sources: ContiguousArray<Int> = [-1, -1, -1]

  /// Makes room for rows of a plane.
  mutating func reserve(elements: Int) {
    length = elements
    lines.enlarge(to: 3 * elements)
  }

  /// Begins with another patch or plane.
  mutating func reset() {
    for line in sources.indices { sources[line] = -1 }
  }

  /// Makes the row of paint for one row of the plane.
  ///
  /// - Parameters:
  ///   - row: the row, counted in the picture.
  ///   - colours: of the cells of all patches.
  ///   - paint: gets the row.
  mutating func mix<Sample: MosaicSample>(
    _ row: Int, of geometry: PatchGeometry, _ colours: borrowing CellColours,
    into paint: inout ContiguousArray<Sample>
  ) {
    let axis = geometry.patch.grid.rows
    let (cell, weights) = Self.cell(
      at: (Double(row) + 0.5) * Double(1 << geometry.plane.verticalShift), along: axis)
    let before = line(max(cell - 1, 0), of: geometry, colours)
    let at = line(cell, of: geometry, colours)
    let after = line(min(cell + 1, axis.count - 1), of: geometry, colours)
    let unused = geometry.plane.channels.map(\.shift).max() ?? 0
    let mask = Sample.max &<< Sample(unused)
    let count = geometry.elementCount
    let lines = lines.span
    var paint = paint.mutableSpan
    // The only indices below are the three lines' beginnings plus 0..<count.
    precondition(count <= length && 3 * length <= lines.count && count <= paint.count)
    for element in 0..<count {
      let sum =
        weights.before &* lines[unchecked: before &+ element]
        &+ weights.at &* lines[unchecked: at &+ element]
        &+ weights.after &* lines[unchecked: after &+ element]
      paint[unchecked: element] = Sample(truncatingIfNeeded: (sum &+ 0x8000) &>> 16) & mask
    }
  }

  /// Where the line of a row of cells begins, which is made if need be.
  private mutating func line(
    _ cellRow: Int, of geometry: PatchGeometry, _ colours: borrowing CellColours
  ) -> Int {
    let start = cellRow % 3 * length
    if sources[cellRow % 3] == cellRow { return start }
    sources[cellRow % 3] = cellRow
    let axis = geometry.patch.grid.columns
    let channels = geometry.plane.channels
    let first = geometry.patch.firstCell + cellRow * axis.count
    for (number, channel) in channels.enumerated() {
      func colour(_ column: Int) -> UInt32 {
        let column = min(max(column, 0), axis.count - 1)
        return UInt32(colours.all[(first + column) * channels.count + number]) &<< channel.shift
      }
      let left = geometry.samples(of: channel, inColumn: 0).lowerBound
      let right = geometry.samples(of: channel, inColumn: axis.count - 1).upperBound
      for sample in left..<right {
        let (cell, weights) = Self.cell(
          at: (Double(sample) + 0.5) * Double(1 << channel.horizontalShift), along: axis)
        let element = sample * channel.step + channel.offset - geometry.firstElement
        lines[start + element] =
          weights.before * colour(cell - 1) + weights.at * colour(cell)
          + weights.after * colour(cell + 1)
      }
    }
    return start
  }

  /// The cell that a position lies in, and the weights of it and its neighbours there.
  private static func cell(at position: Double, along axis: GridAxis) -> (Int, Weights) {
    let cells = axis.cells(to: position)
    // Lines are moved to lie between chroma samples, so that a position may lie a little outside.
    let cell = min(max(Int(cells.rounded(.down)), 0), axis.count - 1)
    return (cell, Weights(offset: min(max(cells - Double(cell) - 0.5, -0.5), 0.5)))
  }
}
