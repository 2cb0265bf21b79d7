import Foundation

/// The sums at the top of a report's page, a tile for each.
struct ReportTiles {
  /// A list of terms and descriptions.
  let html: String

  /// Says what these totals are.
  init(of totals: ArchiveTotals, at now: Double, in zone: TimeZone) {
    let done = totals.count(.done)
    let failed = totals.count(.failed)
    let waiting = totals.count(.pending)
    let running = totals.count(.running)
    let skipped = totals.count(.skipped)
    let pace = totals.pace(at: now, in: zone)
    let waitingNote =
      running > 0 ? "and \(Figure.count(running)) running" : Figure.bytes(totals.bytes(.pending))
    let tiles = [
      Self.tile(
        "done", "Files done", Figure.count(done),
        note: "of \(Figure.count(totals.footageFiles, "file")) of footage",
        extra: Self.share(done, of: totals.footageFiles)),
      Self.tile(
        "failed", "Files failed", Figure.count(failed), isAlarm: failed > 0,
        note: Figure.bytes(totals.bytes(.failed))),
      Self.tile("pending", "Files waiting", Figure.count(waiting), note: waitingNote),
      Self.tile("skipped", "Files skipped", Figure.count(skipped), note: "no footage"),
      Self.tile(
        "footage", "Footage done", Figure.length(totals.footageTime),
        note: Figure.count(totals.frames, "frame")),
      Self.tile(
        "speed", "Speed", totals.speed.map { "\(Figure.short($0)) ×" } ?? "–",
        note: totals.speed == nil
          ? "no footage is done yet"
          : "real time while jobs ran" + (pace.map { "; \($0.text)" } ?? "")),
      Self.tile(
        "tracks", "Faces followed", Figure.count(totals.tracks), note: "tracks in all that is done"),
      Self.tile(
        "output", "Outputs", Figure.bytes(totals.outputBytes),
        note: "of \(Figure.bytes(totals.bytes(.done))) of source"),
    ]
    html = (["<dl class=\"tiles\">"] + tiles + ["</dl>"]).joined(separator: "\n")
  }

  private static func tile(
    _ id: String, _ name: String, _ figure: String, isAlarm: Bool = false, note: String,
    extra: String = ""
  ) -> String {
    let alarm = isAlarm ? " alarm" : ""
    return "<div id=\"tile-\(id)\"><dt>\(name)</dt><dd class=\"figure\(alarm)\">\(figure)</dd>"
      + "\(extra)<dd class=\"quiet\">\(note)</dd></div>"
  }

  private static func share(_ part: Int, of whole: Int) -> String {
    let width = whole > 0 ? 100 * Double(part) / Double(whole) : 0
    return "<dd><svg class=\"share\" aria-hidden=\"true\"><rect class=\"whole\" width=\"100%\" "
      + "height=\"6\" rx=\"3\"/><rect class=\"part\" width=\"\(Figure.decimal(width, places: 3))%\" "
      + "height=\"6\" rx=\"3\"/></svg></dd>"
  }
}
