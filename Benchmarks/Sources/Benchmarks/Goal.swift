/// The most that something may take.
struct Goal {
  /// How measurements stand to a goal.
  enum Verdict: String {
    case met
    /// The median misses the goal, but a quarter of the measurements do not.
    case withinNoise = "missed within the noise"
    case missed = "**missed**"
  }

  let most: Double

  /// How measurements stand to the goal.
  func verdict(_ measured: Quartiles) -> Verdict {
    if measured.median <= most { return .met }
    return measured.lower <= most ? .withinNoise : .missed
  }
}
