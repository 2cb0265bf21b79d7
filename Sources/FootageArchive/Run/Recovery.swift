/// What brings ledger and disk to agree again after runs that were killed.
struct Recovery {
  let premises: Premises

  private var destination: Folder { premises.destination }
  private var ledger: Ledger { premises.ledger }

  /// Settles what dead runs had claimed, and removes what they left behind.
  ///
  /// - Returns: files that they were at, by their numbers: where one of them ended a run, as by all
  ///   the machine's memory, it had better be the last to be done by the next.
  /// - Throws: `ArchiveError`, `LedgerError`.
  @discardableResult
  func run() throws -> Set<Int64> {
    var interrupted: Set<Int64> = []
    for entry in try ledger.running() {
      guard let id = entry.id, let worker = entry.worker, try !isAlive(worker) else { continue }
      // Another run of the same plan may be settling it, too.
      try ledger.transaction {
        guard var now = try ledger.entry(id: id), now.state == .running, now.worker == worker else {
          return
        }
        try settle(&now)
        try ledger.save(&now)
        if now.state == .pending { interrupted.insert(id) }
      }
    }
    for name in destination.names(in: try archivePath(ArchiveLayout.work)) {
      let text = printable(name)
      guard try !isAlive(text), let path = RelativePath("\(ArchiveLayout.work)/\(text)") else {
        continue
      }
      destination.removeTree(at: path)
    }
    for name in premises.workers.names where printable(name) != premises.worker {
      try WorkerLock.removeDead(printable(name), in: premises.workers)
    }
    return interrupted
  }

  private func isAlive(_ worker: String) throws -> Bool {
    try worker == premises.worker || WorkerLock.isAlive(worker, in: premises.workers)
  }

  /// Finds out how far a claimed file had come.
  private func settle(_ entry: inout LedgerEntry) throws {
    entry.state = .pending
    entry.worker = nil
    guard let output = entry.output else { return }
    guard let status = try destination.status(at: output.path), status.kind == .file else {
      entry.output = nil
      return
    }
    if entry.fingerprint != nil, try destination.holds(output) {
      entry.state = .done
      entry.failure = nil
      entry.attempts = 0
      entry.turn = nil
      entry.finished = entry.finished ?? entry.started
      return
    }
    // An earlier output, which the next one will replace.
    entry.output = LedgerEntry.Output(
      path: output.path, size: status.stamp.size, inode: status.stamp.inode, checksum: nil)
    entry.fingerprint = nil
  }
}
