/// The most, or the least, that something is to be.
struct Goal: CustomStringConvertible {
  /// How measurements stand to a goal.
  enum Verdict: String {
    case met
    /// The median misses the goal, but a quarter of the measurements do not.
    case withinNoise = "missed within the noise"
    case missed = "**missed**"
  }

  private let range: ClosedRange<Double>

  init(most: Double) { range = -.infinity...most }
  init(least: Double) { range = least...(.infinity) }

  /// How measurements stand to the goal.
  func verdict(_ measured: Quartiles) -> Verdict {
    if range.contains(measured.median) { return .met }
    let quarters = [measured.lower, measured.upper]
    return quarters.contains(where: range.contains) ? .withinNoise : .missed
  }

  var description: String {
    range.upperBound < .infinity
      ? "at most \(range.upperBound.short)" : "at least \(range.lowerBound.short)"
  }
}
