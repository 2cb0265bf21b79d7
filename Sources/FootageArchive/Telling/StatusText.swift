public import Foundation

/// What an archive's ledger holds, for people, in lines of at most 80 columns where names allow it.
public struct StatusText: Hashable, Sendable {
  /// The lines, each with its end.
  public let text: String

  /// Failed files that are listed; the rest is counted.
  static let mostFailures = 100
  private static let width = 80
  private static let indent = "  "
  private static let labelWidth = 12

  /// Says what these totals are.
  ///
  /// - Parameters:
  ///   - now: the time in seconds since 1970.
  ///   - timeZone: the one that times are told in; that of the totals' days.
  public init(of totals: ArchiveTotals, at now: Double, timeZone: TimeZone = .current) {
    var lines = ["Archive \(printable(totals.destination))"]
    if !totals.source.isEmpty { lines.append("made of \(printable(totals.source))") }
    lines.append("")
    if totals.files.values.allSatisfy({ $0 == 0 }) {
      lines += Self.item("Files", "none yet")
    } else {
      lines += Self.states(of: totals)
    }
    if totals.count(.done) > 0 {
      let sizes =
        "\(Figure.bytes(totals.bytes(.done))) of source became "
        + "\(Figure.bytes(totals.outputBytes))"
      lines += Self.item("Size", sizes)
    }
    let pace = totals.pace(at: now, in: timeZone)
    if let speed = totals.speed {
      let text = "\(Figure.short(speed)) × real time while jobs ran"
      lines += Self.item("Speed", text + (pace.map { "; \($0.text)" } ?? ""))
    }
    lines += Self.runs(of: totals, in: timeZone)
    if totals.otherSettings > 0 {
      lines += Self.item("Settings", otherSettingsText(totals.otherSettings))
    }
    lines += Self.failures(of: totals, in: timeZone)
    text = lines.map { $0 + "\n" }.joined()
  }

  private static func states(of totals: ArchiveTotals) -> [String] {
    var lines = item(
      "Done",
      [
        Figure.count(totals.count(.done), "file"),
        "\(Figure.length(totals.footageTime)) of footage",
        Figure.count(totals.frames, "frame"), Figure.count(totals.tracks, "face") + " followed",
      ].joined(separator: ", "))
    let others: [(LedgerEntry.State, String, String)] = [
      (.failed, "Failed", ""), (.running, "Running", ""), (.pending, "Waiting", ""),
      (.skipped, "Skipped", ", no footage"),
    ]
    for (state, label, remark) in others where totals.count(state) > 0 || state == .failed {
      let size = totals.count(state) > 0 ? " (\(Figure.bytes(totals.bytes(state))))" : ""
      lines += item(label, Figure.count(totals.count(state), "file") + size + remark)
    }
    return lines
  }

  private static func runs(of totals: ArchiveTotals, in zone: TimeZone) -> [String] {
    guard let run = totals.lastRun else { return item("Last run", "none yet") }
    let end = run.finished.map { " to \(moment($0, in: zone))" } ?? ""
    var lines = item("Last run", moment(run.started, in: zone) + end)
    lines += item("", "\(run.outcome); \(run.work)")
    lines += item(
      "",
      "on \(printable(run.host)), process \(run.process), version \(printable(run.version))")
    if run.status != 0, let success = totals.lastSuccess {
      lines += item("", "the last that ended well did so at \(moment(success, in: zone))")
    }
    return lines
  }

  private static func failures(of totals: ArchiveTotals, in zone: TimeZone) -> [String] {
    guard !totals.failures.isEmpty else { return [] }
    var lines = ["", "Failed files:"]
    for file in totals.failures.prefix(mostFailures) {
      let when = file.finished.map { ", last at \(moment($0, in: zone))" } ?? ""
      lines.append("\(indent)\(file.path)")
      let reason = printable(file.failure.reason)
      let tries = Figure.count(file.attempts, "attempt")
      lines += wrapped("\(reason) (\(tries)\(when))", indent: indent + indent)
    }
    let rest = totals.failures.count - mostFailures
    if rest > 0 { lines.append("\(indent)and \(Figure.count(rest)) more, which --json lists") }
    return lines
  }

  /// A label and what belongs to it, on as many lines as it takes.
  private static func item(_ label: String, _ text: String) -> [String] {
    let margin = indent + String(repeating: " ", count: labelWidth)
    var lines = wrapped(text, indent: margin)
    guard let first = lines.first else { return [] }
    let name = label + String(repeating: " ", count: max(0, labelWidth - label.count))
    lines[0] = indent + name + first.dropFirst(margin.count)
    return lines
  }

  /// Breaks a text between words; a word that is longer than a line stays whole.
  private static func wrapped(_ text: String, indent: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if line.isEmpty {
        line = indent + word
      } else if line.count + 1 + word.count <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = indent + word
      }
    }
    return lines + (line.isEmpty ? [] : [line])
  }
}

/// What to do about files that are done with other settings.
func otherSettingsText(_ count: Int) -> String {
  let (were, them) = count == 1 ? ("was", "it") : ("were", "them")
  return "\(Figure.count(count, "file")) \(were) made with other settings or another version; "
    + "a run with --redo settings makes \(them) again"
}
