import Testing

@testable import FootageArchive

@Suite struct OutputNamingTests {
  @Test(arguments: ["a/b.mp4", "a.b/c.MTS", "clip.mov", "x.jpg", "x.GIF", "y.webm", "z.avi"])
  func `a name that stands for a container stays`(_ name: String) throws {
    let path = try #require(RelativePath(name))
    #expect(OutputNaming.output(of: path) == path)
  }

  @Test(arguments: ["a/b.dav", "clip", "movie.", "a.h264", ".mp4x", "b.mp4.part", "x.heic"])
  func `a name that stands for none gets an ending that does`(_ name: String) throws {
    let path = try #require(RelativePath(name))
    #expect(OutputNaming.output(of: path) == RelativePath(name + ".mkv"))
  }

  @Test func `bytes that are no text stay`() throws {
    let path = try #require(RelativePath(bytes: [0xFF, 0x2F, 0xFE] + Array(".mp4".utf8)))
    #expect(OutputNaming.output(of: path) == path)
  }
}
