#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open folder, and what is done to files below it.
///
/// Each path is walked name by name from the open folder, and no link on the way is followed: what is
/// done stays below the folder, even where somebody puts a link in the place of a folder meanwhile.
final class Folder: Sendable {
  private let owned: Descriptor
  private let bytes: [UInt8]
  private let hadNames: Bool
  /// Which folder it is.
  let identity: FileIdentity

  /// Its path as messages show it.
  var path: String { printable(bytes) }

  /// Does something with its descriptor, which stays open until that returns.
  func withDescriptor<Value>(
    _ body: (Int32) throws(SystemFault) -> Value
  ) throws(SystemFault) -> Value {
    // A folder may be let go of right after its last mention.
    defer { withExtendedLifetime(self) {} }
    return try body(owned.number)
  }

  @discardableResult
  private func call(_ function: (Int32) -> Int32) throws(SystemFault) -> Int32 {
    try withDescriptor { descriptor throws(SystemFault) in
      try systemCall { function(descriptor) }
    }
  }

  private init(taking descriptor: consuming Descriptor, bytes: [UInt8]) throws(SystemFault) {
    let status = try FileStatus(of: descriptor.number)
    self.identity = status.identity
    self.hadNames = status.names > 0
    self.owned = descriptor
    self.bytes = bytes
  }

  /// Opens the folder that the user named, through links where the path has some.
  ///
  /// - Parameters:
  ///   - code: the kind of error that it is when this fails.
  ///   - creates: whether the folder is made where there is none; the folder above must be there, as
  ///     it is not when a disk is not mounted.
  convenience init(path: String, or code: ArchiveError.Code, creates: Bool = false)
    throws(ArchiveError)
  {
    let bytes = Array(path.utf8)
    guard !bytes.contains(0) else {
      throw ArchiveError(code, path: printable(bytes), "is not a path", advice: "name a folder")
    }
    let name = terminated(bytes)
    do throws(SystemFault) {
      let isNew = creates && mkdir(name, 0o777) == 0
      let number = try systemCall { open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      try self.init(taking: Descriptor(number), bytes: bytes)
      if isNew { try Folder(above: self).sync() }
    } catch {
      let message = creates ? "can't be created or opened" : "can't be opened as a folder"
      throw ArchiveError(code, path: printable(bytes), message, error)
    }
  }

  private convenience init(above folder: Folder) throws(SystemFault) {
    let number = try folder.call { openat($0, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    try self.init(taking: Descriptor(number), bytes: folder.bytes + Array("/..".utf8))
  }

  /// Opens a folder by its name in another.
  convenience init(_ name: some Sequence<UInt8>, in folder: Folder) throws(SystemFault) {
    let text = terminated(name)
    let number = try folder.call {
      openat($0, text, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    try self.init(
      taking: Descriptor(number), bytes: folder.bytes + [UInt8(ascii: "/")] + Array(name))
  }

  /// What messages call a file below it.
  func path(of path: RelativePath) -> String { "\(self.path)/\(path)" }

  /// Whether it was removed while it was open; it reads as empty then.
  func isRemoved() throws(SystemFault) -> Bool {
    let status = try withDescriptor { descriptor throws(SystemFault) in
      try FileStatus(of: descriptor)
    }
    // Some file systems never say how many names a folder has.
    return hadNames && status.names == 0
  }

  /// Whether it is another folder, or lies somewhere below it.
  func lies(in other: Folder) throws(ArchiveError) -> Bool {
    var folder = self
    while folder.identity != other.identity {
      let above: Folder
      do throws(SystemFault) {
        above = try Folder(above: folder)
      } catch {
        throw ArchiveError(
          .failedTransfer, path: path, "the folders above it can't be looked at", error)
      }
      if above.identity == folder.identity { return false }
      folder = above
    }
    return true
  }

  // MARK: Folders below it

  /// Opens a folder below it; with `creates` makes what is missing, and syncs it into its folder.
  ///
  /// Another process may remove a new folder as empty before something lies in it: what is done in it
  /// fails with `isAbsence` then, and may be tried again.
  func folder(at path: RelativePath, creates: Bool = false) throws(ArchiveError) -> Folder {
    var folder = self
    for name in path.names {
      do throws(SystemFault) {
        folder = try creates ? folder.made(name) : Folder(name, in: folder)
      } catch {
        let text = "\(folder.path)/\(printable(name))"
        let code: ArchiveError.Code = creates ? .uncreatable : .failedTransfer
        if (try? folder.status(of: name).kind) == .link {
          // Some systems say of a link that it is no folder, as if nothing lay behind it.
          var refusal = ArchiveError(
            code, path: text, "is a link, and links are not followed here",
            advice: "put a folder in its place")
          refusal.reason = ELOOP
          throw refusal
        }
        throw ArchiveError(
          code, path: text, creates ? "can't be created" : "can't be opened as a folder", error)
      }
    }
    return folder
  }

  private func made(_ name: ArraySlice<UInt8>) throws(SystemFault) -> Folder {
    let text = terminated(name)
    // Between making and opening it another process may remove it as empty.
    for _ in 0..<16 {
      do throws(SystemFault) {
        return try Folder(name, in: self)
      } catch {
        guard error.number == ENOENT else { throw error }
      }
      do throws(SystemFault) {
        try call { mkdirat($0, text, 0o777) }
        try sync()
      } catch {
        guard error.number == EEXIST else { throw error }
      }
    }
    return try Folder(name, in: self)
  }

  private func status(of name: ArraySlice<UInt8>) throws(SystemFault) -> FileStatus {
    try withDescriptor { descriptor throws(SystemFault) in
      try FileStatus(of: terminated(name), in: descriptor)
    }
  }

  /// The folder in which a path's last name is.
  private func holder(of path: RelativePath, creates: Bool = false) throws(ArchiveError) -> Folder {
    guard let folder = path.folder else { return self }
    return try self.folder(at: folder, creates: creates)
  }

  /// Removes the folders that a file lay in, from the inmost outwards, as long as they are empty;
  /// never the folder itself.
  func removeEmptyFolders(above path: RelativePath) {
    var next = path.folder
    while let folder = next {
      guard let holder = try? holder(of: folder),
        (try? holder.call { unlinkat($0, terminated(folder.name), AT_REMOVEDIR) }) != nil
      else { return }
      next = folder.folder
    }
  }

  // MARK: Files below it

  /// The status of what has this path, a link's own where it is one; `nil` where there is nothing.
  func status(at path: RelativePath) throws(ArchiveError) -> FileStatus? {
    do throws(ArchiveError) {
      let holder = try holder(of: path)
      do throws(SystemFault) {
        return try holder.status(of: path.name)
      } catch {
        throw ArchiveError(
          .failedTransfer, path: self.path(of: path), "can't be looked at", error)
      }
    } catch {
      if error.reason == ENOENT || error.reason == ENOTDIR { return nil }
      throw error
    }
  }

  /// Opens a file for reading, which must be a regular one: nothing waits for a pipe's other end.
  func openFile(at path: RelativePath) throws(ArchiveError) -> Descriptor {
    try regularFile(
      at: path, O_RDONLY, or: .failedTransfer, "can't be opened for reading", createsFolders: false)
  }

  /// Opens a file for reading and writing, and makes it and the folders on the way where there is
  /// none; it must be a regular one.
  func makeFile(at path: RelativePath) throws(ArchiveError) -> Descriptor {
    try regularFile(
      at: path, O_RDWR | O_CREAT, or: .uncreatable, "can't be created", createsFolders: true)
  }

  private func regularFile(
    at path: RelativePath, _ flags: Int32, or code: ArchiveError.Code, _ message: String,
    createsFolders: Bool
  ) throws(ArchiveError) -> Descriptor {
    let holder = try holder(of: path, creates: createsFolders)
    let number: Int32
    do throws(SystemFault) {
      number = try holder.call {
        openat($0, terminated(path.name), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
      }
    } catch {
      throw ArchiveError(code, path: self.path(of: path), message, error)
    }
    let descriptor = Descriptor(number)
    guard (try? FileStatus(of: number).kind) == .file else {
      throw ArchiveError(
        code, path: self.path(of: path), "is not a regular file", advice: "put it elsewhere")
    }
    return descriptor
  }

  /// Gives a file of another folder, on the same file system, a name below this one, in a folder that
  /// is there; replaces what has the name.
  func move(_ old: RelativePath, of other: Folder, to new: RelativePath) throws(ArchiveError) {
    let (from, into) = (try other.holder(of: old), try holder(of: new))
    do throws(SystemFault) {
      _ = try from.withDescriptor { source throws(SystemFault) in
        try into.call { renameat(source, terminated(old.name), $0, terminated(new.name)) }
      }
    } catch {
      throw ArchiveError(.uncreatable, path: path(of: new), "can't be given its name", error)
    }
  }

  /// Does what `move` does, but replaces nothing.
  ///
  /// - Returns: whether the name was free; otherwise nothing has changed.
  func moveIfFree(
    _ old: RelativePath, of other: Folder, to new: RelativePath
  ) throws(ArchiveError) -> Bool {
    let (from, into) = (try other.holder(of: old), try holder(of: new))
    do throws(SystemFault) {
      return try from.withDescriptor { source throws(SystemFault) in
        try into.withDescriptor { target throws(SystemFault) in
          try renameIfFree(source, terminated(old.name), target, terminated(new.name))
        }
      }
    } catch {
      throw ArchiveError(.uncreatable, path: path(of: new), "can't be given its name", error)
    }
  }

  /// Takes a file's name away.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  func remove(at path: RelativePath) throws(ArchiveError) -> Bool {
    do throws(ArchiveError) {
      let holder = try holder(of: path)
      do throws(SystemFault) {
        try holder.call { unlinkat($0, terminated(path.name), 0) }
      } catch {
        throw ArchiveError(.failedTransfer, path: self.path(of: path), "can't be removed", error)
      }
    } catch {
      if error.reason == ENOENT || error.reason == ENOTDIR { return false }
      throw error
    }
    return true
  }

  /// Brings to the disk what names are in the folder that a path's last name is in.
  func sync(folderOf path: RelativePath) throws(ArchiveError) {
    let holder = try holder(of: path)
    do throws(SystemFault) {
      try holder.sync()
    } catch {
      throw ArchiveError(.failedTransfer, path: holder.path, "can't be written to the disk", error)
    }
  }

  // Some file systems can't sync a folder; they keep names safe in their own way, or not at all.
  private func sync() throws(SystemFault) {
    do throws(SystemFault) {
      try call { fsync($0) }
    } catch {
      guard error.number == EINVAL || error.number == EOPNOTSUPP || error.number == EROFS else {
        throw error
      }
    }
  }

  /// Bytes that may still be written on its file system by whoever runs the program; as many as can
  /// be where it has no limit that it tells of.
  func freeSpace() throws(ArchiveError) -> Int64 {
    var space = statvfs()
    do throws(SystemFault) {
      try call { fstatvfs($0, &space) }
    } catch {
      throw ArchiveError(.failedTransfer, path: path, "its free space can't be told", error)
    }
    // So do file systems in memory alone, and some network shares.
    if space.f_blocks == 0 { return .max }
    let (bytes, isMore) = UInt64(space.f_bavail).multipliedReportingOverflow(
      by: UInt64(space.f_frsize))
    return isMore ? .max : Int64(clamping: bytes)
  }
}
