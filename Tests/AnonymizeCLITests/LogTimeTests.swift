import Testing

@testable import AnonymizeCLI

@Suite struct LogTimeTests {
  @Test(arguments: [
    (1_796_073_145, 3600, "2026-11-30T22:12:25+01:00"), (0, 0, "1970-01-01T00:00:00+00:00"),
    (0, -12_600, "1969-12-31T20:30:00-03:30"), (1_709_164_800, 20_700, "2024-02-29T05:45:00+05:45"),
  ])
  func `a moment is written with its difference from UTC`(
    seconds: Int, offset: Int, text: String
  ) {
    #expect(LogTime(seconds: seconds, offset: offset).text == text)
  }

  @Test func `now is a moment of this century`() {
    #expect(LogTime.now().text.hasPrefix("20"))
    #expect(LogTime.now().text.count == 25)
  }
}
