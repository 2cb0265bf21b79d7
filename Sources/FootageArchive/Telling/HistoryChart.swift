/// A chart of stacked columns in SVG, one for each day or month, that takes any width.
///
/// Across, everything is in per cent of the width; upward, in pixels. A part of a column is as high as
/// its share of the axis, but at least two pixels, so that one failed file among thousands is seen.
struct HistoryChart {
  private let history: FileHistory
  private let axis: Axis

  /// Pixels from the axis to its top.
  static let height = 180.0
  private static let leastHeight = 2.0
  /// Above the axis's top, for its label and for columns that grew by their least heights.
  private static let headroom = 12.0
  private static let footroom = 24.0

  /// A chart of a history.
  init(of history: FileHistory) {
    self.history = history
    axis = Axis(holding: history.columns.map(\.total).max() ?? 0)
  }

  /// The chart.
  ///
  /// - Parameter label: what it shows, for those who cannot see it.
  func svg(label: String) -> String {
    let bottom = Self.headroom + Self.height
    var lines = [
      "<svg class=\"chart\" role=\"img\" aria-label=\"\(escapedHTML(label))\" width=\"100%\" "
        + "height=\"\(pixels(bottom + Self.footroom))\" data-top=\"\(axis.top)\">"
    ]
    for mark in axis.marks {
      let y = pixels(bottom - share(mark))
      lines.append(
        "<line class=\"\(mark == 0 ? "base" : "grid")\" x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/>")
      lines.append(
        "<text class=\"mark\" x=\"-8\" y=\"\(y)\" dy=\".35em\">\(Figure.count(mark))</text>")
    }
    let step = history.labelStep
    for (index, column) in history.columns.enumerated() {
      lines.append(self.column(column, at: index, bottom: bottom))
      // The last one has its label, and so on backwards.
      if (history.columns.count - 1 - index) % step == 0 {
        let middle = percent(Double(index) + 0.5)
        lines.append(
          "<text class=\"date\" x=\"\(middle)\" y=\"\(pixels(bottom + 18))\">\(column.label)</text>"
        )
      }
    }
    return (lines + ["</svg>"]).joined(separator: "\n")
  }

  private func column(_ column: FileHistory.Column, at index: Int, bottom: Double) -> String {
    let gap = 0.1
    let across = "x=\"\(percent(Double(index) + gap))\" width=\"\(percent(1 - 2 * gap))\""
    var parts = [
      "<g data-name=\"\(column.name)\"><title>\(column.name): \(column.text)</title>",
      // Makes all of the column's place answer the pointer.
      "<rect class=\"place\" x=\"\(percent(Double(index)))\" width=\"\(percent(1))\" "
        + "y=\"\(pixels(Self.headroom))\" height=\"\(pixels(Self.height))\"/>",
    ]
    var top = bottom
    for (state, count) in zip(FileHistory.states, column.counts) where count > 0 {
      let height = max(share(count), Self.leastHeight)
      top -= height
      parts.append(
        "<rect class=\"\(state.rawValue)\" \(across) y=\"\(pixels(top))\" "
          + "height=\"\(pixels(height))\" data-count=\"\(count)\"/>")
    }
    return (parts + ["</g>"]).joined()
  }

  private func share(_ count: Int) -> Double { Self.height * Double(count) / Double(axis.top) }

  private func percent(_ columns: Double) -> String {
    Figure.decimal(100 * columns / Double(history.columns.count), places: 3) + "%"
  }

  private func pixels(_ length: Double) -> String { Figure.decimal(length, places: 2) }

  /// An axis of whole numbers from 0, with round marks.
  struct Axis: Hashable {
    /// From 0 to the top.
    let marks: [Int]

    /// The highest mark.
    var top: Int { marks.last ?? 1 }

    /// The axis with at most five marks above 0 that reaches up to a number, and least above it.
    init(holding most: Int) {
      var step = 1
      var factors = [2, 5, 10]
      var power = 1
      while step * 5 < most {
        step = power * factors.removeFirst()
        if factors.isEmpty {
          factors = [2, 5, 10]
          power *= 10
        }
      }
      let count = max(1, (most + step - 1) / step)
      marks = (0...count).map { $0 * step }
    }
  }
}
