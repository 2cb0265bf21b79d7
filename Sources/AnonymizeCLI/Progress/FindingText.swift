import Anonymizer

/// What a verification found, in lines for people.
enum FindingText {
  /// Findings that are told one by one.
  static let mostLines = 20

  /// A line for each of the first findings, and one that counts the others.
  ///
  /// - Parameter path: the file that they are about.
  static func lines(_ findings: [VerificationFinding], in path: String?) -> [String] {
    let file = path.map { "\($0): " } ?? ""
    var lines = findings.prefix(mostLines).map { "\(file)\($0); \($0.advice)" }
    let rest = findings.count - lines.count
    if rest > 0 { lines.append("\(file)and \(Notation.count(rest, "more finding"))") }
    return lines
  }
}
