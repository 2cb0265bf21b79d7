/// What shows others that a worker is alive, on whatever machine: a locked file of its name in the
/// folder of workers. It is held as long as the object lives.
final class WorkerLock: Sendable {
  private let lock: FileLock

  /// Marks a worker as alive.
  ///
  /// - Throws: an error of code `busy` where another worker has the name.
  init(_ name: String, in workers: Folder) throws(ArchiveError) {
    guard let lock = try FileLock.take(.exclusive, at: WorkerLock.path(name), in: workers) else {
      throw ArchiveError(
        .busy, path: workers.path, "another worker has the name \(printable(name.utf8))",
        advice: "try again later")
    }
    self.lock = lock
  }

  /// Removes the file of a worker that ends.
  func remove() throws(ArchiveError) { try lock.remove() }

  /// Whether a worker of this name is alive; doesn't disturb it.
  ///
  /// - Throws: where that can't be told.
  static func isAlive(_ name: String, in workers: Folder) throws(ArchiveError) -> Bool {
    try FileLock.owner(at: path(name), in: workers) != nil
  }

  /// Removes the file of a worker, unless it is alive.
  ///
  /// - Returns: whether there is none any more.
  @discardableResult
  static func removeDead(_ name: String, in workers: Folder) throws(ArchiveError) -> Bool {
    try FileLock.removeUnheld(at: path(name), in: workers)
  }

  private static func path(_ name: String) throws(ArchiveError) -> RelativePath {
    guard let path = RelativePath(name: name.utf8, in: nil) else {
      throw ArchiveError(.internalFault, "no worker can be called \"\(printable(name.utf8))\"")
    }
    return path
  }
}
