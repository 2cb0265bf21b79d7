/// A command line that can't be obeyed.
struct UsageError: Error, Hashable, Sendable {
  /// What is wrong with it, one line without a full stop.
  var message: String
  /// Whether the form of a right one is to be shown as well.
  var showsUsage = false

  /// The lines for standard error, without line ends.
  var lines: [String] {
    ["anonymize: \(message)"]
      + (showsUsage ? ["Usage: \(HelpText.usage)"] : [])
      + ["See 'anonymize --help' for more information."]
  }
}
