import Foundation

extension ReportPage {
  /// What the last run did; empty where there was none.
  static func lastRun(of totals: ArchiveTotals, in zone: TimeZone) -> String {
    guard let run = totals.lastRun else { return "" }
    var facts = [
      ("Began", "<span class=\"time\">\(moment(run.started, in: zone))</span>")
    ]
    if let finished = run.finished {
      facts.append(("Ended", "<span class=\"time\">\(moment(finished, in: zone))</span>"))
    }
    facts += [
      ("State", run.outcome),
      ("Did", run.work),
      ("Where", "\(escapedHTML(run.host)), process \(run.process)"),
      ("Version", escapedHTML(run.version)),
      (
        "Settings",
        run.settings.isEmpty ? "as by default" : "<code>\(escapedHTML(run.settings))</code>"
      ),
    ]
    if run.status != 0, let success = totals.lastSuccess {
      facts.append(
        ("Last success", "<span class=\"time\">\(moment(success, in: zone))</span>"))
    }
    let items = facts.map { "<dt>\($0)</dt><dd>\($1)</dd>" }
    return """
      <section id="last-run">
      <h2>Last run</h2>
      <dl>
      \(items.joined(separator: "\n"))
      </dl>
      </section>
      """
  }
}
