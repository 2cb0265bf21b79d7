#if canImport(Glibc)
  import Glibc

  // `F_OFD_GETLK` and `F_OFD_SETLK` of <bits/fcntl-linux.h>, which the Swift module of glibc does not
  // show. These locks belong to an open file, not to the process: closing the file elsewhere in the
  // process does not let them go.
  private let getLock: Int32 = 36
  private let setLock: Int32 = 37
#elseif canImport(Darwin)
  import Darwin

  private let getLock = F_GETLK
  private let setLock = F_SETLK
#endif

/// An advisory lock on a file, which the system lets go when the file is closed, however the process
/// ends. Through `fcntl` it holds on NFS too, among all machines.
///
/// The first byte of the file is what is locked. Whoever holds it alone writes into the file who it
/// is, then locks the second byte too: a line counts only while that is locked, so that one of a dead
/// process misleads nobody.
final class FileLock: Sendable {
  /// Whether others may hold it too.
  enum Kind: Hashable, Sendable {
    case exclusive
    case shared
  }

  /// Who has a lock.
  enum Owner: Hashable, Sendable {
    /// A single one, and where it has said so, who that is.
    case one(LockHolder?)
    /// Some who share it.
    case several
  }

  // What is locked of the file.
  private enum Place: off_t {
    case lock = 0
    case line = 1
  }

  private let descriptor: Descriptor
  private let path: RelativePath
  private let folder: Folder

  private init(
    on descriptor: consuming Descriptor, at path: RelativePath, in folder: Folder
  ) {
    self.descriptor = descriptor
    self.path = path
    self.folder = folder
  }

  /// Locks a file below a folder, which is made where there is none, without waiting.
  ///
  /// - Returns: `nil` where somebody else holds it.
  static func take(
    _ kind: Kind, at path: RelativePath, in folder: Folder
  ) throws(ArchiveError) -> FileLock? {
    for _ in 0..<100 {
      let file = try folder.makeFile(at: path)
      let identity: FileIdentity
      do throws(SystemFault) {
        guard try lock(.lock, kind, file.number) else { return nil }
        identity = try FileStatus(of: file.number).identity
      } catch {
        throw failure(folder.path(of: path), error)
      }
      // Before it was locked, another process may have removed the file.
      guard try folder.status(at: path)?.identity == identity else { continue }
      if kind == .exclusive, write(LockHolder.current.line, into: file.number) {
        _ = try? lock(.line, .exclusive, file.number)
      }
      return FileLock(on: file, at: path, in: folder)
    }
    // Some file systems number the same file otherwise each time.
    throw ArchiveError(
      .failedTransfer, path: folder.path(of: path), "is another file each time it is opened",
      advice: "choose another destination")
  }

  /// Who holds the lock on a file, without touching it; `nil` where nobody does.
  static func owner(at path: RelativePath, in folder: Folder) throws(ArchiveError) -> Owner? {
    let file: Descriptor
    do throws(ArchiveError) {
      file = try folder.openFile(at: path)
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
    do throws(SystemFault) {
      switch try heldKind(.lock, file.number) {
      case nil: return nil
      case .shared: return .several
      case .exclusive:
        guard try heldKind(.line, file.number) == .exclusive else { return .one(nil) }
        return .one(LockHolder(line: contents(of: file.number)))
      }
    } catch {
      throw failure(folder.path(of: path), error)
    }
  }

  /// Removes a file that nobody holds.
  ///
  /// - Returns: whether it is gone.
  static func removeUnheld(at path: RelativePath, in folder: Folder) throws(ArchiveError) -> Bool {
    guard try folder.status(at: path) != nil else { return true }
    guard let lock = try take(.exclusive, at: path, in: folder) else { return false }
    try lock.remove()
    return true
  }

  /// Takes the file's name away. Whoever has opened it meanwhile sees that as soon as it has the lock.
  func remove() throws(ArchiveError) {
    try folder.remove(at: path)
  }

  private static func range(_ place: Place, _ type: Int32) -> flock {
    var range = flock()
    range.l_type = Int16(type)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = place.rawValue
    range.l_len = 1
    return range
  }

  private static func lock(
    _ place: Place, _ kind: Kind, _ descriptor: Int32
  ) throws(SystemFault) -> Bool {
    var range = range(place, Int32(kind == .exclusive ? F_WRLCK : F_RDLCK))
    do throws(SystemFault) {
      try systemCall { fcntl(descriptor, setLock, &range) }
      return true
    } catch {
      // POSIX allows either.
      guard error.number == EAGAIN || error.number == EACCES else { throw error }
      return false
    }
  }

  private static func heldKind(
    _ place: Place, _ descriptor: Int32
  ) throws(SystemFault) -> Kind? {
    var range = range(place, Int32(F_WRLCK))
    try systemCall { fcntl(descriptor, getLock, &range) }
    switch Int32(range.l_type) {
    case Int32(F_UNLCK): return nil
    case Int32(F_RDLCK): return .shared
    default: return .exclusive
    }
  }

  private static func write(_ line: String, into descriptor: Int32) -> Bool {
    let bytes = Array(line.utf8)
    return ftruncate(descriptor, 0) == 0
      && pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
  }

  private static func contents(of descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(count, 0)))
  }

  private static func failure(_ path: String, _ fault: SystemFault) -> ArchiveError {
    ArchiveError(
      .failedTransfer, path: path, "can't be locked", fault,
      advice: "mount the share with locks, or choose another destination")
  }
}
