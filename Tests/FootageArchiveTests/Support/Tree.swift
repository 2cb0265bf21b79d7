import Foundation
import TestSupport
import Testing

@testable import FootageArchive

/// A new folder whose files may have any names; removed in the end with everything in it.
final class Tree: Sendable {
  let folder: Folder
  let url: URL
  // Keeps the folder, and removes it where `rm` could not.
  private let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
    url = temporary.url
    folder = try Folder(path: temporary.url.path, or: .missingSource)
  }

  deinit {
    // Foundation can't remove names that are not UTF-8.
    _ = try? Binary(path: "/bin/rm").run(["-rf", url.path])
  }

  /// A path that a test has written down itself.
  static func path(_ text: String) throws -> RelativePath { try path(Array(text.utf8)) }

  static func path(_ bytes: [UInt8]) throws -> RelativePath {
    try #require(RelativePath(bytes: bytes))
  }

  /// Makes a file of some bytes, and the folders that it lies in.
  @discardableResult
  func file(_ path: RelativePath, size: Int = 1) throws -> RelativePath {
    let file = try folder.makeFile(at: path)
    let bytes = [UInt8](repeating: 7, count: size)
    #expect(write(file.number, bytes, size) == size)
    return path
  }

  @discardableResult
  func file(_ path: String, size: Int = 1) throws -> RelativePath {
    try file(Tree.path(path), size: size)
  }

  @discardableResult
  func folder(_ path: String) throws -> Folder {
    try folder.folder(at: Tree.path(path), creates: true)
  }

  /// Makes a symbolic link.
  func link(_ path: String, to target: String) throws {
    #expect(symlink(target, url.appendingPathComponent(path).path) == 0)
  }
}
