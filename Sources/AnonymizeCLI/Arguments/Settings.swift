import Anonymizer
import FootageArchive

/// Everything that options can change: how the footage is anonymized and what is told of it.
struct Settings: Hashable, Sendable {
  /// How the footage is anonymized.
  var configuration = Configuration()
  /// How an archive is kept.
  var archive = ArchiveOptions()
  /// Where progress is shown.
  var progress = ProgressMode.auto
  /// How much is told on standard error.
  var verbosity = Verbosity.normal
  /// The form of the lines that tell of an archive.
  var logFormat = LogFormat.text
  /// The file that metrics of an archive are written to; `nil` writes none.
  var metricsFile: String?
  /// The file that a page about an archive is written to, `-` for standard output.
  var htmlFile: String?
  /// Whether the status of an archive is printed as JSON.
  var printsJSON = false
  /// What is asked for instead of anonymizing, if anything.
  var request: Request?

  /// The shell whose completion script is asked for, if any.
  var completion: Shell? {
    get {
      if case .completion(let shell) = request { shell } else { nil }
    }
    set { request = newValue.map(Request.completion) }
  }
}

/// The value of `--progress`.
enum ProgressMode: String, CaseIterable, Sendable {
  /// A bar on a terminal, plain lines elsewhere.
  case auto
  /// A bar, even where standard error is no terminal.
  case always
  /// None.
  case never
  /// JSON Lines.
  case json
}

/// The value of `--log-format`.
enum LogFormat: String, CaseIterable, Sendable {
  /// Plain lines.
  case text
  /// JSON Lines.
  case json
}

/// How much is told on standard error.
enum Verbosity: Sendable {
  /// Errors only.
  case quiet
  /// Errors, warnings, progress and the closing line.
  case normal
  /// All of that, and how the work is done.
  case verbose
}
