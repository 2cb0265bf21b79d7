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

  /// Does the work on a file that has been claimed.
  ///
  /// - Throws: `ArchiveError`, `LedgerError`: what ends the whole run. The file is as it was before it
  ///   was claimed then, but for one whose output was just about to get its name: the next start
  ///   finds out whether it did.
  func run(_ claimed: LedgerEntry, id: Int64) throws -> Result {
    let claim = Claim(entry: claimed, ledger: premises.ledger, worker: premises.worker)
    let publication = Publication(
      claim: claim, destination: premises.destination,
      path: OutputNaming.output(of: claimed.path), replacesForeign: options.replacesForeign)
    let folder: WorkFolder
    let making: Making
    do {
      folder = try WorkFolder(in: premises, for: claimed, id: id, name: publication.path)
      making = try make(claim, in: folder, publication)
    } catch {
      _ = try? claim.release()
      throw error
    }
    defer { folder.remove() }
    switch making {
    case .made(let entry): return try publication.run(folder.output, of: entry)
    case .not(let result): return result
    }
  }

  private enum Making {
    /// The output lies whole in its job's folder; the entry says what is known of it.
    case made(LedgerEntry)
    case not(Result)
  }

  /// Has the output made, if nothing speaks against it.
  private func make(
    _ claim: Claim, in folder: WorkFolder, _ publication: Publication
  ) throws -> Making {
    let file: OpenFile
    let content: ContentProbe
    let isWhole: Bool
    do throws(ArchiveError) {
      file = try OpenFile(at: claim.entry.path, in: premises.source)
      isWhole = try file.status.stamp.agrees(with: claim.entry.stamp)
      content = try file.probe()
    } catch {
      return .not(try claim.release(try absence(error)))
    }
    guard isWhole else { return .not(try claim.release(.waiting(.settling))) }
    guard file.withDescriptor(isOpenForWriting) != true else {
      return .not(try claim.release(.waiting(.openForWriting)))
    }
    if let reason = content.reasonToSkip { return .not(try claim.skip(reason)) }
    if let failure = try publication.obstacle() { return .not(try claim.fail(failure)) }
    return try make(claim, of: file, content, in: folder)
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
    _ claim: Claim, of file: OpenFile, _ content: ContentProbe, in folder: WorkFolder
  ) throws -> Making {
    let entry = claim.entry
    let process = try JobProcess(
      of: program,
      arguments: program.arguments + [
        "--progress=json", "--check=frames", "--threads=\(threads)", "--",
        folder.arguments.source, folder.arguments.output,
      ], files: [file],
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
      guard case .done(let findings) = ending else { return .not(try claim.release(.cancelled)) }
      guard try isUnchanged(file, entry) else {
        return .not(try claim.release(.waiting(.settling)))
      }
      return .made(try made(entry, of: file, findings))
    }
    let reason = plain(failure.reason, folder)
    switch code {
    case "fullDisk":
      throw ArchiveError(
        .fullDisk, path: premises.destinationPath, "has no room for the output of '\(entry.path)'",
        advice: "free some space and run it again", cause: reason)
    case "missingRuntime": throw ArchiveError(.missingRuntime, reason)
    case "busy": return .not(try claim.release(.waiting(.settling)))
    case "noFootage": return .not(try claim.skip("has no video"))
    case "damagedInput" where content == .uncertain: return .not(try claim.skip(reason))
    default:
      // What was written to while it was read fails in many ways.
      guard try isUnchanged(file, entry) else {
        return .not(try claim.release(.waiting(.settling)))
      }
      return .not(
        try claim.fail(LedgerEntry.Failure(status: failure.status, reason: reason)))
    }
  }

  /// The entry with what is known of its output.
  private func made(
    _ entry: LedgerEntry, of file: OpenFile, _ findings: LedgerEntry.Findings
  ) throws -> LedgerEntry {
    var entry = entry
    entry.findings = findings
    entry.fingerprint = program.fingerprint
    entry.checksum = options.usesChecksums ? try file.checksum() : nil
    return entry
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
}
