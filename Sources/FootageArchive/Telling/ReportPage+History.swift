import Foundation

extension ReportPage {
  /// What was finished when, as charts and tables; empty where nothing was.
  static func history(
    of totals: ArchiveTotals, at now: Double, in zone: TimeZone
  ) -> String {
    let daily = FileHistory.daily(of: totals, at: now, in: zone)
    let isEmpty = daily.others == 0 && daily.columns.allSatisfy { $0.total == 0 }
    guard !isEmpty else { return "" }
    var figures = [figure(of: daily, each: "day")]
    // Months tell more than the days only where they reach further.
    if daily.others > 0 {
      figures.append(figure(of: .monthly(of: totals, at: now, in: zone), each: "month"))
    }
    let legend = FileHistory.states.map {
      "<li><i class=\"\($0.rawValue)\"></i>\($0.rawValue)</li>"
    }
    return """
      <section>
      <h2>Files finished</h2>
      <ul class="legend">\(legend.joined())</ul>
      \(figures.joined(separator: "\n"))
      </section>
      """
  }

  private static func figure(of history: FileHistory, each noun: String) -> String {
    let first = history.columns.first?.name ?? ""
    let last = history.columns.last?.name ?? ""
    let caption = "Files per \(noun), \(first) to \(last)"
    let sums = FileHistory.states.indices.map { index in
      history.columns.reduce(0) { $0 + $1.counts[index] }
    }
    let total = FileHistory.Column(name: "All", label: "", counts: sums)
    let others =
      history.others > 0 ? "; \(Figure.count(history.others, "file")) at other times" : ""
    let rows = history.columns.filter { $0.total > 0 }.reversed() + [total]
    let table = rows.map { row in
      let cells = row.counts.map { "<td class=\"number\">\(Figure.count($0))</td>" }
      return "<tr><th scope=\"row\" class=\"time\">\(row.name)</th>\(cells.joined())</tr>"
    }
    let heads = FileHistory.states.map { "<th scope=\"col\" class=\"number\">\($0.rawValue)</th>" }
    return """
      <figure id="files-per-\(noun)">
      <div class="plot">
      \(HistoryChart(of: history).svg(label: "\(caption): \(total.text)"))
      </div>
      <figcaption>\(caption): \(total.text)\(others)</figcaption>
      <details>
      <summary>The same numbers as a table</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Files per \(noun)">
      <table class="numbers">
      <thead><tr><th scope="col">\(noun)</th>\(heads.joined())</tr></thead>
      <tbody>
      \(table.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      </details>
      </figure>
      """
  }
}
