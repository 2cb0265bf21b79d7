/// A command line that can't be obeyed.
struct UsageError: Error, Hashable, Sendable {
  /// What is wrong with it, one line without a full stop.
  var message: String
  /// The command of which the form of a right one is to be shown as well, if of any.
  var usage: Command?

  /// The lines for standard error, without line ends.
  var lines: [String] {
    ["anonymize: \(message)"]
      + (usage.map { ["Usage: \($0.usage)"] } ?? [])
      + ["See 'anonymize --help' for more information."]
  }
}
