import Testing

@testable import FootageArchive

@Suite struct FileHistoryTests {
  @Test func `days without a file have their column`() throws {
    let history = FileHistory.daily(
      of: try SampleTotals.mixed, at: SampleTotals.now, in: SampleTotals.zone)
    #expect(history.columns.count == 14)
    #expect(history.columns.first?.name == "2026-11-17")
    #expect(history.columns.last?.name == "2026-11-30")
    #expect(history.columns.last?.label == "30 Nov")
    #expect(history.columns.last?.counts == [34, 2, 0])
    #expect(history.columns.map(\.total) == [0, 0, 0, 0, 0, 0, 0, 705, 0, 0, 0, 0, 500, 36])
    #expect(history.others == 0)
  }

  @Test func `sixty days are told, and what was before is counted`() {
    let history = FileHistory.daily(
      of: SampleTotals.days(62), at: SampleTotals.now, in: SampleTotals.zone)
    #expect(history.columns.map(\.total) == Array(1...60).reversed())
    #expect(history.others == 61 + 62)
  }

  @Test func `months are summed up`() {
    // The thirty days of November, then those of October.
    let history = FileHistory.monthly(
      of: SampleTotals.days(61), at: SampleTotals.now, in: SampleTotals.zone)
    #expect(history.columns.suffix(3).map(\.name) == ["2026-09", "2026-10", "2026-11"])
    #expect(history.columns.suffix(3).map(\.total) == [0, (31...61).reduce(0, +), 465])
    #expect(history.columns.last?.label == "Nov 2026")
    #expect(history.others == 0)
  }

  @Test func `days that a wrong clock put into the future are counted apart`() {
    var totals = SampleTotals.days(1)
    totals.days.append(ArchiveTotals.Day(date: "2099-01-01", files: [.failed: 3]))
    let history = FileHistory.daily(of: totals, at: SampleTotals.now, in: SampleTotals.zone)
    #expect(history.columns.last?.name == "2026-11-30")
    #expect(history.others == 3)
  }
}
