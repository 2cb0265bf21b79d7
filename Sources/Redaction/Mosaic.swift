import Media

/// Paints planes of one element size: measures the mean of each cell, then fills the covers with it.
///
/// Holds the memory that this takes, so that no frame after the first ones allocates any.
struct Mosaic<Sample: MosaicSample>: Sendable {
  /// Sums of the columns of one row of cells, element by element.
  private var columnSums: ContiguousArray<Sample.ColumnSum> = []
  /// Sums of the cells of one row of cells; cell by cell, in a cell channel by channel.
  private var cellSums: ContiguousArray<UInt64> = []
  /// The colours of all cells of all patches; cell by cell, in a cell channel by channel.
  private var colours: ContiguousArray<Sample> = []
  /// A row of one row of cells as it is where the cover is full; 0 in elements that are kept.
  private var paint: ContiguousArray<Sample> = []
  /// All bits set in elements that are kept.
  private var keep: ContiguousArray<Sample> = []

  /// Covers all patches on one plane.
  ///
  /// - Parameters:
  ///   - samples: all rows of the plane.
  ///   - stride: elements from one row to the next.
  ///   - size: the frame's size.
  ///   - patches: what to cover.
  mutating func cover(
    _ plane: PlaneLayout, _ samples: inout MutableSpan<Sample>, stride: Int, size: PixelSize,
    patches: Patches
  ) {
    prepare(plane, size: size, cells: patches.cellCount)
    // All means are taken before the first cell is painted: where covers overlap, none is a mean of
    // what another one has painted.
    for patch in patches.all {
      let geometry = PatchGeometry(patch: patch, plane: plane, size: size)
      for cellRow in 0..<patch.grid.rows {
        measure(cellRow, of: geometry, samples, stride: stride)
      }
    }
    for patch in patches.all {
      let geometry = PatchGeometry(patch: patch, plane: plane, size: size)
      for cellRow in 0..<patch.grid.rows {
        let rows = geometry.rows(inCellRow: cellRow)
        if rows.isEmpty { continue }
        mix(cellRow, of: geometry)
        for row in rows {
          fill(row, of: geometry, &samples, stride: stride, masks: patches.masks)
        }
      }
    }
  }

  private mutating func prepare(_ plane: PlaneLayout, size: PixelSize, cells: Int) {
    let elements = shiftUp(size.width, by: plane.groupShift) * plane.groupSize
    enlarge(&columnSums, to: elements)
    enlarge(&paint, to: elements)
    enlarge(&cellSums, to: size.width * plane.channels.count)
    enlarge(&colours, to: cells * plane.channels.count)
    guard plane.keepsElements else { return }
    enlarge(&keep, to: elements)
    for element in 0..<elements {
      paint[element] = 0
      keep[element] = .max
    }
    for channel in plane.channels {
      for element in stride(from: channel.offset, to: elements, by: channel.step) {
        keep[element] = 0
      }
    }
  }

  /// Stores the mean of each cell of a row of cells.
  private mutating func measure(
    _ cellRow: Int, of geometry: PatchGeometry, _ samples: borrowing MutableSpan<Sample>,
    stride: Int
  ) {
    let rows = geometry.rows(inCellRow: cellRow)
    if rows.isEmpty { return }
    let channels = geometry.plane.channels
    let columns = geometry.patch.grid.columns
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
          Sample(truncatingIfNeeded: (sum + count / 2) / count) &<< Sample(channel.shift)
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
    // Every index below lies between the first element of the first row and the last one of the last
    // row, so that these two are the whole check. Sums cannot overflow: there are few enough rows.
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
    for column in 0..<geometry.patch.grid.columns {
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

  /// Lays the colours of a row of cells out as a row of elements.
  private mutating func mix(_ cellRow: Int, of geometry: PatchGeometry) {
    let channels = geometry.plane.channels
    let columns = geometry.patch.grid.columns
    let firstCell = geometry.patch.firstCell + cellRow * columns
    for column in 0..<columns {
      for (index, channel) in channels.enumerated() {
        lay(
          colours[(firstCell + column) * channels.count + index],
          out: geometry.elements(of: channel, inColumn: column))
      }
    }
  }

  private mutating func lay(_ colour: Sample, out elements: Elements) {
    var paint = paint.mutableSpan
    precondition(elements.first >= 0 && elements.end <= paint.count)
    var element = elements.first
    while element < elements.end {
      paint[unchecked: element] = colour
      element &+= elements.step
    }
  }

  /// Paints one row of the plane, counted in the picture.
  private func fill(
    _ row: Int, of geometry: PatchGeometry, _ samples: inout MutableSpan<Sample>, stride: Int,
    masks: CoverMasks
  ) {
    let plane = geometry.plane
    let pixelRows = geometry.pixelRows(sharing: row)
    let span = masks.span(of: geometry.patch.mask, rows: pixelRows)
    guard span.outerLow < span.outerHigh else { return }
    let start = geometry.frameRow(row) * stride

    // The groups in which every channel is covered fully; the rest is done sample by sample.
    var groups = 0..<0
    if span.innerLow < span.innerHigh {
      var (first, end) = (0, Int.max)
      for channel in plane.channels {
        let shift = plane.groupShift - channel.horizontalShift
        first = max(first, shiftUp(span.innerLow &>> channel.horizontalShift, by: shift))
        end = min(end, shiftUp(span.innerHigh, by: channel.horizontalShift) &>> shift)
      }
      groups = first..<max(first, end)
    }
    replace(
      groups.lowerBound * plane.groupSize..<groups.upperBound * plane.groupSize, of: geometry,
      &samples, start: start)
    for channel in plane.channels {
      let shift = plane.groupShift - channel.horizontalShift
      let first = span.outerLow &>> channel.horizontalShift
      let end = shiftUp(span.outerHigh, by: channel.horizontalShift)
      let left = min(max(first, groups.lowerBound &<< shift), end)
      let right = min(max(left, groups.upperBound &<< shift), end)
      blend(
        first..<left, of: channel, geometry, &samples, start: start, pixelRows: pixelRows,
        masks: masks)
      blend(
        right..<end, of: channel, geometry, &samples, start: start, pixelRows: pixelRows,
        masks: masks)
    }
  }

  /// Paints elements of one row that are covered fully.
  private func replace(
    _ elements: Range<Int>, of geometry: PatchGeometry, _ samples: inout MutableSpan<Sample>,
    start: Int
  ) {
    if elements.isEmpty { return }
    let count = elements.count
    let target = start + elements.lowerBound
    let source = elements.lowerBound - geometry.firstElement
    // The only indices below are these two plus 0..<count.
    precondition(target >= 0 && target + count <= samples.count)
    precondition(source >= 0 && source + count <= paint.count)
    let paint = paint.span
    if geometry.plane.keepsElements {
      precondition(source + count <= keep.count)
      let keep = keep.span
      for element in 0..<count {
        let kept = samples[unchecked: target &+ element] & keep[unchecked: source &+ element]
        samples[unchecked: target &+ element] = kept | paint[unchecked: source &+ element]
      }
    } else {
      for element in 0..<count {
        samples[unchecked: target &+ element] = paint[unchecked: source &+ element]
      }
    }
  }

  /// Mixes paint into samples of one channel of one row, by how far their pixels are covered.
  private func blend(
    _ range: Range<Int>, of channel: PlaneLayout.Channel, _ geometry: PatchGeometry,
    _ samples: inout MutableSpan<Sample>, start: Int, pixelRows: ClosedRange<Int>,
    masks: CoverMasks
  ) {
    let full = UInt32(CoverMasks.full)
    let shift = Sample(channel.shift)
    for sample in range {
      let columns = sample &<< channel.horizontalShift..<(sample + 1) &<< channel.horizontalShift
      let coverage = UInt32(
        masks.coverage(of: geometry.patch.mask, columns: columns, rows: pixelRows))
      if coverage == 0 { continue }
      let element = sample * channel.step + channel.offset
      let new = UInt32(paint[element - geometry.firstElement] &>> shift)
      let old = UInt32(samples[start + element] &>> shift)
      let mixed = (old * (full - coverage) + new * coverage + full / 2) / full
      samples[start + element] = Sample(truncatingIfNeeded: mixed) &<< shift
    }
  }

  private func enlarge<Element: FixedWidthInteger>(
    _ array: inout ContiguousArray<Element>, to count: Int
  ) {
    if array.count < count {
      array.append(contentsOf: repeatElement(0, count: count - array.count))
    }
  }
}
