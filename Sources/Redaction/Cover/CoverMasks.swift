import Media

/// Which pixels of a frame each cover hides, and how much.
///
/// Every pixel that the outline touches is hidden fully; the soft edge lies around those. Coverage
/// is kept per row as two nested spans, with numbers only for the pixels between them.
struct CoverMasks {
  /// Coverage of a pixel that is hidden fully.
  static let full: UInt16 = 256

  /// One cover's mask: the pixels of the frame that it spans, and where its rows are kept.
  struct Mask {
    let columns: Range<Int>
    let rows: Range<Int>
    fileprivate let firstSpan: Int
  }

  /// The covered pixels of one row or of several neighbouring ones; empty spans have a lower bound
  /// of at least their upper bound.
  struct Span {
    /// First pixel that is covered at all, and the first after the last one.
    var outerLow = Int.max
    var outerHigh = 0
    /// First pixel that is covered fully, and the first after the last one.
    var innerLow = Int.max
    var innerHigh = 0
    /// Where the coverage of the pixels between the two is kept.
    fileprivate var edge = 0
  }

  private var spans: ContiguousArray<Span> = []
  private var edges: ContiguousArray<UInt16> = []

  /// Forgets all covers but keeps the memory that they took.
  mutating func removeAll() {
    spans.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
  }

  /// Adds the cover that fills `box`.
  ///
  /// - Parameters:
  ///   - box: the cover's box in pixels of the frame, finite.
  ///   - edges: the frame's edges that cut the face. An ellipse is open towards them: only the
  ///     visible part of the face is in its box, and that part is widest at the edge.
  ///   - size: the frame's size.
  /// - Returns: `nil` where the cover hides no pixel of the frame.
  mutating func add(
    _ box: Box, shape: RedactionStyle.Shape, feather: Double, cutBy edges: FrameEdges = [],
    in size: PixelSize
  ) -> Mask? {
    switch shape {
    case .rectangle: addRectangle(box, in: size)
    case .ellipse: addEllipse(Ellipse(filling: box), feather: feather, openTo: edges, in: size)
    }
  }

  /// What the cover hides in any of `rows`: the smallest span that holds the span of each of them.
  func span(of mask: Mask, rows: ClosedRange<Int>) -> Span {
    var joined = Span()
    let low = max(rows.lowerBound, mask.rows.lowerBound)
    let high = min(rows.upperBound, mask.rows.upperBound - 1)
    guard low <= high else { return joined }
    for row in low...high {
      let span = spans[mask.firstSpan + row - mask.rows.lowerBound]
      if span.outerLow < span.outerHigh {
        joined.outerLow = min(joined.outerLow, span.outerLow)
        joined.outerHigh = max(joined.outerHigh, span.outerHigh)
      }
      if span.innerLow < span.innerHigh {
        joined.innerLow = min(joined.innerLow, span.innerLow)
        joined.innerHigh = max(joined.innerHigh, span.innerHigh)
      }
    }
    return joined
  }

  /// The coverage of a sample that the pixels in `columns` of `rows` share, 0...`full`: full where
  /// any of them is, else their mean.
  func coverage(of mask: Mask, columns: Range<Int>, rows: ClosedRange<Int>) -> UInt16 {
    let low = max(rows.lowerBound, mask.rows.lowerBound)
    let high = min(rows.upperBound, mask.rows.upperBound - 1)
    guard low <= high else { return 0 }
    var sum = 0
    for row in low...high {
      let span = spans[mask.firstSpan + row - mask.rows.lowerBound]
      let first = max(columns.lowerBound, span.outerLow)
      let end = min(columns.upperBound, span.outerHigh)
      guard first < end else { continue }
      for column in first..<end {
        let coverage = coverage(at: column, in: span)
        if coverage == Self.full { return coverage }
        sum += Int(coverage)
      }
    }
    return UInt16(sum / (columns.count * rows.count))
  }

  private func coverage(at column: Int, in span: Span) -> UInt16 {
    if column < span.innerLow { return edges[span.edge + column - span.outerLow] }
    if column < span.innerHigh { return Self.full }
    return edges[span.edge + (span.innerLow - span.outerLow) + column - span.innerHigh]
  }

  private mutating func addRectangle(_ box: Box, in size: PixelSize) -> Mask? {
    let columns = pixels(touching: box.x...box.maxX, below: size.width)
    let rows = pixels(touching: box.y...box.maxY, below: size.height)
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    let firstSpan = spans.count
    let span = Span(
      outerLow: columns.lowerBound, outerHigh: columns.upperBound,
      innerLow: columns.lowerBound, innerHigh: columns.upperBound)
    for _ in rows { spans.append(span) }
    return Mask(columns: columns, rows: rows, firstSpan: firstSpan)
  }

  private mutating func addEllipse(
    _ ellipse: Ellipse, feather: Double, openTo open: FrameEdges, in size: PixelSize
  ) -> Mask? {
    let feather = min(feather, max(ellipse.radiusX, ellipse.radiusY))
    let rim = ellipse.grown(by: feather)
    let rows = pixels(
      touching: rim.centerY - rim.radiusY...rim.centerY + rim.radiusY, below: size.height)
    let firstSpan = spans.count
    var (left, right) = (Int.max, 0)
    for row in rows {
      let y = Double(row) + 0.5 - ellipse.centerY
      // A row is one pixel high: what counts inside is the point of it that is nearest to the
      // centre, what counts in the soft edge is each pixel's own centre.
      let isOpen = y < 0 ? open.contains(.top) : open.contains(.bottom)
      let inside = ellipse.interval(atDistance: isOpen ? 0 : max(0, abs(y) - 0.5))
      var inner = inside.map { pixels(touching: $0, below: size.width) } ?? 0..<0
      if !inner.isEmpty {
        let low = open.contains(.left) ? 0 : inner.lowerBound
        let high = open.contains(.right) ? size.width : inner.upperBound
        inner = low..<high
      }
      let around = rim.interval(atDistance: abs(y))
      let outer = around.map { pixels(centredIn: $0, below: size.width) } ?? 0..<0
      var span = Span(edge: edges.count)
      if !outer.isEmpty { (span.outerLow, span.outerHigh) = (outer.lowerBound, outer.upperBound) }
      if !inner.isEmpty {
        (span.innerLow, span.innerHigh) = (inner.lowerBound, inner.upperBound)
        span.outerLow = min(span.outerLow, inner.lowerBound)
        span.outerHigh = max(span.outerHigh, inner.upperBound)
      } else {
        (span.innerLow, span.innerHigh) = (span.outerHigh, span.outerHigh)
      }
      spans.append(span)
      guard span.outerLow < span.outerHigh else { continue }
      for column in span.outerLow..<span.innerLow {
        edges.append(ellipse.coverage(ofColumn: column, y: y, feather: feather))
      }
      for column in span.innerHigh..<span.outerHigh {
        edges.append(ellipse.coverage(ofColumn: column, y: y, feather: feather))
      }
      left = min(left, span.outerLow)
      right = max(right, span.outerHigh)
    }
    return left < right ? Mask(columns: left..<right, rows: rows, firstSpan: firstSpan) : nil
  }
}

extension Ellipse {
  /// Coverage of a pixel outside, by its centre: falls from full at the ellipse to 0 at `feather`.
  fileprivate func coverage(ofColumn column: Int, y: Double, feather: Double) -> UInt16 {
    let distance = distance(toX: Double(column) + 0.5 - centerX, y: y)
    let share = Double(CoverMasks.full) * (1 - distance / feather)
    return share > 0 ? UInt16(min(share.rounded(), Double(CoverMasks.full - 1))) : 0
  }
}

/// The pixels of `0..<limit` that an interval touches.
private func pixels(touching interval: ClosedRange<Double>, below limit: Int) -> Range<Int> {
  clipped(interval.lowerBound.rounded(.down), interval.upperBound.rounded(.up), below: limit)
}

/// The pixels of `0..<limit` whose centres lie in an interval.
private func pixels(centredIn interval: ClosedRange<Double>, below limit: Int) -> Range<Int> {
  clipped(
    (interval.lowerBound - 0.5).rounded(.up), (interval.upperBound + 0.5).rounded(.down),
    below: limit)
}

private func clipped(_ low: Double, _ high: Double, below limit: Int) -> Range<Int> {
  // Clipped before the conversion, which traps on numbers that no `Int` holds.
  let first = Int(min(max(low, 0), Double(limit)))
  return first..<max(first, Int(min(max(high, 0), Double(limit))))
}
