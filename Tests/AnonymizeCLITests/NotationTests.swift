import Testing

@testable import AnonymizeCLI

@Suite struct NotationTests {
  @Test(arguments: [
    (38.14, 1, "38.1"), (38.15, 1, "38.2"), (0.0, 1, "0.0"), (9.96, 1, "10.0"), (0.05, 2, "0.05"),
    (-1.5, 1, "-1.5"), (-0.01, 1, "0.0"), (7.0, 0, "7"), (1.0004, 3, "1.000"),
    (1234567.891, 3, "1234567.891"), (1e300, 1, "1e+300"), (.nan, 1, "-"), (.infinity, 1, "-"),
  ])
  func `numbers have a fixed count of decimals`(value: Double, decimals: Int, text: String) {
    #expect(value.fixed(decimals) == text)
  }

  @Test(arguments: [(38.14, "38.1"), (0.04, "0.04"), (0.1, "0.1"), (0.0, "0.0")])
  func `a slow rate keeps a digit to see`(value: Double, text: String) {
    #expect(value.rate == text)
  }

  @Test(arguments: [
    (0, "0:00"), (0.4, "0:00"), (59.6, "1:00"), (61, "1:01"), (3599, "59:59"), (3600, "1:00:00"),
    (360_061, "100:01:01"), (-3, "0:00"),
  ])
  func `times are read like a clock`(seconds: Double, text: String) {
    #expect(Notation.clock(seconds) == text)
  }

  @Test func `counts agree with their noun`() {
    #expect(Notation.count(0, "frame") == "0 frames")
    #expect(Notation.count(1, "frame") == "1 frame")
    #expect(Notation.count(2, "frame") == "2 frames")
  }

  @Test func `a file's name can't break the line or steer the terminal`() {
    #expect(Notation.oneLine("a\nb\r\u{1B}[2J\u{9B}c é 顔") == "a?b??[2J?c é 顔")
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (999_949, "999.9 kB"),
    (999_950, "1.0 MB"), (12_345_678_901, "12.3 GB"), (4_000_000_000_000, "4.0 TB"),
    (Int64.max, "9223.4 PB"),
  ])
  func `a size has the unit that suits it`(bytes: Int64, text: String) {
    #expect(Notation.size(bytes) == text)
  }
}
