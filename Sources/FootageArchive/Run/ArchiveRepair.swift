import Foundation

extension ArchiveRun {
  /// Makes the ledger anew from what lies in the destination, and puts the old one aside.
  ///
  /// A file of the source whose output is there is done, unless it has changed since. That is told by
  /// the old ledger, and where it knows nothing of the output, by the disk: the output is younger, and
  /// of other content than the source; with which settings it was made nobody knows then. All other
  /// files are to be done as ever; what their outputs' places hold is replaced then.
  ///
  /// With a verification in the program, outputs that the old ledger does not vouch for are compared
  /// with their sources first.
  ///
  /// - Returns: what was found: `unchanged` counts outputs that were taken in, `remaining` files that
  ///   are to be done.
  /// - Throws: `ArchiveError`, `LedgerError`.
  public func repair() throws -> ArchiveSummary {
    let premises = try Premises(source: source, destination: destination, .alone) { path in
      let remains = LedgerRemains(path: path)
      let salvaged = remains.entries
      try remains.putAside()
      let ledger = try Ledger(path: path, for: .writing)
      // In the new ledger from the start: the next repair finds it where this one is killed.
      try ledger.takeIn(salvaged)
      return ledger
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
      var known: [RelativePath: LedgerEntry] = [:]
      try premises.ledger.forEachEntry { known[$0.path] = $0 }
      var places = Set(known.values.compactMap(\.output?.path))
      var entries: [LedgerEntry] = []
      for file in scan.files.sorted(by: { $0.path < $1.path }) {
        try control.checkpoint()
        let entry =
          if let former = known[file.path], let output = former.output {
            try self.entry(of: file, former, output, in: premises)
          } else {
            try entry(of: file, id: known[file.path]?.id, except: places, in: premises)
          }
        if entry.state == .done, let place = entry.output?.path { places.insert(place) }
        if entry.state == .done { summary.unchanged += 1 } else { summary.remaining += 1 }
        entries.append(entry)
      }
      // What is in an output's place and was not taken in may be replaced, by one file.
      for index in entries.indices where known[entries[index].path]?.output == nil {
        guard entries[index].state != .done, let place = entries[index].output?.path else {
          continue
        }
        if !places.insert(place).inserted { entries[index].output = nil }
      }
      try premises.ledger.save(&entries)
      return summary
    }
  }

  /// The entry of a file of whose output the old ledger can tell.
  private func entry(
    of file: FolderScan.File, _ former: LedgerEntry, _ output: LedgerEntry.Output,
    in premises: Premises
  ) throws -> LedgerEntry {
    let status = try premises.destination.status(at: output.path)
    let found = status?.kind == .file ? status?.stamp : nil
    if former.state == .done, former.stamp.agrees(with: file.stamp), found?.size == output.size {
      return former
    }
    // Whatever its times say, it is not of what the source holds now.
    var entry = LedgerEntry(
      path: file.path, stamp: file.stamp, seen: Date().timeIntervalSince1970)
    entry.id = former.id
    entry.output = found.map {
      LedgerEntry.Output(path: output.path, size: $0.size, inode: $0.inode, checksum: nil)
    }
    return entry
  }

  /// The entry of a file of whose output only the disk can tell.
  ///
  /// - Parameter places: of outputs that are known, which are of no other file.
  private func entry(
    of file: FolderScan.File, id: Int64?, except places: Set<RelativePath>,
    in premises: Premises
  ) throws -> LedgerEntry {
    var entry = LedgerEntry(
      path: file.path, stamp: file.stamp, seen: Date().timeIntervalSince1970)
    entry.id = id
    let place = OutputNaming.output(of: file.path)
    guard let status = try premises.destination.status(at: place), status.kind == .file,
      !places.contains(place)
    else { return entry }
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
        + files.indices.map(JobProcess.path), files: files,
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
