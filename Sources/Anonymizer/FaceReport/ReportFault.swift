/// The errors of a report that cannot be followed.
enum ReportFault {
  /// What to do about a report of other footage.
  static let mismatchAdvice = "name the footage that it was made from, with the same options"

  /// A line is not as it has to be.
  static func fault(in name: String, line: Int, _ complaint: String) -> AnonymizationError {
    AnonymizationError(
      .damagedInput, path: name, "line \(line) \(complaint)",
      advice: "correct it, or make the report anew")
  }
}
