/// One row of the table of commands: what the program can be told to do.
struct Command: Hashable, Sendable {
  /// The word that stands before the operands; `nil` for what is done without one.
  let word: String?
  /// What its operands are called.
  let operands: [String]
  /// What it does, in a few words without a full stop.
  let summary: String
  /// The groups of options that it takes, beside those that `also` names.
  let groups: Set<Option.Group>
  /// Names of options of other groups that it takes too.
  let also: Set<String>

  /// The form of its command line.
  var usage: String {
    (["anonymize"] + (word.map { [$0] } ?? []) + ["[options]"] + operands).joined(separator: " ")
  }

  /// Whether an option has a meaning for it.
  func takes(_ option: Option) -> Bool {
    groups.contains(option.group) || also.contains(option.name)
  }
}

extension Command {
  /// Anonymizes one piece of footage.
  static let anonymize = Command(
    word: nil, operands: ["INPUT", "OUTPUT"], summary: "Write the footage with every face covered",
    groups: Set(Option.Group.allCases), also: [])
  /// Finds faces and reports them.
  static let inspect = Command(
    word: "inspect", operands: ["INPUT"], summary: "Report the faces alone, on standard output",
    groups: [.finding, .input, .running, .information], also: ["--report", "--overwrite"])

  /// Compares anonymized footage with its original.
  static let verify = Command(
    word: "verify", operands: ["ORIGINAL", "ANONYMIZED"],
    summary: "Look for faces that are still shown",
    groups: [.finding, .input, .running, .information], also: ["--detections", "--overwrite"])

  /// The rows.
  static let all = [anonymize, inspect, verify]

  /// Words that are kept for commands to come.
  static let reservedWords: Set = ["archive"]

  /// The command that a word stands for.
  static func named(_ word: String) -> Command? { all.first { $0.word == word } }
}
