/// Paints rows of one plane with a row of paint, as far as covers hide them.
struct RowPainter<Sample: MosaicSample>: Sendable {
  /// A row as it is where the cover is full; anything in elements that are kept.
  var paint: ContiguousArray<Sample> = []
  /// All bits set in elements that are kept.
  private var keep: ContiguousArray<Sample> = []

  /// Makes room for rows of a plane.
  mutating func prepare(_ plane: PlaneLayout, elements: Int) {
    paint.enlarge(to: elements)
    guard plane.keepsElements else { return }
    keep.enlarge(to: elements)
    for element in 0..<elements { keep[element] = .max }
    for channel in plane.channels {
      for element in stride(from: channel.offset, to: elements, by: channel.step) {
        keep[element] = 0
      }
    }
  }

  /// Puts one colour into a channel of the row of paint.
  ///
  /// - Parameters:
  ///   - colour: a sample of the channel.
  ///   - elements: where, counted from the first element of a patch's grid.
  mutating func lay(_ colour: UInt16, of channel: PlaneLayout.Channel, out elements: Elements) {
    let value = Sample(truncatingIfNeeded: colour) &<< Sample(channel.shift)
    var paint = paint.mutableSpan
    precondition(elements.first >= 0 && elements.end <= paint.count)
    var element = elements.first
    while element < elements.end {
      paint[unchecked: element] = value
      element &+= elements.step
    }
  }

  /// Paints one row of the plane, counted in the picture.
  func fill(
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
        let mask = keep[unchecked: source &+ element]
        samples[unchecked: target &+ element] =
          samples[unchecked: target &+ element] & mask | paint[unchecked: source &+ element] & ~mask
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
}
