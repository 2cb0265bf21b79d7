#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which file it is among all of this machine, whatever its names are.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var inode: UInt64
}

/// What the system tells of a file without opening it.
struct FileStatus: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case file
    case folder
    case link
    /// A device, a pipe or a socket.
    case special
  }

  var kind: Kind
  var identity: FileIdentity
  var stamp: FileStamp
  /// When its content, names or permissions last changed, in nanoseconds since 1970. Unlike
  /// `stamp.modified` nobody can set it.
  var changed: Int64
  /// How many names it has.
  var names: Int

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
    #if canImport(Darwin)
      let (modification, change) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modification, change) = (status.st_mtim, status.st_ctim)
    #endif
    stamp = FileStamp(
      size: Int64(status.st_size), modified: nanoseconds(modification),
      inode: Int64(bitPattern: identity.inode))
    changed = nanoseconds(change)
    names = Int(status.st_nlink)
  }

  /// The status of an open file.
  init(of descriptor: Int32) throws(SystemFault) {
    var status = stat()
    try systemCall { fstat(descriptor, &status) }
    self.init(status)
  }

  /// The status of what has a name in a folder, which may be a link itself.
  init(of name: UnsafePointer<CChar>, in folder: Int32) throws(SystemFault) {
    var status = stat()
    try systemCall { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
    self.init(status)
  }
}

// Damaged file systems hold times outside of what 64 bits of nanoseconds can say, 1677 to 2262.
private func nanoseconds(_ time: timespec) -> Int64 {
  let (whole, isTooFar) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
  let (sum, isBeyond) = whole.addingReportingOverflow(Int64(time.tv_nsec))
  return isTooFar || isBeyond ? (time.tv_sec < 0 ? .min : .max) : sum
}
