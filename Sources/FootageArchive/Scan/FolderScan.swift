#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What lies below a folder at one time: the regular files, and what was passed over and why.
///
/// Files come in the order in which the file system has them. However deep folders lie, at most
/// `mostOpen` of them are open at once.
struct FolderScan: Sendable {
  /// A regular file.
  struct File: Hashable, Sendable {
    var path: RelativePath
    var stamp: FileStamp
    /// When its content, names or permissions last changed, in nanoseconds since 1970.
    var changed: Int64
  }

  /// Names that were passed over by reason. A folder counts once, whatever lies in it.
  struct PassedOver: Hashable, Sendable {
    /// The name begins with a dot.
    var hidden = 0
    /// Symbolic links.
    var links = 0
    /// Devices, pipes and sockets.
    var specials = 0
    /// Files and folders that the patterns leave out.
    var unselected = 0
    /// The destination itself.
    var own = 0
    /// Folders that are mounted below themselves.
    var loops = 0

    /// All of them.
    var total: Int { hidden + links + specials + unselected + own + loops }
  }

  /// A file or folder that could not be looked at.
  struct Unread: Hashable, Sendable, CustomStringConvertible {
    var path: RelativePath
    /// The system's words for why.
    var reason: String

    var description: String { "\(path): can't be read (\(reason))" }
  }

  private(set) var files: [File] = []
  private(set) var passedOver = PassedOver()
  private(set) var unread: [Unread] = []

  private let selection: PathSelection
  // What was not looked at, nor anything below it.
  private var closed: Set<RelativePath> = []

  private static let mostOpen = 64

  /// Looks at all that lies below a folder.
  ///
  /// - Parameters:
  ///   - selection: which files are taken in.
  ///   - destination: the folder that is passed over wherever it is met.
  ///   - checkpoint: called before each folder is read; what it throws ends the scan.
  /// - Throws: an `ArchiveError` of code `missingSource` where the folder itself can't be read to its
  ///   end, of code `usage` where it is the destination.
  init(
    of source: Folder, taking selection: PathSelection = PathSelection(),
    passingOver destination: FileIdentity? = nil, checkpoint: () throws -> Void = {}
  ) throws {
    self.selection = selection
    guard source.identity != destination else {
      throw ArchiveError(
        .usage, path: source.path, "is both the source and the destination",
        advice: "name another folder as the destination")
    }
    var levels = [Level(path: nil, identity: source.identity, folder: source)]
    try checkpoint()
    do throws(SystemFault) {
      try read(source, at: nil, into: &levels[0].pending)
    } catch {
      throw ArchiveError(.missingSource, path: source.path, "can't be read", error)
    }
    var ancestors: Set = [source.identity]

    while let last = levels.indices.last {
      guard let path = levels[last].pending.popLast() else {
        ancestors.remove(levels.removeLast().identity)
        continue
      }
      let folder: Folder
      do throws(SystemFault) {
        folder = try Folder(path.name, in: levels[last].opened(below: source))
      } catch {
        passOver(path, error)
        continue
      }
      guard folder.identity != destination else {
        passedOver.own += 1
        closed.insert(path)
        continue
      }
      guard ancestors.insert(folder.identity).inserted else {
        passedOver.loops += 1
        closed.insert(path)
        continue
      }
      try checkpoint()
      var level = Level(path: path, identity: folder.identity, folder: folder)
      do throws(SystemFault) {
        try read(folder, at: path, into: &level.pending)
      } catch {
        passOver(path, error)
      }
      levels.append(level)
      if levels.count > Self.mostOpen { levels[levels.count - 1 - Self.mostOpen].folder = nil }
    }
    do throws(SystemFault) {
      if try source.isRemoved() { throw SystemFault(number: ENOENT) }
    } catch {
      throw ArchiveError(.missingSource, path: source.path, "was removed while it was read", error)
    }
  }

  /// Whether a file that is not among `files` may be there all the same: something on its path was
  /// passed over, or could not be read.
  func isUnseen(_ file: RelativePath) -> Bool {
    if !selection.takes(file) { return true }
    var next: RelativePath? = file
    while let path = next {
      if path.name.first == UInt8(ascii: ".") || closed.contains(path) { return true }
      next = path.folder
    }
    return false
  }

  // A folder on the way from the source to the one that is read.
  private struct Level {
    let path: RelativePath?
    let identity: FileIdentity
    // `nil` where it was closed, so that others can be open.
    var folder: Folder?
    // Folders in it that are still to be read.
    var pending: [RelativePath] = []

    mutating func opened(below source: Folder) throws(SystemFault) -> Folder {
      if let folder { return folder }
      var folder = source
      for name in path?.names ?? [] { folder = try Folder(name, in: folder) }
      // Another folder may have its name by now.
      guard folder.identity == identity else { throw SystemFault(number: ESTALE) }
      self.folder = folder
      return folder
    }
  }

  private mutating func passOver(_ path: RelativePath, _ fault: SystemFault) {
    switch fault.number {
    case ENOENT: break
    case ENOTDIR, ELOOP:
      // A link was put in its place, or a file, which the next scan sees.
      passedOver.links += 1
      closed.insert(path)
    default:
      unread.append(Unread(path: path, reason: fault.description))
      closed.insert(path)
    }
  }

  // Takes in the files of a folder, and hands over the folders in it.
  private mutating func read(
    _ folder: Folder, at path: RelativePath?, into pending: inout [RelativePath]
  ) throws(SystemFault) {
    try folder.forEachName { text, count, kind throws(SystemFault) in
      let name = UnsafeRawBufferPointer(start: text, count: count)
      guard name.first != UInt8(ascii: ".") else {
        passedOver.hidden += 1
        return
      }
      guard let found = RelativePath(name: name, in: path) else {
        throw SystemFault(number: EILSEQ)
      }
      take(found, text, kind: kind, in: folder, into: &pending)
    }
  }

  private mutating func take(
    _ path: RelativePath, _ name: UnsafePointer<CChar>, kind: UInt8, in folder: Folder,
    into pending: inout [RelativePath]
  ) {
    // Of a folder, nothing is asked before it is open.
    if kind == UInt8(DT_DIR) { return takeFolder(path, into: &pending) }
    let status: FileStatus
    do throws(SystemFault) {
      status = try folder.withDescriptor { number throws(SystemFault) in
        try FileStatus(of: name, in: number)
      }
    } catch {
      if error.number != ENOENT { passOver(path, error) }
      return
    }
    switch status.kind {
    case .folder: takeFolder(path, into: &pending)
    case .link:
      passedOver.links += 1
      closed.insert(path)
    case .special:
      passedOver.specials += 1
      closed.insert(path)
    case .file:
      if selection.takes(path) {
        files.append(File(path: path, stamp: status.stamp, changed: status.changed))
      } else {
        passedOver.unselected += 1
      }
    }
  }

  private mutating func takeFolder(_ path: RelativePath, into pending: inout [RelativePath]) {
    if selection.enters(path) {
      pending.append(path)
    } else {
      passedOver.unselected += 1
    }
  }
}
