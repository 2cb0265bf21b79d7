import Foundation

/// One run over an archive: every new or changed file of a folder is anonymized into another.
///
/// A run runs once, on the thread that calls it; `cancel` may be called from any thread at any time.
public final class ArchiveRun: Sendable {
  let source: String
  let destination: String
  let options: ArchiveOptions
  let program: JobProgram
  let tell: @Sendable (ArchiveEvent) -> Void
  let control = RunControl()

  /// A run over folders, by their paths; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - program: does the jobs.
  ///   - tell: told what happens while it happens, from any thread.
  public init(
    source: String, destination: String, options: ArchiveOptions, program: JobProgram,
    tell: @escaping @Sendable (ArchiveEvent) -> Void
  ) {
    self.source = source
    self.destination = destination
    self.options = options
    self.program = program
    self.tell = tell
  }

  /// Ends the run soon: jobs are ended and what they did is dropped, to be done by the next run.
  ///
  /// - Parameter status: the exit status to be put down in the ledger.
  public func cancel(status: Int) { control.cancel(status: status) }

  /// Does all that is to be done; with a task in the options, what of the plan is the task's.
  ///
  /// The summary is the last event that is told, also of a run that is cancelled, or that fails once
  /// files were done.
  ///
  /// - Throws: `ArchiveError` or `LedgerError` where the whole run failed.
  public func run() throws -> ArchiveSummary {
    let premises = try Premises(
      source: source, destination: destination, options.task == nil ? .alone : .shared,
      openLedger: { try Ledger(path: $0, for: .writing) })
    guard try options.task == nil || premises.ledger.fact(.plan) != nil else {
      throw ArchiveError.unplanned(destination)
    }
    return try recorded(in: premises) {
      let interrupted = try Recovery(premises: premises).run()
      return try options.task.map { try share($0, of: premises) }
        ?? work(through: premises, last: interrupted)
    }
  }

  /// Puts a run down in the ledger, around what it does.
  ///
  /// - Parameter end: the event that tells of its end.
  func recorded(
    in premises: Premises, end: (ArchiveSummary) -> ArchiveEvent = { .summary($0) },
    _ body: () throws -> ArchiveSummary
  ) throws -> ArchiveSummary {
    let ledger = premises.ledger
    var record = RunRecord(
      started: Date().timeIntervalSince1970, host: hostName,
      process: Int(ProcessInfo.processInfo.processIdentifier), version: program.version,
      settings: program.settings)
    try ledger.transaction {
      try ledger.beginRun(&record)
      try ledger.setFact(.source, to: absolute(source))
      try ledger.setFact(.destination, to: premises.destinationPath)
      try ledger.setFact(.fingerprint, to: program.fingerprint)
      try ledger.rememberSettings(fingerprint: program.fingerprint, text: program.settings)
    }
    var summary = ArchiveSummary()
    var failure: (any Error)?
    do {
      summary = try body()
      failure = control.reasonToStop
    } catch is RunControl.Cancellation {
    } catch {
      failure = error
    }
    record.finished = Date().timeIntervalSince1970
    record.status = control.cancelledStatus ?? failure.map(exitStatus) ?? summary.status
    record.done = summary.done
    record.failed = summary.failed
    record.footageTime = summary.footageTime
    do { try ledger.finishRun(record) } catch { failure = failure ?? error }
    if failure == nil || summary.done + summary.failed > 0 { tell(end(summary)) }
    if let failure, control.cancelledStatus == nil { throw failure }
    return summary
  }

  private func work(
    through premises: Premises, last: Set<Int64>
  ) throws -> ArchiveSummary {
    let intake = try intake(into: premises)
    let work = OwnWork(
      intake.work, order: options.order, last: last, ledger: premises.ledger,
      worker: premises.worker)
    return try perform(work, intake.work, intake.summary, in: premises)
  }

  private func share(_ share: TaskShare, of premises: Premises) throws -> ArchiveSummary {
    let work = SharedWork(
      share: share, order: options.order, ledger: premises.ledger, worker: premises.worker)
    let files = try premises.ledger.entries().filter(work.contains)
    var summary = try perform(work, files, ArchiveSummary(), in: premises)
    // Others may have taken files that were there at the beginning; those that wait are counted as such.
    let rest = try premises.ledger.entries().filter(work.contains).count
    let left = rest - summary.waiting - summary.unreadable
    summary.remaining = max(0, min(summary.remaining, left))
    return summary
  }

  func intake(into premises: Premises) throws -> Intake {
    var intake = Intake(
      premises: premises, options: options, fingerprint: program.fingerprint, tell: tell)
    try intake.run(checkpoint: control.checkpoint)
    return intake
  }

  private func perform(
    _ work: any WorkSource, _ files: [LedgerEntry], _ summary: ArchiveSummary,
    in premises: Premises
  ) throws -> ArchiveSummary {
    tell(
      .started(files: files.count, waiting: summary.waiting, unchanged: summary.unchanged))
    let tally = RunTally(
      summary: summary, files: files.count, bytes: files.reduce(0) { $0 + $1.stamp.size },
      tell: tell)
    let workers = Workers(
      premises: premises, program: program, options: options, control: control, tally: tally,
      space: DiskSpace(premises.destination, try budget(of: premises.ledger)), tell: tell)
    workers.run(work, count: min(options.jobs, max(1, files.count)))
    return tally.summary
  }

  private func budget(of ledger: Ledger) throws -> SpaceBudget {
    let totals = try ledger.totals(currentFingerprint: nil)
    var budget = SpaceBudget()
    budget.note(source: totals.sourceBytes[.done] ?? 0, output: totals.outputBytes)
    return budget
  }
}
