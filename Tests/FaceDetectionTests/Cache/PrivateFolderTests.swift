import Foundation
import Testing

@testable import FaceDetection

@Suite struct PrivateFolderTests {
  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func contents(of name: String, in path: String) throws -> [UInt8]? {
    try PrivateFolder(path: path, creates: false).contents(of: name, most: 100)
      .map { Array($0.bytes) }
  }

  private func refuses(_ path: String, creates: Bool = true) -> Bool {
    do {
      _ = try PrivateFolder(path: path, creates: creates)
      return false
    } catch {
      return true
    }
  }

  @Test func `a folder and its files are for the user alone`() throws {
    let base = try TemporaryFolder()
    let path = "\(base.path)/one/two"
    #expect(refuses(path, creates: false))
    #expect(!FileManager.default.fileExists(atPath: "\(base.path)/one"))
    try PrivateFolder(path: path, creates: true).write([1, 2, 3], to: "a")
    #expect(try mode("\(base.path)/one") == 0o700)
    #expect(try mode(path) == 0o700)
    #expect(try mode("\(path)/a") == 0o600)
    #expect(try contents(of: "a", in: path) == [1, 2, 3])
  }

  @Test func `a file takes the place of another whole`() throws {
    let base = try TemporaryFolder()
    let folder = try PrivateFolder(path: base.path, creates: true)
    try folder.write([1, 2, 3], to: "a")
    let old = try #require(FileHandle(forReadingAtPath: "\(base.path)/a"))
    try folder.write([4], to: "a")
    #expect(try contents(of: "a", in: base.path) == [4])
    // Who has it open already goes on to see what it was.
    #expect(try old.readToEnd() == Data([1, 2, 3]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: base.path) == ["a"])
  }

  @Test func `what can't be written leaves nothing`() throws {
    let base = try TemporaryFolder()
    try base.write("a/taken")
    let folder = try PrivateFolder(path: base.path, creates: true)
    #expect(throws: PrivateFolder.Refusal.self) { try folder.write([1], to: "a") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: base.path) == ["a"])
    try base.write("file")
    #expect(refuses("\(base.path)/file/folder"))
  }

  @Test(arguments: [0o720, 0o702, 0o777])
  func `a folder that others can write to is refused`(mode: Int) throws {
    let base = try TemporaryFolder()
    try base.write("a", "x")
    #expect(try contents(of: "a", in: base.path) != nil)
    #expect(chmod(base.path, mode_t(mode)) == 0)
    #expect(refuses(base.path))
  }

  @Test(arguments: [0o620, 0o602, 0o666])
  func `a file that others can write is not read`(mode: Int) throws {
    let base = try TemporaryFolder()
    let path = try base.write("a", "x")
    #expect(chmod(path, mode_t(mode)) == 0)
    #expect(try contents(of: "a", in: base.path) == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func `what belongs to another user is refused`() throws {
    let base = try TemporaryFolder()
    let path = try base.write("a", "x")
    #expect(chown(path, 65534, 65534) == 0)
    #expect(try contents(of: "a", in: base.path) == nil)
    #expect(chown(base.path, 65534, 65534) == 0)
    #expect(refuses(base.path))
  }

  @Test func `only files of a fitting size are read`() throws {
    let base = try TemporaryFolder()
    let elsewhere = try TemporaryFolder()
    try base.write("empty")
    try base.write("large", String(repeating: "x", count: 101))
    try base.write("fitting", String(repeating: "x", count: 100))
    try base.write("folder/file")
    let target = try elsewhere.write("target", "x")
    try FileManager.default.createSymbolicLink(
      atPath: "\(base.path)/link", withDestinationPath: target)
    // Opened as files are, it would be waited for.
    #expect(mkfifo("\(base.path)/pipe", 0o600) == 0)
    for name in ["none", "empty", "large", "folder", "link", "pipe"] {
      #expect(try contents(of: name, in: base.path) == nil, "\(name)")
    }
    #expect(try contents(of: "fitting", in: base.path)?.count == 100)
  }

  /// Gives a file a time of last use, in seconds before now.
  private func age(_ path: String, by seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: path)
  }

  @Test func `the least recently used files go first`() throws {
    let base = try TemporaryFolder()
    let folder = try PrivateFolder(path: base.path, creates: true)
    for (index, name) in ["a.net", "b.net", "c.net", "d.net", "other"].enumerated() {
      try age(try base.write(name, String(repeating: "x", count: 10)), by: Double(1000 - index))
    }
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: base.path).sorted()
    }
    // Read last, so that it is the newest.
    #expect(folder.contents(of: "a.net", most: 10) != nil)
    folder.prune(suffix: ".net", most: (files: 4, bytes: 40))
    #expect(try names() == ["a.net", "b.net", "c.net", "d.net", "other"])
    folder.prune(suffix: ".net", most: (files: 3, bytes: 1000))
    #expect(try names() == ["a.net", "c.net", "d.net", "other"])
    folder.prune(suffix: ".net", most: (files: 64, bytes: 29))
    #expect(try names() == ["a.net", "d.net", "other"])
  }

  @Test func `what was left half-written goes after an hour`() throws {
    let base = try TemporaryFolder()
    try age(try base.write("old.partial"), by: 4000)
    try age(try base.write("new.partial"), by: 3000)
    try PrivateFolder(path: base.path, creates: true).prune(suffix: ".net", most: (1, 1))
    #expect(try FileManager.default.contentsOfDirectory(atPath: base.path) == ["new.partial"])
  }
}
