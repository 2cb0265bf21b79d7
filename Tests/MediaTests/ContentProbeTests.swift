import Foundation
import Media
import TestSupport
import Testing

@Suite struct ContentProbeTests {
  private func probe(_ text: String) -> ContentProbe { ContentProbe(Array(text.utf8)) }

  @Test(arguments: SampleFootage.allCases)
  func `footage is known by its first bytes`(_ footage: SampleFootage) throws {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: footage.path))
    let bytes = try #require(try file.read(upToCount: ContentProbe.usualBytes))
    #expect(ContentProbe(Array(bytes)) == .media)
  }

  @Test func `text, zeros and nothing are no media`() {
    #expect(probe("") == .nothing)
    #expect(probe("Dear reader,\nthis is no footage.\n") == .nothing)
    #expect(probe(String(repeating: "\0", count: 4096)) == .nothing)
  }

  @Test func `a list of other files is told from media`() {
    #expect(
      probe("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n") == .list)
    #expect(probe("ffconcat version 1.0\nfile a.mp4\n") == .list)
  }
}
