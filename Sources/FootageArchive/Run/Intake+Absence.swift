extension Intake {
  /// Forgets files that are gone, with their outputs where that is asked for.
  ///
  /// - Parameters:
  ///   - missing: of which the ledger knows.
  ///   - hasFiles: whether any others are there.
  ///   - hasDoneFiles: whether any of them has an output.
  mutating func forget(
    _ missing: [LedgerEntry], hasFiles: Bool, hasDoneFiles: Bool
  ) throws {
    let withOutput = missing.filter { $0.output != nil }
    try checkMount(
      hasAll: withOutput.isEmpty, hasSome: hasDoneFiles || summary.renamed > 0, hasFiles: hasFiles)
    try premises.ledger.remove(ids: missing.filter { $0.output == nil }.compactMap(\.id))
    summary.vanished = withOutput.count
    guard options.prunes else {
      for entry in withOutput.sorted(by: { $0.path < $1.path }) { tell(.vanished(entry.path)) }
      return
    }
    for entry in withOutput.sorted(by: { $0.path < $1.path }) {
      do { try prune(entry) } catch let error as ArchiveError {
        tell(.warning("\(entry.path): its output stays: \(error)"))
      }
    }
  }

  /// Throws where the source is another folder than before that holds none of the files that are done:
  /// what a disk was mounted on, most likely. Files of its own are no sign of the disk, so that nothing
  /// is pruned for them.
  private func checkMount(hasAll: Bool, hasSome: Bool, hasFiles: Bool) throws {
    let identity = premises.source.identity
    let text = "\(identity.device):\(identity.inode)"
    if hasAll || hasSome { return try premises.ledger.setFact(.sourceIdentity, to: text) }
    guard try premises.ledger.fact(.sourceIdentity) != text else { return }
    guard hasFiles && !options.prunes else {
      throw ArchiveError(
        .missingSource, path: premises.source.path,
        hasFiles
          ? "is not the folder that it was in earlier runs, and none of their files is in it"
          : "is empty, and not the folder that it was in earlier runs",
        advice: "mount its disk and run it again" + (hasFiles ? ", or without --prune" : ""))
    }
  }

  private mutating func prune(_ entry: LedgerEntry) throws {
    guard let output = entry.output else { return }
    if try premises.destination.status(at: output.path) != nil {
      guard try premises.destination.holds(output, whereUnknown: true) else {
        throw ArchiveError(
          .uncreatable, path: premises.destination.path(of: output.path),
          "is not the file that the archive put there",
          advice: "remove it, or put it elsewhere")
      }
      try premises.destination.remove(at: output.path)
      try premises.destination.sync(folderOf: output.path)
    }
    premises.destination.removeEmptyFolders(above: output.path)
    try premises.ledger.remove(ids: [entry.id].compactMap { $0 })
    summary.pruned += 1
    tell(.pruned(output.path))
  }

  /// Gives outputs the names that their sources have now, also where a run was killed before it could.
  func completeRenames(_ known: some Sequence<LedgerEntry>) throws {
    let followed = changed.filter { $0.state == .done }
    let ids = Set(followed.compactMap(\.id))
    for entry in followed + known.filter({ !ids.contains($0.id ?? -1) }) {
      do { try completeRename(of: entry) } catch let error as ArchiveError {
        tell(.warning("\(entry.path): its output keeps its former name: \(error)"))
      }
    }
  }

  private func completeRename(of entry: LedgerEntry) throws {
    let wanted = OutputNaming.output(of: entry.path)
    guard entry.state == .done, let output = entry.output, output.path != wanted,
      output.path.ending == wanted.ending
    else { return }
    let destination = premises.destination
    if let folder = wanted.folder { _ = try destination.folder(at: folder, creates: true) }
    if try destination.status(at: output.path) != nil {
      guard try destination.moveIfFree(output.path, of: destination, to: wanted) else {
        return tell(
          .warning(
            "\(entry.path): its output stays '\(output.path)', since its own name is taken"))
      }
      try destination.sync(folderOf: wanted)
      try destination.sync(folderOf: output.path)
      destination.removeEmptyFolders(above: output.path)
    }
    var moved = entry
    moved.output?.path = wanted
    try premises.ledger.save(&moved)
  }
}
