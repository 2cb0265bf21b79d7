public import Foundation

/// What an archive's ledger holds, as a page for browsers that needs nothing but itself.
///
/// It has no script and refers to nothing outside; its content security policy forbids both.
public struct ReportPage: Hashable, Sendable {
  /// The page.
  public let html: String

  /// Failed files that are listed; the rest is counted.
  static let mostFailures = 1000
  private static let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

  /// Says what these totals are.
  ///
  /// - Parameters:
  ///   - now: the time in seconds since 1970.
  ///   - timeZone: the one that times are told in; that of the totals' days.
  public init(of totals: ArchiveTotals, at now: Double, timeZone: TimeZone = .current) {
    let destination = escapedHTML(totals.destination)
    let parts =
      [
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta http-equiv="Content-Security-Policy" content="\(Self.policy)"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="referrer" content="no-referrer"/>
        <title>Anonymized footage in \(destination)</title>
        <link rel="icon" href="data:,"/>
        <style>
        \(ReportStyle.text)
        </style>
        </head>
        <body>
        <main>
        <header>
        <h1>Anonymized footage</h1>
        <dl>
        <dt>Source</dt><dd id="source">\(nameHTML(totals.source))</dd>
        <dt>Archive</dt><dd id="destination">\(nameHTML(totals.destination))</dd>
        </dl>
        </header>
        """,
        Self.verdict(on: totals),
        ReportTiles(of: totals, at: now, in: timeZone).html,
        Self.history(of: totals, at: now, in: timeZone),
        Self.failures(of: totals, in: timeZone),
        Self.lastRun(of: totals, in: timeZone),
        """
        <footer>Made at <span class="time">\(moment(now, in: timeZone))</span> by
        <code>anonymize archive report</code>. Times are of that time zone.</footer>
        </main>
        </body>
        </html>

        """,
      ]
    html = parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func verdict(on totals: ArchiveTotals) -> String {
    let failed = totals.count(.failed)
    let waiting = totals.count(.pending) + totals.count(.running)
    var parts: [String] = []
    if failed > 0 { parts.append("\(Figure.count(failed, "file")) failed.") }
    if waiting > 0 {
      parts.append(
        "\(Figure.count(waiting, "file")) \(waiting == 1 ? "is" : "are") still to be done.")
    }
    if parts.isEmpty {
      parts.append(
        totals.footageFiles == 0
          ? "There is no footage in the archive yet." : "All footage is done.")
    }
    // That files failed is said already.
    if let run = totals.lastRun, run.status != 0, run.status != 1 {
      parts.append("The last run \(run.finished == nil ? "is " : "")\(run.outcome).")
    }
    if totals.otherSettings > 0 {
      let text = escapedHTML(otherSettingsText(totals.otherSettings))
      let option = "--redo settings"
      parts.append(
        text.replacing(option, with: "<code class=\"option\">\(option)</code>") + ".")
    }
    let isAlarm = failed > 0 || (totals.lastRun?.status ?? 0) != 0
    return "<p class=\"verdict\(isAlarm ? " alarm" : "")\">\(parts.joined(separator: " "))</p>"
  }
}
