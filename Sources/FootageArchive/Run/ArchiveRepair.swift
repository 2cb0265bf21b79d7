import Foundation

extension ArchiveRun {
  /// Makes the ledger anew from what lies in the destination, and puts the old one aside.
  ///
  /// A file of the source whose output is there is done, unless it has changed since: the output is
  /// younger, and of other content than the source. With which settings it was made is known only
  /// where the old ledger can still tell. All other files are to be done as ever; what their outputs'
  /// places hold is replaced then.
  ///
  /// With a verification in the program, outputs that the old ledger does not vouch for are compared
  /// with their sources first.
  ///
  /// - Returns: what was found: `unchanged` counts outputs that were taken in, `remaining` files that
  ///   are to be done.
  /// - Throws: `ArchiveError`, `LedgerError`.
  public func repair() throws -> ArchiveSummary {
    var salvaged: [RelativePath: LedgerEntry] = [:]
    let premises = try Premises(source: source, destination: destination, .alone) { path in
      let remains = LedgerRemains(path: path)
      for entry in remains.entries { salvaged[entry.path] = entry }
      try remains.putAside()
      return try Ledger(path: path, for: .writing)
    }
    return try recorded(
      in: premises, end: { .repaired(taken: $0.unchanged, remaining: $0.remaining) }
    ) {
      try Recovery(premises: premises).run()
      let scan = try FolderScan(
        of: premises.source,
        taking: PathSelection(including: options.include, excluding: options.exclude),
        passingOver: premises.destination.identity, checkpoint: control.checkpoint)
      for unread in scan.unread { tell(.unreadable(unread.path, reason: unread.reason)) }
      var summary = ArchiveSummary()
      summary.unreadable = scan.unread.count
      var entries: [LedgerEntry] = []
      for file in scan.files {
        try control.checkpoint()
        let entry = try entry(of: file, salvaged[file.path], in: premises)
        if entry.state == .done { summary.unchanged += 1 } else { summary.remaining += 1 }
        entries.append(entry)
      }
      try premises.ledger.save(&entries)
      return summary
    }
  }

  private func entry(
    of file: FolderScan.File, _ salvaged: LedgerEntry?, in premises: Premises
  ) throws -> LedgerEntry {
    let now = Date().timeIntervalSince1970
    var entry = LedgerEntry(path: file.path, stamp: file.stamp, seen: now)
    let place = salvaged?.output?.path ?? OutputNaming.output(of: file.path)
    guard let status = try premises.destination.status(at: place), status.kind == .file else {
      return entry
    }
    if let salvaged, salvaged.state == .done, salvaged.stamp.agrees(with: file.stamp),
      salvaged.output?.size == status.stamp.size
    {
      var entry = salvaged
      entry.id = nil
      return entry
    }
    entry.output = LedgerEntry.Output(
      path: place, size: status.stamp.size, inode: status.stamp.inode, checksum: nil)
    let isYounger = status.stamp.modified >= file.stamp.modified
    guard isYounger, try isMedia(place, in: premises),
      try !isCopy(place, of: file, in: premises),
      try isVerified(place, of: file, in: premises)
    else {
      tell(.note("\(file.path): what lies in its output's place is made again"))
      return entry
    }
    entry.state = .done
    entry.finished = Double(status.stamp.modified) / 1e9
    tell(.note("\(file.path): its output was taken in"))
    return entry
  }

  /// Whether a comparison finds nothing, where one is asked for.
  private func isVerified(
    _ place: RelativePath, of file: FolderScan.File, in premises: Premises
  ) throws -> Bool {
    guard let verification = program.verification else { return true }
    let files = [
      try OpenFile(at: file.path, in: premises.source),
      try OpenFile(at: place, in: premises.destination),
    ]
    let process = try JobProcess(
      of: program,
      arguments: verification + ["--progress=json", "--threads=\(program.threads)", "--"]
        + files.indices.map(JobProcess.path), files: files.map(\.descriptor),
      limits: JobLimits(time: options.timeout, memory: options.memory))
    control.add(process)
    defer { control.remove(process) }
    let ending = process.run { _ in }
    try control.checkpoint()
    return ending.isDone
  }

  private func isMedia(_ place: RelativePath, in premises: Premises) throws -> Bool {
    try OpenFile(at: place, in: premises.destination).probe() == .media
  }

  /// Whether an output holds the source's own bytes: what somebody has copied there shows faces.
  private func isCopy(
    _ place: RelativePath, of file: FolderScan.File, in premises: Premises
  ) throws -> Bool {
    let output = try OpenFile(at: place, in: premises.destination)
    guard try output.status.stamp.size == file.stamp.size else { return false }
    return try output.checksum() == OpenFile(at: file.path, in: premises.source).checksum()
  }
}
