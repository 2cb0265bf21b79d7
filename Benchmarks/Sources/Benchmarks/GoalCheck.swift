import Foundation

/// A figure that was measured, beside its goal.
struct GoalCheck {
  /// What the figure is, such as `wall`.
  let name: String
  let measured: Quartiles
  let goal: Goal

  var verdict: Goal.Verdict { goal.verdict(measured) }

  /// Such as `wall at most 1.15: met`.
  var text: String { "\(name) \(goal): \(verdict.rawValue)" }

  /// Such as `wall is 1.31, not at most 1.15`; `nil` where the goal is not missed by more than noise.
  var miss: String? {
    verdict == .missed ? "\(name) is \(measured.median.short), not \(goal)" : nil
  }
}

extension Double {
  /// Four digits or fewer, such as `1.15`, `500` and `0.4`.
  var short: String { String(format: "%.4g", self) }
}
