/// How a job ended.
enum JobEnding: Hashable, Sendable {
  /// Its output lies whole under its working name.
  case done(LedgerEntry.Findings)
  /// There is no output. `code` is the name of the error's kind, empty where it had no time to tell.
  case failed(LedgerEntry.Failure, code: String)
  /// It was ended because the whole run was, or by a signal of somebody else's.
  case cancelled
}
