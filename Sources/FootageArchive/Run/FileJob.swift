import Foundation
import Media

/// The work on one file of an archive: from its claim in the ledger to its published output.
///
/// Whatever goes wrong with the file ends as a line in the ledger; only what concerns the whole run is
/// thrown.
struct FileJob {
  /// What became of the file.
  enum Result {
    case finished(LedgerEntry)
    case failed(LedgerEntry, LedgerEntry.Failure)
    case skipped(reason: String)
    /// It is left to a later run.
    case waiting(ArchiveEvent.Wait)
    /// It is no longer there.
    case vanished
    /// Another run has taken it over, so that what was made of it here is dropped.
    case lost
    /// It can't be opened.
    case unreadable(reason: String)
    /// The run is being ended.
    case cancelled
  }

  let premises: Premises
  let program: JobProgram
  let options: ArchiveOptions
  /// Most threads of this job.
  let threads: Int
  /// Told when its process has been started.
  let onStart: (JobProcess) -> Void
  /// Told how far it has come.
  let onProgress: (JobProgress) -> Void
  /// Told of warnings.
  let onWarning: (String) -> Void

  private var destination: Folder { premises.destination }

  /// Does the work on a file that has been claimed.
  ///
  /// - Throws: `ArchiveError`, `LedgerError`: what ends the whole run. The file is as it was before it
  ///   was claimed then, but for one whose output was just about to get its name: the next start
  ///   finds out whether it did.
  func run(_ claimed: LedgerEntry, id: Int64) throws -> Result {
    switch try make(claimed, id: id) {
    case .made(let made, let folder):
      defer { folder.remove() }
      return try publish(claimed, made, from: folder)
    case .not(let result): return result
    }
  }

  private enum Making {
    /// The output lies whole in its job's folder.
    case made(Made, WorkFolder)
    case not(Result)
  }

  private struct Made {
    /// Where the output is to be published.
    let path: RelativePath
    let findings: LedgerEntry.Findings
    /// SHA-256 of the source, where that is wanted.
    let checksum: String?
  }

  /// Has the output made.
  private func make(_ entry: LedgerEntry, id: Int64) throws -> Making {
    do {
      return try attempt(entry, id: id)
    } catch {
      _ = try? release(entry)
      throw error
    }
  }

  private func attempt(_ entry: LedgerEntry, id: Int64) throws -> Making {
    let file: OpenFile
    let content: ContentProbe
    let isWhole: Bool
    do throws(ArchiveError) {
      file = try OpenFile(at: entry.path, in: premises.source)
      isWhole = try file.status.stamp.agrees(with: entry.stamp)
      content = try file.probe()
    } catch {
      return .not(try release(entry, try absence(error)))
    }
    guard isWhole else { return .not(try release(entry, .waiting(.settling))) }
    guard isOpenForWriting(file.descriptor) != true else {
      return .not(try release(entry, .waiting(.openForWriting)))
    }
    if let reason = content.reasonToSkip { return .not(try skip(entry, reason)) }
    let path = OutputNaming.output(of: entry.path)
    if let failure = try obstacle(at: path, for: entry) { return .not(try fail(entry, failure)) }
    let folder = try WorkFolder(in: premises, for: entry, id: id, name: path)
    do {
      let making = try make(entry, of: file, content, in: folder, as: path)
      if case .not = making { folder.remove() }
      return making
    } catch {
      folder.remove()
      throw error
    }
  }

  /// What it means that a file can't be read.
  private func absence(_ error: ArchiveError) throws -> Result {
    guard premises.hasSource else {
      throw ArchiveError(
        .missingSource, path: premises.source.path, "is gone",
        advice: "check that its disk is mounted, and run it again", cause: error.cause)
    }
    return error.isAbsence ? .vanished : .unreadable(reason: error.cause ?? error.message)
  }

  private func make(
    _ entry: LedgerEntry, of file: OpenFile, _ content: ContentProbe, in folder: WorkFolder,
    as path: RelativePath
  ) throws -> Making {
    let process = try JobProcess(
      executable: program.executable,
      arguments: program.arguments + [
        "--progress=json", "--check=frames", "--threads=\(threads)", "--",
        folder.arguments.source, folder.arguments.output,
      ], files: [file.descriptor],
      limits: JobLimits(time: options.timeout, memory: options.memory))
    onStart(process)
    let ending = process.run { event in
      switch event {
      case .progress(let progress): onProgress(progress)
      case .warning(let message): onWarning(plain(message, folder))
      default: break
      }
    }
    guard case .failed(let failure, let code) = ending else {
      guard case .done(let findings) = ending else { return .not(try release(entry, .cancelled)) }
      guard try isUnchanged(file, entry) else {
        return .not(try release(entry, .waiting(.settling)))
      }
      let checksum = options.usesChecksums ? try file.checksum() : nil
      return .made(Made(path: path, findings: findings, checksum: checksum), folder)
    }
    let reason = plain(failure.reason, folder)
    switch code {
    case "fullDisk":
      throw ArchiveError(
        .fullDisk, path: premises.destinationPath, "has no room for the output of '\(entry.path)'",
        advice: "free some space and run it again", cause: reason)
    case "missingRuntime": throw ArchiveError(.missingRuntime, reason)
    // A service manager ends all processes at once; that is no fault of the file.
    case "cancelled": return .not(try release(entry, .cancelled))
    case "busy": return .not(try release(entry, .waiting(.settling)))
    case "noFootage": return .not(try skip(entry, reason))
    case "damagedInput" where content == .uncertain: return .not(try skip(entry, reason))
    default:
      // What was written to while it was read fails in many ways.
      guard try isUnchanged(file, entry) else {
        return .not(try release(entry, .waiting(.settling)))
      }
      return .not(
        try fail(entry, LedgerEntry.Failure(status: failure.status, reason: reason)))
    }
  }

  /// A job's message without the names that the files have for it alone.
  private func plain(_ message: String, _ folder: WorkFolder) -> String {
    var message = message
    for name in [folder.arguments.source, folder.arguments.output] {
      if message.hasPrefix("\(name): ") { message.removeFirst(name.count + 2) }
      message = message.replacing(name, with: "the file")
    }
    return message
  }

  /// Whether the file, and what has its name now, are as they were when it was taken in.
  private func isUnchanged(_ file: OpenFile, _ entry: LedgerEntry) throws -> Bool {
    guard try file.status.stamp.agrees(with: entry.stamp) else { return false }
    // Gone by now is no change: what was read was whole.
    guard let status = try? premises.source.status(at: entry.path) else { return true }
    return status.stamp.agrees(with: entry.stamp)
  }

  /// What keeps an output from being published, other than an earlier output of the same file.
  private func obstacle(
    at path: RelativePath, for entry: LedgerEntry
  ) throws -> LedgerEntry.Failure? {
    if let owner = try premises.ledger.entry(withOutput: path), owner.id != entry.id {
      return isAnothers(owner.path)
    }
    guard entry.output?.path != path, !options.replacesForeign else { return nil }
    do throws(ArchiveError) {
      return try destination.status(at: path) == nil ? nil : taken
    } catch {
      return LedgerEntry.Failure(status: FailureStatus.uncreatable, reason: error.description)
    }
  }

  private func isAnothers(_ owner: RelativePath?) -> LedgerEntry.Failure {
    LedgerEntry.Failure(
      status: FailureStatus.uncreatable,
      reason: "its output would replace that of '\(owner?.description ?? "another file")'; "
        + "rename one of them")
  }

  private var taken: LedgerEntry.Failure {
    LedgerEntry.Failure(
      status: FailureStatus.uncreatable,
      reason: "its output's name is taken by a file that the archive did not make; remove that, "
        + "have it replaced with --overwrite, or taken in by 'anonymize archive repair'")
  }

  /// Gives an output its name.
  private func publish(
    _ claimed: LedgerEntry, _ output: Made, from folder: WorkFolder
  ) throws -> Result {
    let path = output.path
    var entry = claimed
    do {
      let made = try OpenFile(at: folder.output, in: destination)
      try made.sync()
      let stamp = try made.status.stamp
      entry.output = LedgerEntry.Output(
        path: path, size: stamp.size, inode: stamp.inode, checksum: try made.checksum())
      entry.findings = output.findings
      entry.checksum = output.checksum
      entry.fingerprint = program.fingerprint
      if let parent = path.folder { _ = try destination.folder(at: parent, creates: true) }
    } catch {
      guard error.code == .uncreatable else {
        _ = try? release(claimed)
        throw error
      }
      return try fail(
        claimed, LedgerEntry.Failure(status: FailureStatus.uncreatable, reason: error.description))
    }
    // From here on a start after a crash can tell whether the output has got its name.
    do {
      guard try save(&entry) else { return .lost }
    } catch let error as LedgerError where error.kind == .conflict {
      // Another file's output has got that name since the job began.
      return try fail(claimed, try obstacle(at: path, for: claimed) ?? taken)
    }
    do {
      if claimed.output?.path == path || options.replacesForeign {
        try destination.move(folder.output, of: destination, to: path)
      } else if try !destination.moveIfFree(folder.output, of: destination, to: path) {
        return try fail(claimed, taken)
      }
    } catch let error as ArchiveError where error.code == .uncreatable {
      return try fail(
        claimed, LedgerEntry.Failure(status: FailureStatus.uncreatable, reason: error.description))
    }
    try destination.sync(folderOf: path)
    entry.state = .done
    entry.failure = nil
    entry.attempts = 0
    finish(&entry)
    try premises.ledger.save(&entry)
    if let earlier = claimed.output?.path, earlier != path {
      try destination.remove(at: earlier)
    }
    return .finished(entry)
  }

  private func fail(_ claimed: LedgerEntry, _ failure: LedgerEntry.Failure) throws -> Result {
    var entry = claimed
    entry.state = .failed
    entry.failure = failure
    entry.attempts += 1
    finish(&entry)
    return try save(&entry) ? .failed(entry, failure) : .lost
  }

  private func skip(_ claimed: LedgerEntry, _ reason: String) throws -> Result {
    var entry = claimed
    entry.state = .skipped
    entry.failure = LedgerEntry.Failure(status: FailureStatus.noFootage, reason: reason)
    finish(&entry)
    return try save(&entry) ? .skipped(reason: reason) : .lost
  }

  /// Leaves a file to a later run.
  private func release(_ claimed: LedgerEntry, _ result: Result) throws -> Result {
    try release(claimed) ? result : .lost
  }

  private func release(_ claimed: LedgerEntry) throws -> Bool {
    var entry = claimed
    entry.state = .pending
    entry.worker = nil
    return try save(&entry)
  }

  /// Saves what has become of the file, as long as it is this run's.
  private func save(_ entry: inout LedgerEntry) throws -> Bool {
    try premises.ledger.save(&entry, claimedBy: premises.worker)
  }

  private func finish(_ entry: inout LedgerEntry) {
    entry.worker = nil
    entry.turn = nil
    entry.finished = Date().timeIntervalSince1970
  }
}

/// Exit statuses of failures that no job has told of; see sysexits.h.
enum FailureStatus {
  static let noFootage = 65
  static let uncreatable = 73
}
