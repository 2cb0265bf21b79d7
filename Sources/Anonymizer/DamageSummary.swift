/// Where the frames of one video stream were damaged.
struct DamageSummary {
  private(set) var frames = 0
  private var ranges: [(start: Double, end: Double)] = []

  /// Ranges that are told one by one.
  private static let mostRanges = 20

  /// Notes a damaged frame; frames come in presentation order.
  ///
  /// - Parameters:
  ///   - time: its presentation time in seconds.
  ///   - follows: whether the frame before it was damaged too.
  mutating func add(_ time: Double, follows: Bool) {
    frames += 1
    if follows, !ranges.isEmpty {
      ranges[ranges.count - 1].end = time
    } else {
      ranges.append((time, time))
    }
  }

  /// Where the damage lies, such as `1.20-1.56 s, 3.00 s`.
  var places: String {
    var texts = ranges.prefix(Self.mostRanges).map { range in
      range.start == range.end
        ? "\(Self.text(range.start)) s" : "\(Self.text(range.start))-\(Self.text(range.end)) s"
    }
    let rest = ranges.count - texts.count
    if rest > 0 { texts.append("and \(rest) more places") }
    return texts.joined(separator: ", ")
  }

  private static func text(_ time: Double) -> String {
    let hundredths = Int((time * 100).rounded())
    let fraction = String(abs(hundredths) % 100)
    return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100)."
      + (fraction.count < 2 ? "0" : "") + fraction
  }
}
