import Testing

@testable import FootageArchive

@Suite struct RelativePathTests {
  @Test(arguments: ["", "/a", "a/", "a//b", ".", "..", "a/../b", "a/.", "a\0b"])
  func `a path that could lead elsewhere is none`(_ text: String) {
    #expect(RelativePath(text) == nil)
  }

  @Test func `a path falls apart into its names`() throws {
    let path = try #require(RelativePath("a/b c/d.tar.mp4"))
    #expect(path.names.map { String(decoding: $0, as: UTF8.self) } == ["a", "b c", "d.tar.mp4"])
    #expect(path.folder == RelativePath("a/b c"))
    #expect(path.ending == "mp4")
    #expect(RelativePath("d")?.folder == nil)
  }

  @Test(arguments: ["a", ".mp4", "a.", "a.m p", "a.abcdefghijk", "a.b/c"])
  func `a name without a plain ending has none`(_ text: String) throws {
    #expect(try #require(RelativePath(text)).ending == nil)
  }

  @Test func `bytes that are no text are shown as numbers`() throws {
    let path = try #require(RelativePath(bytes: Array("ü\n".utf8) + [0xFF, 0xC3]))
    #expect("\(path)" == "ü\\x0a\\xff\\xc3")
  }
}
