import Foundation

extension ReportPage {
  /// The failed files as a table; empty where there is none.
  static func failures(of totals: ArchiveTotals, in zone: TimeZone) -> String {
    guard !totals.failures.isEmpty else { return "" }
    let rows = totals.failures.prefix(mostFailures).map { file in
      let time = file.finished.map { moment($0, in: zone) } ?? ""
      let unit = file.attempts == 1 ? " attempt" : " attempts"
      return """
        <tr><td>\(nameHTML(file.path.description))</td>\
        <td class="reason">\(escapedHTML(file.failure.reason))</td>\
        <td class="number short" data-unit="\(unit)">\(Figure.count(file.attempts))</td>\
        <td class="time short">\(time)</td></tr>
        """
    }
    let rest = totals.failures.count - mostFailures
    let note =
      rest > 0
      ? "\n<p class=\"quiet\">These are the first \(Figure.count(mostFailures)), by name; there are "
        + "\(Figure.count(rest)) more, which <code>anonymize archive status --json</code> lists.</p>"
      : ""
    return """
      <section id="failures">
      <h2>Failed files</h2>\(note)
      <table class="failures">
      <thead><tr><th scope="col">File</th><th scope="col">Reason</th>\
      <th scope="col" class="number">Attempts</th><th scope="col">Last attempt</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </section>
      """
  }
}
