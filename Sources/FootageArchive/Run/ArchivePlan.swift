extension ArchiveRun {
  /// Looks through the source and puts the list of work down in the ledger, for several runs that
  /// each take a task of it; a list that was there is replaced.
  ///
  /// - Returns: the number of tasks, 0 where there is nothing to do, and what was found.
  /// - Throws: `ArchiveError`, `LedgerError`; where it is cancelled, nothing has been planned.
  public func plan() throws -> (tasks: Int, summary: ArchiveSummary) {
    let premises = try Premises(
      source: source, destination: destination, .alone,
      openLedger: { try Ledger(path: $0, for: .writing) })
    var count = 0
    let summary = try recorded(
      in: premises, end: { .planned(files: $0.remaining, tasks: count) }
    ) {
      try Recovery(premises: premises).run()
      let intake = try intake(into: premises)
      let work = intake.work.sorted { options.order.puts($0, before: $1) }
      count = min(work.count, options.tasks)
      try replacePlan(with: work, for: count, in: premises.ledger)
      var summary = intake.summary
      summary.remaining = work.count
      return summary
    }
    return (count, summary)
  }

  private func replacePlan(with work: [LedgerEntry], for tasks: Int, in ledger: Ledger) throws {
    try ledger.transaction {
      var former = try ledger.entries().filter { $0.turn != nil }
      for index in former.indices { former[index].turn = nil }
      try ledger.save(&former)
      var planned = work
      for index in planned.indices { planned[index].turn = index }
      try ledger.save(&planned)
      try ledger.setFact(.plan, to: String(tasks))
    }
  }
}
