import Foundation
import Testing

@testable import FootageArchive

@Suite struct ReportPageTests {
  private func page(_ totals: ArchiveTotals) throws -> Markup {
    try Markup(ReportPage(of: totals, at: SampleTotals.now, timeZone: SampleTotals.zone).html)
  }

  @Test func `names and reasons are shown as they are`() throws {
    let page = try page(try SampleTotals.mixed)
    let names = page.elements("bdi").map(\.text)
    #expect(
      names == [
        "/video/<in> & \"out\"", "/public/it's\\new",
        "a/<script>alert(\"1\")</script>&amp;'\\x0a.mp4", "b\\xff.mkv",
      ])
    #expect(
      page.elements("td", class: "reason").map(\.text) == [
        "<img src=x onerror=alert(1)> is damaged; \\x1b[31mget a whole one", "was killed",
      ])
    #expect(page.elements("title").first?.text == "Anonymized footage in /public/it's\\new")
    let texts = page.elements("dd").map(\.text)
    #expect(texts.contains("reel & co, process 4711"))
    #expect(texts.contains("--style solid --color <red>"))
  }

  @Test func `it has no script and refers to nothing outside`() throws {
    for totals in [try SampleTotals.mixed, SampleTotals.days(100), ArchiveTotals()] {
      let page = try page(totals)
      for name in ["script", "img", "iframe", "object", "embed", "form", "base"] {
        #expect(page.elements(name).isEmpty, "\(name)")
      }
      let attributes = page.elements.flatMap(\.attributes)
      #expect(attributes.filter { ["src", "href"].contains($0.key) }.map(\.value) == ["data:,"])
      #expect(!attributes.contains { $0.key.hasPrefix("on") || $0.key == "style" })
      let style = try #require(page.elements("style").first).text
      #expect(!style.contains("url(") && !style.contains("@import"))
      #expect(
        page.elements("meta").contains {
          $0.attributes["http-equiv"] == "Content-Security-Policy"
            && $0.attributes["content"]
              == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
        })
    }
  }

  @Test func `the tiles and the verdict tell the sums`() throws {
    let page = try page(try SampleTotals.mixed)
    let figures = page.elements("dd", class: "figure").map(\.text)
    #expect(figures == ["1,234", "2", "3", "5", "12.4 h", "2.00 ×", "312", "38.0 GB"])
    #expect(
      page.elements("p", class: "verdict").map(\.text) == [
        "2 files failed. 4 files are still to be done. 4 files were made with other settings or "
          + "another version; a run with --redo settings makes them again."
      ])
    #expect(page.elements("p", class: "alarm").count == 1)
  }

  @Test func `the chart has its numbers in words and in a table`() throws {
    let page = try page(try SampleTotals.mixed)
    let chart = try #require(page.elements("svg", class: "chart").first)
    #expect(chart.attributes["role"] == "img")
    let label = "Files per day, 2026-11-17 to 2026-11-30: 1,234 done, 2 failed, 5 skipped"
    #expect(chart.attributes["aria-label"] == label)
    #expect(page.elements("figcaption").map(\.text) == [label])
    let table = try #require(page.elements("table", class: "numbers").first)
    let words = table.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words == "daydonefailedskipped 2026-11-303420 2026-11-2950000 2026-11-2470005 All1,23425")
    #expect(
      page.elements("rect").compactMap { $0.attributes["data-count"] } == [
        "700", "5", "500", "34", "2",
      ])
  }

  @Test func `months are told where days do not reach`() throws {
    #expect(try page(SampleTotals.days(60)).elements("figure").count == 1)
    #expect(try page(SampleTotals.days(61)).elements("figure").count == 2)
  }

  @Test func `an empty archive has a page`() throws {
    let page = try page(ArchiveTotals())
    #expect(
      page.elements("p", class: "verdict").map(\.text) == [
        "There is no footage in the archive yet."
      ])
    #expect(page.elements("p", class: "alarm").isEmpty)
    #expect(page.elements("figure").isEmpty)
    #expect(page.elements("table").isEmpty)
  }

  @Test func `of very many failed files the first thousand are told`() throws {
    let page = try page(SampleTotals.failed(10_000))
    #expect(page.elements("td", class: "reason").count == 1000)
    let note = page.elements("p", class: "quiet").map(\.text)
    #expect(note.count == 1)
    #expect(note.first?.contains("there are 9,000 more") == true)
    #expect(try self.page(SampleTotals.failed(1000)).elements("p", class: "quiet").isEmpty)
  }

  @Test func `a run without an end is running or was killed`() throws {
    var totals = ArchiveTotals()
    totals.files = [.done: 1]
    totals.lastRun = RunRecord(
      started: SampleTotals.now, host: "reel", process: 1, version: "1", settings: "")
    let page = try page(totals)
    #expect(
      page.elements("p", class: "verdict").map(\.text) == [
        "All footage is done. The last run is running, or was killed."
      ])
    #expect(page.elements("dt").map(\.text).contains("Began"))
    #expect(!page.elements("dt").map(\.text).contains("Ended"))
  }
}
