import Foundation

/// A file that this run has claimed in the ledger, and what may become of it.
///
/// Each way out saves it as no longer claimed, unless another run has it by now: one that took this
/// one for dead. Errors are `LedgerError`.
struct Claim {
  /// The file as it was claimed.
  let entry: LedgerEntry
  let ledger: Ledger
  /// The name of the run's lock.
  let worker: String

  /// Leaves the file to a later run, as if it had not been claimed.
  @discardableResult
  func release(_ result: FileJob.Result = .cancelled) throws -> FileJob.Result {
    var entry = entry
    entry.state = .pending
    entry.worker = nil
    return try save(&entry) ? result : .lost
  }

  /// Puts a failure down.
  func fail(_ failure: LedgerEntry.Failure) throws -> FileJob.Result {
    var entry = entry
    entry.state = .failed
    entry.failure = failure
    entry.attempts += 1
    end(&entry)
    return try save(&entry) ? .failed(entry, failure) : .lost
  }

  /// Puts down that it is no footage.
  func skip(_ reason: String) throws -> FileJob.Result {
    var entry = entry
    entry.state = .skipped
    entry.failure = LedgerEntry.Failure(status: FailureStatus.noFootage, reason: reason)
    end(&entry)
    return try save(&entry) ? .skipped(reason: reason) : .lost
  }

  /// Puts down that its output, which an entry of it describes, has got its name.
  func finish(_ published: LedgerEntry) throws -> FileJob.Result {
    var entry = published
    entry.state = .done
    entry.failure = nil
    entry.attempts = 0
    end(&entry)
    return try save(&entry) ? .finished(entry) : .lost
  }

  /// Saves something of it, still claimed; whether it is still this run's.
  func save(_ entry: inout LedgerEntry) throws -> Bool {
    try ledger.save(&entry, claimedBy: worker)
  }

  private func end(_ entry: inout LedgerEntry) {
    entry.worker = nil
    entry.turn = nil
    entry.finished = Date().timeIntervalSince1970
  }
}
