import Foundation
import TestSupport
import Testing

@testable import FootageArchive

@Suite struct FolderScanTests {
  private func paths(_ scan: FolderScan) -> [String] {
    scan.files.map { "\($0.path)" }.sorted()
  }

  @Test func `a scan finds the files at any depth`() throws {
    let tree = try Tree()
    for path in ["a", "b/c", "b/d/e", "f/g/h/i"] { try tree.file(path, size: 3) }
    try tree.folder("empty")
    let scan = try FolderScan(of: tree.folder)
    #expect(paths(scan) == ["a", "b/c", "b/d/e", "f/g/h/i"])
    #expect(scan.passedOver.total == 0)
    #expect(scan.unread.isEmpty)
    for file in scan.files {
      let status = try #require(try tree.folder.status(at: file.path))
      #expect(file.stamp == status.stamp)
      #expect(file.changed == status.changed)
      #expect(file.stamp.size == 3)
      #expect(!scan.isUnseen(file.path))
    }
    #expect(try !scan.isUnseen(Tree.path("b/gone")))
    #expect(try scan.isUnseen(Tree.path("b/.gone")))
  }

  @Test func `names are bytes`() throws {
    let tree = try Tree()
    let odd = try [
      Tree.path([0xFF, 0xFE]), Tree.path([UInt8](repeating: 0xF0, count: 255)),
      Tree.path("a\nb"), Tree.path(" "), Tree.path("\"'"),
    ]
    for path in odd { try tree.file(path) }
    #expect(try Set(FolderScan(of: tree.folder).files.map(\.path)) == Set(odd))
  }

  @Test func `hidden names, links and special files are passed over and counted`() throws {
    let tree = try Tree()
    try tree.file(".hidden/a")
    try tree.file(".hidden/b")
    try tree.file(".b")
    try tree.file("x/.c")
    try tree.file("y")
    try tree.link("l", to: "x")
    try tree.link("m", to: "y")
    try tree.link("n", to: "..")
    #expect(mkfifo(tree.url.path + "/pipe", 0o600) == 0)
    let scan = try FolderScan(of: tree.folder)
    #expect(paths(scan) == ["y"])
    #expect(scan.passedOver == FolderScan.PassedOver(hidden: 3, links: 3, specials: 1))
    // What lay behind a link may be there still.
    #expect(try scan.isUnseen(Tree.path("l/a")))
    #expect(try scan.isUnseen(Tree.path("pipe")))
    #expect(try scan.isUnseen(Tree.path("x/.c")))
    #expect(try !scan.isUnseen(Tree.path("x/c")))
  }

  @Test func `the destination in the source is passed over by any name`() throws {
    let tree = try Tree()
    try tree.file("a")
    try tree.file("out/made/a")
    let destination = try Folder(path: tree.url.path + "/out", or: .uncreatable)
    #expect(rename(tree.url.path + "/out", tree.url.path + "/other") == 0)
    let scan = try FolderScan(of: tree.folder, passingOver: destination.identity)
    #expect(paths(scan) == ["a"])
    #expect(scan.passedOver == FolderScan.PassedOver(own: 1))
  }

  @Test func `the source can't be the destination`() throws {
    let tree = try Tree()
    let error = #expect(throws: ArchiveError.self) {
      try FolderScan(of: tree.folder, passingOver: tree.folder.identity)
    }
    #expect(error?.code == .usage)
  }

  @Test func `what patterns leave out is counted, and left-out folders are not entered`() throws {
    let tree = try Tree()
    for path in ["a.mp4", "b.txt", "draft/c.mp4", "draft/d.mp4", "x/e.mp4"] {
      try tree.file(path)
    }
    let selection = try PathSelection(including: ["*.mp4"], excluding: ["draft"])
    let scan = try FolderScan(of: tree.folder, taking: selection)
    #expect(paths(scan) == ["a.mp4", "x/e.mp4"])
    #expect(scan.passedOver == FolderScan.PassedOver(unselected: 2))
    #expect(try scan.isUnseen(Tree.path("draft/c.mp4")))
    #expect(try scan.isUnseen(Tree.path("b.txt")))
    #expect(try !scan.isUnseen(Tree.path("gone.mp4")))
  }

  @Test func `folders may lie deeper than files may be open`() throws {
    let tree = try Tree()
    var path = tree.url.path
    // Each holds one folder that is entered first and one that is still to be entered after it.
    for depth in 0..<300 {
      for name in ["a", "b"] {
        let leaf = "\(path)/\(name)/leaf"
        try FileManager.default.createDirectory(atPath: leaf, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: "\(leaf)/f"))
      }
      path += depth % 2 == 0 ? "/a" : "/b"
    }
    try Data().write(to: URL(fileURLWithPath: "\(path)/f"))
    var most = 0
    let scan = try FolderScan(of: tree.folder) {
      most = max(most, try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count)
    }
    #expect(scan.files.count == 601)
    #expect(scan.files.contains { "\(tree.url.path)/\($0.path)" == "\(path)/f" })
    // Other tests hold some too.
    #expect(most < 250)
    #expect(scan.unread.isEmpty)
  }

  @Test func `a folder that goes away in the middle of a scan is no error`() throws {
    let tree = try Tree()
    try tree.file("a/x/f")
    try tree.file("b/x/f")
    var calls = 0
    let scan = try FolderScan(of: tree.folder) {
      calls += 1
      // The source's own names are read by now, and one of its folders is about to be.
      if calls == 2 {
        for name in ["a", "b"] {
          try FileManager.default.removeItem(atPath: "\(tree.url.path)/\(name)")
        }
      }
    }
    #expect(scan.files.isEmpty)
    #expect(scan.unread.isEmpty)
    #expect(try !scan.isUnseen(Tree.path("a/x/f")))
  }

  @Test func `a folder that is swapped for a link in the middle of a scan is not followed`() throws
  {
    let (tree, outside) = (try Tree(), try Tree())
    try outside.file("secret")
    try tree.file("a/f")
    try tree.file("b/f")
    var calls = 0
    let scan = try FolderScan(of: tree.folder) {
      calls += 1
      guard calls == 2 else { return }
      for name in ["a", "b"] {
        #expect(rename("\(tree.url.path)/\(name)", "\(tree.url.path)/.\(name)") == 0)
        try tree.link(name, to: outside.url.path)
      }
    }
    // One of them was open already.
    #expect(scan.files.count == 1)
    #expect(scan.files.first?.path.name.elementsEqual("f".utf8) == true)
    #expect(scan.passedOver.links == 1)
    #expect(try scan.isUnseen(Tree.path("a/f")) || scan.isUnseen(Tree.path("b/f")))
  }

  @Test func `what a checkpoint throws ends the scan`() throws {
    struct Stop: Error {}
    let tree = try Tree()
    #expect(throws: Stop.self) { try FolderScan(of: tree.folder) { throw Stop() } }
  }

  @Test func `a source that goes away is an error`() throws {
    let tree = try Tree()
    let source = try tree.folder("a")
    try tree.folder("b")
    #expect(rmdir(tree.url.path + "/a") == 0)
    // Linux lists a removed folder as empty: it must not look as if all files had vanished.
    let error = #expect(throws: ArchiveError.self) { try FolderScan(of: source) }
    #expect(error?.code == .missingSource)
  }

  @Test(.enabled(if: Unprivileged.canRun))
  func `folders that may not be read are unseen, and the rest is found`() throws {
    let tree = try Tree()
    try tree.file("open/a")
    try tree.file("shut/b")
    try tree.file("named/c")
    #expect(chmod(tree.url.path, 0o755) == 0)
    for (name, mode) in [("open", 0o755), ("shut", 0o000), ("named", 0o744)] as [(String, mode_t)] {
      #expect(chmod("\(tree.url.path)/\(name)", mode) == 0)
    }
    let scan = try Unprivileged.run { try FolderScan(of: tree.folder) }
    #expect(paths(scan) == ["open/a"])
    #expect(scan.unread.map { "\($0.path)" }.sorted() == ["named", "shut"])
    #expect(scan.unread.allSatisfy { "\($0)" == "\($0.path): can't be read (Permission denied)" })
    #expect(try scan.isUnseen(Tree.path("shut/b")))
    #expect(try scan.isUnseen(Tree.path("shut/x/y")))
    #expect(try scan.isUnseen(Tree.path("named/c")))
    #expect(try !scan.isUnseen(Tree.path("open/b")))
  }

  #if os(Linux)
    @Test(.enabled(if: MountNamespace.canEnter))
    func `a folder that is mounted below itself is passed over`() async throws {
      let tree = try Tree()
      try tree.file("a/f")
      try tree.folder("a/b/c")
      await #expect(processExitsWith: .success) { [path = tree.url.path as String] in
        try MountNamespace.enter()
        try MountNamespace.show("\(path)/a", at: "\(path)/a/b/c")
        let scan = try FolderScan(of: Folder(path: path, or: .missingSource))
        #expect(scan.files.count == 1)
        #expect(scan.passedOver == FolderScan.PassedOver(loops: 1))
      }
    }
  #endif

  @Test func `ten thousand files are found`() throws {
    let tree = try Tree()
    for folder in 0..<100 {
      let open = try tree.folder("d\(folder)")
      for file in 0..<100 { _ = try open.makeFile(at: Tree.path("f\(file)")).number }
    }
    let scan = try FolderScan(of: tree.folder)
    #expect(Set(scan.files.map(\.path)).count == 10_000)
  }
}
