import Foundation
import Testing

@testable import FootageArchive

@Suite struct HistoryChartTests {
  @Test(
    arguments: zip(
      [0, 1, 5, 6, 11, 26, 51, 705, 10_000],
      [1, 1, 5, 6, 15, 30, 60, 800, 10_000]))
  func `an axis has few round marks`(most: Int, top: Int) {
    let axis = HistoryChart.Axis(holding: most)
    #expect(axis.top == top)
    #expect((2...6).contains(axis.marks.count))
  }

  @Test func `columns are as high as their numbers`() throws {
    var totals = ArchiveTotals()
    totals.days = [
      ArchiveTotals.Day(date: "2026-11-30", files: [.done: 300, .failed: 99, .skipped: 1])
    ]
    let history = FileHistory.daily(of: totals, at: SampleTotals.now, in: SampleTotals.zone)
    let chart = HistoryChart(of: history).svg(label: "<all>")
    #expect(chart.contains("aria-label=\"&lt;all&gt;\""))
    #expect(chart.contains("data-top=\"400\""))
    #expect(chart.contains("<title>2026-11-30: 300 done, 99 failed, 1 skipped</title>"))
    // 180 pixels stand for 400, from 192 upward; the last would have less than half a pixel.
    #expect(chart.contains("y=\"57.00\" height=\"135.00\" data-count=\"300\""))
    #expect(chart.contains("y=\"12.45\" height=\"44.55\" data-count=\"99\""))
    #expect(chart.contains("y=\"10.45\" height=\"2.00\" data-count=\"1\""))
  }

  @Test func `a chart is well-formed`() throws {
    for totals in [try SampleTotals.mixed, SampleTotals.days(500), ArchiveTotals()] {
      let history = FileHistory.monthly(of: totals, at: SampleTotals.now, in: SampleTotals.zone)
      let chart = HistoryChart(of: history).svg(label: "'\"&")
      #expect(try Markup(chart).elements("rect").count > history.columns.count - 1)
    }
  }
}
