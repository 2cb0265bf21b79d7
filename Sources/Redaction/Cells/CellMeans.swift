/// Measures the mean of each cell of one plane.
struct CellMeans<Sample: MosaicSample>: Sendable {
  /// Sums of the columns of one row of cells, element by element.
  private var columnSums: ContiguousArray<Sample.ColumnSum> = []
  /// Sums of the cells of one row of cells; cell by cell, in a cell channel by channel.
  private var cellSums: ContiguousArray<UInt64> = []

  /// Makes room for rows of a plane.
  ///
  /// - Parameters:
  ///   - elements: elements of a row.
  ///   - cells: the most cells in a row of cells, channel by channel.
  mutating func reserve(elements: Int, cells: Int) {
    columnSums.enlarge(to: elements)
    cellSums.enlarge(to: cells)
  }

  /// Measures a row of cells.
  ///
  /// - Parameters:
  ///   - colours: gets the means, rounded, of this row among those of all cells of all patches; cell by
  ///     cell, in a cell channel by channel.
  mutating func measure(
    _ cellRow: Int, of geometry: PatchGeometry, _ samples: borrowing MutableSpan<Sample>,
    stride: Int, into colours: inout ContiguousArray<UInt16>
  ) {
    let rows = geometry.rows(inCellRow: cellRow)
    let channels = geometry.plane.channels
    let columns = geometry.patch.grid.columns.count
    if rows.isEmpty {
      // A row that the frame's lower border leaves without chroma; a blur asks for its colours.
      let (length, start) = (columns * channels.count, geometry.patch.firstCell * channels.count)
      for cell in 0..<length {
        colours[start + cellRow * length + cell] =
          cellRow > 0 ? colours[start + (cellRow - 1) * length + cell] : 0
      }
      return
    }
    for cell in 0..<columns * channels.count { cellSums[cell] = 0 }
    var row = rows.lowerBound
    while row < rows.upperBound {
      let end = min(row + Sample.rowsPerColumnSum, rows.upperBound)
      addRows(row..<end, of: geometry, samples, stride: stride)
      addColumns(of: geometry)
      row = end
    }
    let firstCell = geometry.patch.firstCell + cellRow * columns
    for column in 0..<columns {
      for (index, channel) in channels.enumerated() {
        let count = UInt64(geometry.samples(of: channel, inColumn: column).count * rows.count)
        let sum = cellSums[column * channels.count + index] &>> UInt64(channel.shift)
        colours[(firstCell + column) * channels.count + index] =
          UInt16(truncatingIfNeeded: (sum + count / 2) / count)
      }
    }
  }

  /// Adds up each column of some rows.
  private mutating func addRows(
    _ rows: Range<Int>, of geometry: PatchGeometry, _ samples: borrowing MutableSpan<Sample>,
    stride: Int
  ) {
    let count = geometry.elementCount
    let step = geometry.patch.rowStep * stride
    var start = geometry.frameRow(rows.lowerBound) * stride + geometry.firstElement
    // Every index below lies between the first element of the first row and the last one of the
    // last row, so that these two are the whole check. Sums cannot overflow: there are few enough
    // rows.
    precondition(start >= 0 && start + (rows.count - 1) * step + count <= samples.count)
    precondition(count <= columnSums.count && rows.count <= Sample.rowsPerColumnSum)
    var sums = columnSums.mutableSpan
    for element in 0..<count { sums[unchecked: element] = 0 }
    var left = rows.count
    while left >= 4 {
      for element in 0..<count {
        let first = start &+ element
        let upper =
          Sample.ColumnSum(truncatingIfNeeded: samples[unchecked: first])
          &+ Sample.ColumnSum(truncatingIfNeeded: samples[unchecked: first &+ step])
        let lower =
          Sample.ColumnSum(truncatingIfNeeded: samples[unchecked: first &+ 2 &* step])
          &+ Sample.ColumnSum(truncatingIfNeeded: samples[unchecked: first &+ 3 &* step])
        sums[unchecked: element] = sums[unchecked: element] &+ upper &+ lower
      }
      start &+= 4 &* step
      left &-= 4
    }
    while left > 0 {
      for element in 0..<count {
        sums[unchecked: element] =
          sums[unchecked: element]
          &+ Sample.ColumnSum(truncatingIfNeeded: samples[unchecked: start &+ element])
      }
      start &+= step
      left &-= 1
    }
  }

  /// Adds the sums of columns to those of the cells that they belong to.
  private mutating func addColumns(of geometry: PatchGeometry) {
    let channels = geometry.plane.channels
    for column in 0..<geometry.patch.grid.columns.count {
      for (index, channel) in channels.enumerated() {
        let elements = geometry.elements(of: channel, inColumn: column)
        cellSums[column * channels.count + index] += sum(of: elements)
      }
    }
  }

  private func sum(of elements: Elements) -> UInt64 {
    let sums = columnSums.span
    precondition(elements.first >= 0 && elements.end <= sums.count)
    var sum: UInt64 = 0
    var element = elements.first
    while element < elements.end {
      sum &+= UInt64(truncatingIfNeeded: sums[unchecked: element])
      element &+= elements.step
    }
    return sum
  }
}
