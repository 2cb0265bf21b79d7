#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

#if canImport(Glibc)
  // glibc has had it since 2.28, but its Swift module does not show it.
  private typealias RenameAt2 =
    @convention(c) @Sendable (
      Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
    ) -> Int32
  private let renameAt2: RenameAt2? = dlsym(nil, "renameat2").map {
    unsafeBitCast($0, to: RenameAt2.self)
  }
  /// `RENAME_NOREPLACE` of <linux/fs.h>.
  private let noReplace: UInt32 = 1
#endif

/// Renames a file, as `renameat` does, unless the new name is taken.
///
/// Where the file system can't do that at once, as NFS can't, the file has both names for a moment,
/// and a crash can leave it so.
///
/// - Returns: whether the name was free.
func renameIfFree(
  _ folder: Int32, _ name: [CChar], _ newFolder: Int32, _ newName: [CChar]
) throws(SystemFault) -> Bool {
  #if canImport(Glibc)
    if let renameAt2 {
      do throws(SystemFault) {
        try systemCall { renameAt2(folder, name, newFolder, newName, noReplace) }
        return true
      } catch {
        if error.number == EEXIST { return false }
        guard error.number == EINVAL || error.number == ENOSYS || error.number == EOPNOTSUPP else {
          throw error
        }
      }
    }
  #endif
  return try linkIfFree(folder, name, newFolder, newName)
}

/// What `renameIfFree` does where there is no call for it.
func linkIfFree(
  _ folder: Int32, _ name: [CChar], _ newFolder: Int32, _ newName: [CChar]
) throws(SystemFault) -> Bool {
  let old = try FileStatus(of: name, in: folder).identity
  do throws(SystemFault) {
    try systemCall { linkat(folder, name, newFolder, newName, 0) }
  } catch {
    switch error.number {
    case EEXIST:
      // A share whose first answer was lost says so of a link that it has made itself; and a file's
      // only name must not be taken for its second one.
      guard try FileStatus(of: newName, in: newFolder).identity == old else { return false }
      let isInSameFolder =
        try FileStatus(of: folder).identity == FileStatus(of: newFolder).identity
      if isInSameFolder && name == newName { return false }
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
      // A file system without links: nobody else is to take the name between these two calls.
      do throws(SystemFault) {
        _ = try FileStatus(of: newName, in: newFolder)
        return false
      } catch {
        guard error.number == ENOENT else { throw error }
      }
      try systemCall { renameat(folder, name, newFolder, newName) }
      return true
    default: throw error
    }
  }
  try systemCall { unlinkat(folder, name, 0) }
  return true
}
