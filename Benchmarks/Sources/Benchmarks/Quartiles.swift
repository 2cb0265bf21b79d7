import Foundation

/// The middle of several measurements of one thing, and how far they spread.
struct Quartiles {
  /// A quarter of the measurements is below it.
  let lower: Double
  /// Half of the measurements are below it.
  let median: Double
  /// A quarter of the measurements is above it.
  let upper: Double
  /// The least and the greatest measurement.
  let extremes: ClosedRange<Double>

  /// The quartiles of at least one measurement.
  init(_ measurements: [Double]) {
    precondition(!measurements.isEmpty, "nothing was measured")
    let sorted = measurements.sorted()
    func quantile(_ share: Double) -> Double {
      let position = share * Double(sorted.count - 1)
      let index = Int(position)
      let next = sorted[min(index + 1, sorted.count - 1)]
      return sorted[index] + (next - sorted[index]) * (position - Double(index))
    }
    lower = quantile(0.25)
    median = quantile(0.5)
    upper = quantile(0.75)
    extremes = sorted[0]...sorted[sorted.count - 1]
  }

  /// The median, with the least and the greatest of several measurements, of which there are few.
  func range(decimals: Int) -> String {
    let median = String(format: "%.\(decimals)f", median)
    guard extremes.lowerBound < extremes.upperBound else { return median }
    return median
      + String(
        format: " (%.\(decimals)f to %.\(decimals)f)", extremes.lowerBound, extremes.upperBound)
  }

  /// The median with the quartiles, such as `1.24 (1.20 to 1.31)`.
  func text(decimals: Int) -> String {
    String(
      format: "%.\(decimals)f (%.\(decimals)f to %.\(decimals)f)", median, lower, upper)
  }
}
