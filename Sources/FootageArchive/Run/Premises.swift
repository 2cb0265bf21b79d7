#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An archive that a run has open: its folders, its ledger, and the locks that make it the run's.
///
/// What is open stays open, and what is locked stays locked, for as long as this lives.
final class Premises: Sendable {
  /// How much of an archive a run has.
  enum Access: Sendable {
    /// All of it; folders and ledger are made where there are none.
    case alone
    /// What it takes of a plan, beside others; there has to be a ledger.
    case shared
  }

  let source: Folder
  let destination: Folder
  /// The destination as an absolute path without links.
  let destinationPath: String
  let ledger: Ledger
  /// The folder of the locks of all runs.
  let workers: Folder
  /// The name of this run's own lock, which nobody else ever had or will have.
  let worker: String
  private let sourceName: String
  private let lock: ArchiveLock
  private let workerLock: WorkerLock

  /// Opens an archive and locks it.
  ///
  /// - Parameter openLedger: opens the ledger at a path, once the archive is locked.
  /// - Throws: `ArchiveError`, `LedgerError`.
  init(
    source: String, destination: String, _ access: Access, openLedger: (String) throws -> Ledger
  ) throws {
    let isAlone = access == .alone
    sourceName = source
    self.source = try Folder(path: source, or: .missingSource)
    do {
      self.destination = try Folder(path: destination, or: .uncreatable, creates: isAlone)
    } catch {
      throw error.isAbsence && !isAlone ? ArchiveError.unplanned(destination) : error
    }
    try Self.checkApart(self.source, self.destination)
    destinationPath = absolute(destination)
    let folder = try archivePath(ArchiveLayout.folder)
    let isNew = try self.destination.status(at: folder) == nil
    guard isAlone || !isNew else { throw ArchiveError.unplanned(destination) }
    for name in [ArchiveLayout.folder, ArchiveLayout.workers, ArchiveLayout.work] {
      _ = try self.destination.folder(at: archivePath(name), creates: true)
    }
    // It names every file of the source, and the destination may be served to others.
    if isNew { try self.destination.folder(at: folder).makePrivate() }
    lock = try ArchiveLock(
      isAlone ? .exclusive : .shared, at: archivePath(ArchiveLayout.lock), in: self.destination,
      of: destination)
    workers = try self.destination.folder(at: archivePath(ArchiveLayout.workers))
    worker = Self.newName
    workerLock = try WorkerLock(worker, in: workers)
    do {
      ledger = try openLedger("\(destinationPath)/\(ArchiveLayout.ledger)")
    } catch {
      // What never came to be is never let go of.
      try? workerLock.remove()
      throw error
    }
  }

  deinit {
    if let work = RelativePath("\(ArchiveLayout.work)/\(worker)") {
      destination.removeTree(at: work)
    }
    try? workerLock.remove()
  }

  private static var newName: String {
    let host = hostName.prefix(64).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let number = UInt64.random(in: 0...UInt64.max)
    return "\(host)-\(getpid())-\(String(number, radix: 36))"
  }

  /// Whether the source is still where it was, as far as that can be told.
  var hasSource: Bool {
    do throws(ArchiveError) {
      return try Folder(path: sourceName, or: .missingSource).identity == source.identity
    } catch {
      return !error.isAbsence
    }
  }

  private static func checkApart(_ source: Folder, _ destination: Folder) throws {
    guard source.identity != destination.identity else {
      throw ArchiveError(
        .usage, path: destination.path, "is the source, too",
        advice: "name another folder as the destination")
    }
    guard try !source.lies(in: destination) else {
      throw ArchiveError(
        .usage, path: source.path, "lies in the destination, so that outputs could get into it",
        advice: "name a destination outside of the folders above the source")
    }
  }
}

extension ArchiveError {
  /// There is no plan to take a share of.
  static func unplanned(_ destination: String) -> ArchiveError {
    ArchiveError(
      .usage, path: destination, "has no plan that a task could take its share of",
      advice: "make one with 'anonymize archive plan SOURCE DESTINATION'")
  }
}

/// A path from the root on and without links; the path itself where it can't be had.
func absolute(_ path: String) -> String {
  guard let resolved = realpath(path, nil) else { return path }
  defer { free(resolved) }
  return String(validatingCString: resolved) ?? path
}
