import Foundation

/// What there is to do: the source as it is, beside the ledger as it was.
struct Intake {
  let premises: Premises
  let options: ArchiveOptions
  /// Of what outputs are made with now.
  let fingerprint: String
  let tell: (ArchiveEvent) -> Void

  /// What was found, as far as a summary has it.
  var summary = ArchiveSummary()
  /// Files that may be done now.
  private(set) var work: [LedgerEntry] = []
  // Entries that are to be saved, of which `work` are those that wait for a job.
  private(set) var changed: [LedgerEntry] = []
  private let now = Date().timeIntervalSince1970
  private let settleRule: SettleRule
  private let retryRule: RetryRule

  /// An intake of which nothing has been done yet.
  init(
    premises: Premises, options: ArchiveOptions, fingerprint: String,
    tell: @escaping (ArchiveEvent) -> Void
  ) {
    self.premises = premises
    self.options = options
    self.fingerprint = fingerprint
    self.tell = tell
    settleRule = SettleRule(seconds: options.settle)
    retryRule = RetryRule(retries: options.retries)
  }

  /// Looks through the source, brings the ledger up to date and finds what there is to do.
  ///
  /// - Parameter checkpoint: called again and again; throws to end it.
  /// - Throws: `ArchiveError`, `LedgerError`, and what `checkpoint` throws.
  mutating func run(checkpoint: () throws -> Void) throws {
    let scan = try FolderScan(
      of: premises.source,
      taking: PathSelection(including: options.include, excluding: options.exclude),
      passingOver: premises.destination.identity, checkpoint: checkpoint)
    note(scan)
    var known: [RelativePath: LedgerEntry] = [:]
    try premises.ledger.forEachEntry { known[$0.path] = $0 }
    let found = Set(scan.files.map(\.path))
    var missing = known.values.filter { entry in
      !found.contains(entry.path) && !scan.isUnseen(entry.path) && isGone(entry.path)
    }
    for file in scan.files {
      try checkpoint()
      try take(file, known[file.path], missing: &missing)
    }
    try premises.ledger.transaction {
      try premises.ledger.remove(ids: replaced)
      try premises.ledger.save(&changed)
    }
    work = changed.filter { $0.state == .pending && !left.contains($0.path) }
    let isKnown = scan.files.contains { known[$0.path]?.output != nil }
    try forget(missing, hasFiles: !scan.files.isEmpty, hasDoneFiles: isKnown)
    try completeRenames(known.values)
  }

  // Files that are pending but can't be done in this run.
  private var left: Set<RelativePath> = []
  // Entries of files that turned out to be others under new names, by their numbers.
  private var replaced: [Int64] = []

  private mutating func note(_ scan: FolderScan) {
    let passedOver = scan.passedOver
    let counts: [(ArchiveSummary.Skip, Int)] = [
      (.hidden, passedOver.hidden), (.link, passedOver.links),
      (.special, passedOver.specials + passedOver.loops), (.excluded, passedOver.unselected),
      (.own, passedOver.own),
    ]
    for (reason, count) in counts where count > 0 { summary.skipped[reason] = count }
    for unread in scan.unread { noteUnreadable(unread.path, unread.reason) }
  }

  /// Whether there is nothing where a file was, or a folder; what can't be told is not gone.
  private func isGone(_ path: RelativePath) -> Bool {
    do throws(ArchiveError) {
      guard let status = try premises.source.status(at: path) else { return true }
      return status.kind == .folder
    } catch {
      return false
    }
  }

  private mutating func noteUnreadable(_ path: RelativePath, _ reason: String) {
    summary.unreadable += 1
    tell(.unreadable(path, reason: reason))
  }

  private mutating func take(
    _ file: FolderScan.File, _ known: LedgerEntry?, missing: inout [LedgerEntry]
  ) throws {
    let isNew = known?.stamp.agrees(with: file.stamp) != true
    var entry = known ?? LedgerEntry(path: file.path, stamp: file.stamp, seen: now)
    guard isNew || entry.state == .pending else { return takeKnown(entry) }
    if isNew {
      if isSameContent(file, entry) {
        entry.stamp = file.stamp
        return takeKnown(entry, isTouched: true)
      }
      renew(&entry)
      entry.stamp = file.stamp
      entry.seen = now
      entry.checksum = nil
    }
    let isSettled = settleRule.isSettled(
      file.stamp, changed: file.changed, now: nanoseconds(now), wasSeen: !isNew)
    guard isSettled else { return wait(entry, .settling) }
    try takeContent(of: entry, missing: &missing)
  }

  /// Whether a file whose times have changed is still the one that was done, by its checksum.
  private func isSameContent(_ file: FolderScan.File, _ entry: LedgerEntry) -> Bool {
    guard options.usesChecksums, let checksum = entry.checksum, entry.state == .done,
      entry.stamp.size == file.stamp.size
    else { return false }
    let found = try? OpenFile(at: file.path, in: premises.source).checksum()
    return found == checksum
  }

  /// Takes in a file that was not done yet, once it is known to be whole.
  private mutating func takeContent(
    of entry: LedgerEntry, missing: inout [LedgerEntry]
  ) throws {
    var entry = entry
    do throws(ArchiveError) {
      let file = try OpenFile(at: entry.path, in: premises.source)
      if file.withDescriptor(isOpenForWriting) == true { return wait(entry, .openForWriting) }
      if let reason = try file.probe().reasonToSkip {
        entry.state = .skipped
        entry.failure = LedgerEntry.Failure(status: FailureStatus.noFootage, reason: reason)
        entry.finished = now
        summary.skipped[.noFootage, default: 0] += 1
        changed.append(entry)
        return tell(.skipped(entry.path, reason: reason))
      }
      if options.usesChecksums, let index = try renamed(entry, file, among: missing) {
        return follow(missing.remove(at: index), to: entry)
      }
    } catch {
      if error.isAbsence { return }
      left.insert(entry.path)
      changed.append(entry)
      return noteUnreadable(entry.path, error.cause ?? error.message)
    }
    changed.append(entry)
  }

  /// The one of the missing files that a new one is, under another name.
  private func renamed(
    _ entry: LedgerEntry, _ file: OpenFile, among missing: [LedgerEntry]
  ) throws(ArchiveError) -> Int? {
    guard entry.output == nil else { return nil }
    let output = OutputNaming.output(of: entry.path)
    let candidates = missing.indices.filter { index in
      missing[index].state == .done && missing[index].checksum != nil
        && missing[index].stamp.size == entry.stamp.size
        && missing[index].output?.path.ending == output.ending
    }
    guard !candidates.isEmpty else { return nil }
    let checksum = try file.checksum()
    return candidates.first { missing[$0].checksum == checksum }
  }

  /// Takes a file for one that was done under another path; its output follows once that is saved.
  private mutating func follow(_ former: LedgerEntry, to entry: LedgerEntry) {
    var renamed = former
    renamed.path = entry.path
    renamed.stamp = entry.stamp
    changed.append(renamed)
    if let id = entry.id { replaced.append(id) }
    summary.renamed += 1
    summary.unchanged += 1
    tell(.renamed(from: former.path, to: entry.path))
  }

  private mutating func wait(_ entry: LedgerEntry, _ reason: ArchiveEvent.Wait) {
    left.insert(entry.path)
    changed.append(entry)
    summary.waiting += 1
    tell(.waiting(entry.path, reason))
  }

  /// Takes in a file that holds what it held when it was dealt with.
  private mutating func takeKnown(_ known: LedgerEntry, isTouched: Bool = false) {
    var entry = known
    let isDue: Bool
    switch entry.state {
    case .pending, .running: isDue = false
    case .done:
      let isOther = entry.fingerprint != fingerprint
      let isThere = hasOutput(entry)
      if !isThere {
        tell(.note("\(entry.path): its output is gone or was changed; it is made again"))
      }
      isDue = !isThere || options.redo == .all || (options.redo == .settings && isOther)
      if !isDue {
        summary.unchanged += 1
        if isOther { summary.otherSettings += 1 }
      }
    case .failed:
      let isWanted = options.redo == .failed || options.redo == .all
      isDue =
        isWanted || retryRule.isDue(attempts: entry.attempts, failed: entry.finished, now: now)
      if isWanted { entry.attempts = 0 }
      if !isDue { summary.left += 1 }
    case .skipped:
      isDue = options.redo == .all
      if !isDue { summary.skipped[.noFootage, default: 0] += 1 }
    }
    if isDue {
      let attempts = entry.attempts
      renew(&entry)
      entry.attempts = attempts
      changed.append(entry)
    } else if noteChecksum(of: &entry) || isTouched {
      changed.append(entry)
    }
  }

  /// Puts down the checksum of a file that was done without, so that it is known under its next name;
  /// whether it did.
  private func noteChecksum(of entry: inout LedgerEntry) -> Bool {
    guard options.usesChecksums, entry.state == .done, entry.checksum == nil,
      let file = try? OpenFile(at: entry.path, in: premises.source),
      let checksum = try? file.checksum(),
      let stamp = try? file.status.stamp, stamp.agrees(with: entry.stamp)
    else { return false }
    entry.checksum = checksum
    return true
  }

  /// Makes an entry one that is to be done. What it has as an output is no longer known to be right.
  private func renew(_ entry: inout LedgerEntry) {
    entry.state = .pending
    entry.attempts = 0
    entry.failure = nil
    entry.fingerprint = nil
    entry.worker = nil
    entry.turn = nil
  }

  private func hasOutput(_ entry: LedgerEntry) -> Bool {
    guard let output = entry.output else { return false }
    // A rename that was cut short is completed later.
    let places = [output.path, OutputNaming.output(of: entry.path)]
    return places.contains { place in
      do throws(ArchiveError) {
        guard let status = try premises.destination.status(at: place) else { return false }
        return status.kind == .file && status.stamp.size == output.size
      } catch {
        // A folder that can't be looked into for now is no reason to make all of it again.
        return true
      }
    }
  }
}

private func nanoseconds(_ seconds: Double) -> Int64 {
  Int64(exactly: (seconds * 1e9).rounded()) ?? .max
}
