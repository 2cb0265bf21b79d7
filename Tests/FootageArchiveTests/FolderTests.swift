import Foundation
import TestSupport
import Testing

@testable import FootageArchive

@Suite struct FolderTests {
  // Spaces, a newline, quotes, what is not UTF-8, and as long as a name can be.
  private static let names: [[UInt8]] = [
    Array(" a b ".utf8), Array("a\nb".utf8), Array("'\"\\`$".utf8), [0xFF, 0xC3, 0x28, 0x80],
    [UInt8](repeating: 0xFE, count: 255), Array("ü…".utf8), Array("-rf".utf8),
  ]

  @Test(arguments: names)
  func `a name may be any bytes`(_ name: [UInt8]) throws {
    let tree = try Tree()
    let path = try Tree.path(name + [UInt8(ascii: "/")] + name)
    try tree.file(path, size: 5)
    #expect(try tree.folder.status(at: path)?.stamp.size == 5)
    #expect(try tree.folder.status(at: path)?.kind == .file)
    let file = try tree.folder.openFile(at: path)
    #expect(try FileStatus(of: file.number) == tree.folder.status(at: path))
    try tree.folder.move(path, of: tree.folder, to: Tree.path("b"))
    #expect(try tree.folder.moveIfFree(Tree.path("b"), of: tree.folder, to: path))
    try tree.folder.sync(folderOf: path)
    #expect(try tree.folder.remove(at: path))
    tree.folder.removeEmptyFolders(above: path)
    #expect(try FolderScan(of: tree.folder).files.isEmpty)
    #expect(try tree.folder.status(at: Tree.path(name)) == nil)
  }

  @Test func `what the user names may be a link, and is one folder by any name`() throws {
    let tree = try Tree()
    let inner = try tree.folder("a")
    try tree.link("l", to: "a")
    let linked = try Folder(path: tree.url.path + "/l", or: .missingSource)
    #expect(linked.identity == inner.identity)
    #expect(linked.identity != tree.folder.identity)
  }

  @Test(arguments: [("none", ENOENT), ("file", ENOTDIR)])
  func `what is no folder is an error`(_ name: String, _ reason: Int32) throws {
    let tree = try Tree()
    try tree.file("file")
    let path = tree.url.path + "/" + name
    let error = #expect(throws: ArchiveError.self) { try Folder(path: path, or: .missingSource) }
    #expect(error?.code == .missingSource)
    #expect(error?.reason == reason)
    #expect(error?.description.hasPrefix("\(path): can't be opened as a folder (") == true)
  }

  @Test func `a folder is made on demand, but not those above it`() throws {
    let tree = try Tree()
    let path = tree.url.path + "/a"
    let made = try Folder(path: path, or: .uncreatable, creates: true)
    #expect(try Folder(path: path, or: .uncreatable, creates: true).identity == made.identity)
    let error = #expect(throws: ArchiveError.self) {
      try Folder(path: tree.url.path + "/x/y", or: .uncreatable, creates: true)
    }
    #expect(error?.code == .uncreatable)
  }

  @Test func `a folder knows what it lies in`() throws {
    let tree = try Tree()
    let inner = try tree.folder("a/b/c")
    #expect(try inner.lies(in: tree.folder))
    #expect(try tree.folder.lies(in: tree.folder))
    #expect(try !tree.folder.lies(in: inner))
    #expect(try !tree.folder("ab").lies(in: tree.folder("a")))
  }

  @Test func `no link on the way is followed`() throws {
    let (tree, outside) = (try Tree(), try Tree())
    try outside.file("secret")
    try outside.folder("sub")
    try tree.link("out", to: outside.url.path)
    let path = try Tree.path("out/secret")
    #expect(throws: ArchiveError.self) { try tree.folder.openFile(at: path).number }
    #expect(throws: ArchiveError.self) { try tree.folder.makeFile(at: path).number }
    #expect(throws: ArchiveError.self) { try tree.folder.remove(at: path) }
    #expect(throws: ArchiveError.self) { try tree.folder.status(at: path) }
    #expect(throws: ArchiveError.self) { try tree.folder.folder(at: Tree.path("out")) }
    #expect(throws: ArchiveError.self) {
      try tree.folder.folder(at: Tree.path("out/new"), creates: true)
    }
    try tree.file("mine")
    #expect(throws: ArchiveError.self) {
      try tree.folder.move(Tree.path("mine"), of: tree.folder, to: path)
    }
    tree.folder.removeEmptyFolders(above: try Tree.path("out/sub/x"))
    #expect(try outside.folder.status(at: Tree.path("sub")) != nil)
    #expect(try outside.folder.status(at: Tree.path("secret"))?.stamp.size == 1)
    #expect(try outside.folder.status(at: Tree.path("new")) == nil)
    let error = #expect(throws: ArchiveError.self) { try tree.folder.openFile(at: path).number }
    #expect(error?.isAbsence == false)
    #expect(
      error?.description
        == "\(tree.url.path)/out: is a link, and links are not followed here; put a folder in its place"
    )
  }

  @Test func `a folder that is swapped for a link keeps what is done inside`() throws {
    let (tree, outside) = (try Tree(), try Tree())
    let open = try tree.folder("a")
    #expect(rename(tree.url.path + "/a", tree.url.path + "/b") == 0)
    try tree.link("a", to: outside.url.path)
    let file = try open.makeFile(at: Tree.path("f"))
    #expect(file.number >= 0)
    #expect(try outside.folder.status(at: Tree.path("f")) == nil)
    #expect(try tree.folder.status(at: Tree.path("b/f")) != nil)
  }

  @Test func `a file that is a link is not opened`() throws {
    let tree = try Tree()
    try tree.file("a")
    try tree.link("l", to: "a")
    #expect(try tree.folder.status(at: Tree.path("l"))?.kind == .link)
    #expect(throws: ArchiveError.self) { try tree.folder.openFile(at: Tree.path("l")).number }
    #expect(throws: ArchiveError.self) { try tree.folder.makeFile(at: Tree.path("l")).number }
  }

  @Test func `what is no regular file is not opened, and nothing waits for it`() throws {
    let tree = try Tree()
    #expect(mkfifo(tree.url.path + "/pipe", 0o600) == 0)
    try tree.folder("folder")
    for name in ["pipe", "folder"] {
      let error = #expect(throws: ArchiveError.self) {
        try tree.folder.openFile(at: Tree.path(name)).number
      }
      #expect(error?.message == "is not a regular file")
    }
    #expect(try tree.folder.status(at: Tree.path("pipe"))?.kind == .special)
  }

  @Test func `a file that is not there is told from one that can't be opened`() throws {
    let tree = try Tree()
    try tree.file("f")
    #expect(try tree.folder.status(at: Tree.path("a/b")) == nil)
    #expect(try tree.folder.status(at: Tree.path("f/b")) == nil)
    #expect(try !tree.folder.remove(at: Tree.path("a/b")))
    #expect(try !tree.folder.remove(at: Tree.path("b")))
    let error = #expect(throws: ArchiveError.self) {
      try tree.folder.openFile(at: Tree.path("a/b")).number
    }
    #expect(error?.isAbsence == true)
  }

  @Test func `a move replaces what has the name, unless it must be free`() throws {
    let (tree, other) = (try Tree(), try Tree())
    for renames in [true, false] {
      func move(_ old: [CChar], _ new: [CChar]) throws -> Bool {
        try other.folder.withDescriptor { from throws(SystemFault) in
          try tree.folder.withDescriptor { to throws(SystemFault) in
            try renames ? renameIfFree(from, old, to, new) : linkIfFree(from, old, to, new)
          }
        }
      }
      try other.file("new", size: 1)
      try tree.file("old", size: 2)
      let names = (terminated("new".utf8), terminated("old".utf8))
      #expect(try !move(names.0, names.1))
      #expect(try tree.folder.status(at: Tree.path("old"))?.stamp.size == 2)
      #expect(try other.folder.status(at: Tree.path("new")) != nil)
      try tree.folder.remove(at: Tree.path("old"))
      #expect(try move(names.0, names.1))
      #expect(try tree.folder.status(at: Tree.path("old"))?.stamp.size == 1)
      #expect(try other.folder.status(at: Tree.path("new")) == nil)
    }
    try other.file("new", size: 3)
    #expect(try !tree.folder.moveIfFree(Tree.path("new"), of: other.folder, to: Tree.path("old")))
    try tree.folder.move(Tree.path("new"), of: other.folder, to: Tree.path("old"))
    #expect(try tree.folder.status(at: Tree.path("old"))?.stamp.size == 3)
    // A file's own name is taken, and the file must outlive the question.
    #expect(try !tree.folder.moveIfFree(Tree.path("old"), of: tree.folder, to: Tree.path("old")))
    #expect(try tree.folder.status(at: Tree.path("old"))?.stamp.size == 3)
  }

  @Test func `a name that a share has made without saying so is not taken for another's`() throws {
    let tree = try Tree()
    try tree.file("a")
    #expect(link(tree.url.path + "/a", tree.url.path + "/b") == 0)
    func move(_ old: String, _ new: String) throws -> Bool {
      try tree.folder.withDescriptor { folder throws(SystemFault) in
        try linkIfFree(folder, terminated(old.utf8), folder, terminated(new.utf8))
      }
    }
    #expect(try !move("a", "a"))
    #expect(try move("a", "b"))
    #expect(try FolderScan(of: tree.folder).files.map(\.path) == [Tree.path("b")])
  }

  @Test func `empty folders are removed outwards up to the first that is not`() throws {
    let tree = try Tree()
    try tree.folder("a/b/c/d")
    try tree.file("a/keep")
    tree.folder.removeEmptyFolders(above: try Tree.path("a/b/c/d/x"))
    #expect(try tree.folder.status(at: Tree.path("a/b")) == nil)
    #expect(try tree.folder.status(at: Tree.path("a/keep")) != nil)
  }

  @Test func `paths may be longer than the system takes at once`() throws {
    let tree = try Tree()
    let name = String(repeating: "n", count: 255)
    let path = try Tree.path(Array(repeating: name, count: 40).joined(separator: "/"))
    try tree.file(path)
    #expect(path.bytes.count > Int(PATH_MAX))
    #expect(try FolderScan(of: tree.folder).files.map(\.path) == [path])
  }

  @Test func `free space is that of the file system`() throws {
    let tree = try Tree()
    let values = try tree.url.resourceValues(forKeys: [.volumeAvailableCapacityKey])
    let capacity = Int64(try #require(values.volumeAvailableCapacity))
    // Others write at the same time.
    #expect(abs(try tree.folder.freeSpace() - capacity) < max(capacity / 2, 1 << 30))
  }

  #if os(Linux)
    @Test(.enabled(if: MountNamespace.canEnter))
    func `a file system without a limit has room for all`() async throws {
      let tree = try Tree()
      await #expect(processExitsWith: .success) { [path = tree.url.path as String] in
        try MountNamespace.enter()
        try MountNamespace.mountMemory(at: path)
        #expect(try Folder(path: path, or: .uncreatable).freeSpace() == .max)
      }
    }
  #endif

  @Test func `times beyond what can be said are the last that can`() {
    var status = stat()
    status.st_mtim.tv_sec = .max
    status.st_ctim.tv_sec = .min
    #expect(FileStatus(status).stamp.modified == .max)
    #expect(FileStatus(status).changed == .min)
  }
}
