/// Rows of paint in which the colours of cells run into each other.
///
/// Colours are weighted by the quadratic B-spline on the cells' centres: three cells in each
/// direction share in a pixel. Nothing finer than a cell is in the result, since nothing but the
/// cells' colours goes into it.
struct SmoothRows: Sendable {
  /// Three rows of elements, each with the colours of one row of cells smoothed along it; samples
  /// fill the upper bits, so that there are bits behind the point.
  private var lines: ContiguousArray<UInt16> = []
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
    guard let channel = geometry.plane.channels.first else { return }
    let axis = geometry.patch.grid.rows
    let position = axis.cells(to: (Double(row) + 0.5) * Double(1 << geometry.plane.verticalShift))
    let cell = min(max(Int(position.rounded(.down)), 0), axis.count - 1)
    // Lines are moved to lie between chroma samples, so that a row may be a little outside.
    let offset = min(max(position - Double(cell) - 0.5, -0.5), 0.5)
    let before = line(max(cell - 1, 0), of: geometry, colours)
    let at = line(cell, of: geometry, colours)
    let after = line(min(cell + 1, axis.count - 1), of: geometry, colours)
    // None of the three is more than three quarters.
    let first = UInt16((0.5 - offset) * (0.5 - offset) * 32768)
    let third = UInt16((0.5 + offset) * (0.5 + offset) * 32768)
    let second = UInt16(65536 - Int(first) - Int(third))
    let behindPoint = UInt16(16 - channel.depth)
    let half: UInt16 = behindPoint > 0 ? 1 &<< (behindPoint - 1) : 0
    let unused = UInt16(channel.shift)
    let count = geometry.elementCount
    let lines = lines.span
    var paint = paint.mutableSpan
    // The only indices below are the three lines' beginnings plus 0..<count.
    precondition(count <= length && 3 * length <= lines.count && count <= paint.count)
    for element in 0..<count {
      let sum =
        share(first, of: lines[unchecked: before &+ element])
        &+ share(second, of: lines[unchecked: at &+ element])
        &+ share(third, of: lines[unchecked: after &+ element])
      paint[unchecked: element] =
        Sample(truncatingIfNeeded: ((sum &+ half) &>> behindPoint) &<< unused)
    }
  }

  /// A share in 1/65536 of a number, cut to whole ones: one instruction for many of them.
  private func share(_ share: UInt16, of number: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(number) &* UInt32(share)) &>> 16)
  }

  /// Where the line of a row of cells begins, which is made if need be.
  private mutating func line(
    _ cellRow: Int, of geometry: PatchGeometry, _ colours: borrowing CellColours
  ) -> Int {
    let start = cellRow % 3 * length
    if sources[cellRow % 3] == cellRow { return start }
    sources[cellRow % 3] = cellRow
    let columns = geometry.patch.grid.columns
    let channels = geometry.plane.channels
    let first = geometry.patch.firstCell + cellRow * columns.count
    for number in channels.indices {
      func colour(_ column: Int) -> Double {
        let cell = first + min(max(column, 0), columns.count - 1)
        return Double(
          Int(colours.all[cell * channels.count + number]) << (16 - channels[number].depth))
      }
      for column in 0..<columns.count {
        let (before, at, after) = (colour(column - 1), colour(column), colour(column + 1))
        // The spline is a parabola within each cell.
        let curve = Parabola(
          constant: (before + 6 * at + after) / 8, slope: (after - before) / 2,
          bend: (before - 2 * at + after) / 2)
        lay(curve, of: channels[number], over: column, of: geometry, start: start)
      }
    }
    return start
  }

  private struct Parabola {
    let constant: Double
    let slope: Double
    let bend: Double
  }

  /// Lays one cell's part of a line out.
  private mutating func lay(
    _ curve: Parabola, of channel: PlaneLayout.Channel, over column: Int,
    of geometry: PatchGeometry, start: Int
  ) {
    let columns = geometry.patch.grid.columns
    let samples = geometry.samples(of: channel, inColumn: column)
    let pitch = Double(1 << channel.horizontalShift) / columns.cell
    var offset =
      columns.cells(to: 0) - Double(column) - 0.5 + (Double(samples.lowerBound) + 0.5) * pitch
    var element =
      start + samples.lowerBound * channel.step + channel.offset - geometry.firstElement
    var lines = lines.mutableSpan
    precondition(
      element >= 0 && !samples.isEmpty
        && element + (samples.count - 1) * channel.step < lines.count)
    for _ in samples {
      let place = min(max(offset, -0.5), 0.5)
      let value = curve.constant + place * (curve.slope + place * curve.bend)
      lines[unchecked: element] = UInt16(truncatingIfNeeded: Int32(value))
      offset += pitch
      element &+= channel.step
    }
  }
}
