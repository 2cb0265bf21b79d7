import Anonymizer
import Testing

@testable import AnonymizeCLI

@Suite struct VersionTextTests {
  @Test func `the program comes first, its libraries below`() {
    let lines = VersionText.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(lines[0] == "anonymize \(AnonymizeVersion.current)")
    #expect(
      lines[1].split(separator: ", ").map { $0.prefix { $0 != " " } }
        == ["libavformat", "libavcodec", "libavfilter", "libswscale", "libswresample", "libavutil"])
    #expect(lines[2] == "")
  }
}
