#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What keeps runs over the same destination apart: either one run has it alone, or tasks of one plan
/// share it. It is held as long as the object lives; its file stays.
final class ArchiveLock: Sendable {
  private let lock: FileLock

  /// Takes the lock, without waiting.
  ///
  /// - Parameters:
  ///   - path: the file's place below `folder`.
  ///   - destination: the path in the error's message.
  /// - Throws: an error of code `busy` where others hold it, which names the holder.
  init(
    _ kind: FileLock.Kind, at path: RelativePath, in folder: Folder, of destination: String
  ) throws(ArchiveError) {
    guard let lock = try FileLock.take(kind, at: path, in: folder) else {
      let holder =
        switch Self.settledOwner(at: path, in: folder) {
        case .one(let holder?): "another run holds it: \(holder)"
        case .several: "one or more tasks hold it"
        // It may have let go just now.
        case .one(nil), nil: "another run holds it"
        }
      throw ArchiveError(.busy, path: destination, holder, advice: "try again later")
    }
    self.lock = lock
  }

  /// Who holds the lock; one that has only just taken it gets time to say who it is.
  private static func settledOwner(at path: RelativePath, in folder: Folder) -> FileLock.Owner? {
    for _ in 0..<100 {
      let owner = try? FileLock.owner(at: path, in: folder)
      guard owner == .one(nil) else { return owner }
      usleep(10_000)
    }
    return .one(nil)
  }
}
