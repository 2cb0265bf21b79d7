import Testing

@testable import FootageArchive

@Suite struct FigureTests {
  @Test(
    arguments: zip([0, 999, 1000, 1_234_567, -1000], ["0", "999", "1,000", "1,234,567", "-1,000"]))
  func `thousands are set apart`(number: Int, text: String) {
    #expect(Figure.count(number) == text)
  }

  @Test(
    arguments: zip(
      [0, 999, 1000, 12_345, 999_499, 999_500, 41_200_000_000, Int64.max],
      ["0 B", "999 B", "1.00 kB", "12.3 kB", "999 kB", "1.00 MB", "41.2 GB", "9.22 EB"]))
  func `bytes are told in the unit that suits them`(number: Int64, text: String) {
    #expect(Figure.bytes(number) == text)
  }

  @Test(
    arguments: zip(
      [0, 4.26, 42.4, 99.6, 720, 99.6 * 60, 12.4 * 3600, 1234.4 * 3600],
      ["0 s", "4.3 s", "42 s", "2 min", "12 min", "1.66 h", "12.4 h", "1,234 h"]))
  func `a length of time is told in the unit that suits it`(seconds: Double, text: String) {
    #expect(Figure.length(seconds) == text)
  }

  @Test func `one is one, and all else are many`() {
    #expect(Figure.count(1, "file") == "1 file")
    #expect(Figure.count(0, "file") == "0 files")
  }
}
