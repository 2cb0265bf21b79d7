/// The moment in which a finished output gets its name.
struct Publication {
  let claim: Claim
  let destination: Folder
  /// Where the output is to be.
  let path: RelativePath
  /// Whether a file that the archive did not make may be replaced.
  let replacesForeign: Bool

  private var earlier: RelativePath? { claim.entry.output?.path }

  /// What keeps the output from being published, other than an earlier output of the same file.
  func obstacle() throws -> LedgerEntry.Failure? {
    if let owner = try claim.ledger.entry(withOutput: path), owner.id != claim.entry.id {
      return LedgerEntry.Failure(
        status: FailureStatus.uncreatable,
        reason: "its output would replace that of '\(owner.path)'; rename one of them")
    }
    do throws(ArchiveError) {
      try destination.checkRoom(for: path)
      guard earlier != path, !replacesForeign else { return nil }
      return try destination.status(at: path) == nil ? nil : taken
    } catch {
      return Self.failure(error)
    }
  }

  /// Gives an output its name.
  ///
  /// - Parameters:
  ///   - output: as its job has left it, whole.
  ///   - made: the entry with what is known of the output but for its place, size and checksum.
  /// - Throws: `ArchiveError`, `LedgerError`: what ends the whole run.
  func run(_ output: RelativePath, of made: LedgerEntry) throws -> FileJob.Result {
    var entry = made
    do {
      entry.output = try describe(output)
      if let folder = path.folder { _ = try destination.folder(at: folder, creates: true) }
    } catch {
      guard error.code == .uncreatable else {
        _ = try? claim.release()
        throw error
      }
      return try claim.fail(Self.failure(error))
    }
    // From here on a start after a crash can tell whether the output has got its name.
    do {
      guard try claim.save(&entry) else { return .lost }
    } catch let error as LedgerError where error.kind == .conflict {
      // Another file's output has got that name since the job began.
      return try claim.fail(try obstacle() ?? taken)
    }
    do {
      guard try move(output) else { return try claim.fail(taken) }
    } catch let error as ArchiveError where error.code == .uncreatable {
      return try claim.fail(Self.failure(error))
    }
    try destination.sync(folderOf: path)
    let result = try claim.finish(entry)
    if let earlier, earlier != path { try destination.remove(at: earlier) }
    return result
  }

  private func describe(_ output: RelativePath) throws(ArchiveError) -> LedgerEntry.Output {
    let file = try OpenFile(at: output, in: destination)
    try file.sync()
    let stamp = try file.status.stamp
    return LedgerEntry.Output(
      path: path, size: stamp.size, inode: stamp.inode, checksum: try file.checksum())
  }

  /// Whether the name was free, or may be replaced.
  private func move(_ output: RelativePath) throws(ArchiveError) -> Bool {
    guard earlier == path || replacesForeign else {
      return try destination.moveIfFree(output, of: destination, to: path)
    }
    try destination.move(output, of: destination, to: path)
    return true
  }

  private var taken: LedgerEntry.Failure {
    LedgerEntry.Failure(
      status: FailureStatus.uncreatable,
      reason: "its output's name is taken by a file that the archive did not make; remove that, "
        + "have it replaced with --overwrite, or taken in by 'anonymize archive repair'")
  }

  private static func failure(_ error: ArchiveError) -> LedgerEntry.Failure {
    LedgerEntry.Failure(status: FailureStatus.uncreatable, reason: error.description)
  }
}
