import Foundation
import Testing

@testable import FootageArchive

@Suite struct CivilDayTests {
  @Test(arguments: zip(["1970-01-01", "2024-02-29", "2026-11-30"], [0, 19_782, 20_787]))
  func `a day is the number of days since 1970`(text: String, number: Int) throws {
    let day = try #require(CivilDay(text))
    #expect(day.number == number)
    #expect(day.text == text)
  }

  @Test(arguments: [
    "", "2026-02-30", "2026-13-01", "2026-1-01", "26-01-01", "2026-01-01x", "a-b-c",
  ])
  func `what is no day is none`(_ text: String) {
    #expect(CivilDay(text) == nil)
  }

  @Test func `months follow each other from year to year`() throws {
    let december = try #require(CivilDay("2025-12-31"))
    let january = try #require(CivilDay("2026-01-01"))
    #expect(january.month == december.month + 1)
    #expect(december < january)
  }

  @Test(
    arguments: zip(
      [0, 5400, -12_600],
      ["2026-11-30 23:40 +00:00", "2026-12-01 01:10 +01:30", "2026-11-30 20:10 -03:30"]))
  func `a time is told in its zone`(offset: Int, text: String) throws {
    let zone = try #require(TimeZone(secondsFromGMT: offset))
    #expect(moment(1_796_082_059.9, in: zone) == text)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300])
  func `a time that no calendar has is told all the same`(time: Double) {
    #expect(moment(time, in: .gmt).hasSuffix(" +00:00"))
  }
}
