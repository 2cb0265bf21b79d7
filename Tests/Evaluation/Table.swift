import Foundation

/// The table of all clips, in Markdown: a group of columns for each program, side by side.
struct Table {
  private static let columns = [
    "exposed", "recall", "longest", "spill, %", "frames", "fps", "CPU s/frame",
  ]

  private let names: [String]
  private var rows: [String] = []
  /// For each program the sum over the clips that it did not fail on.
  private var totals: [Score]

  /// Begins a table for some programs.
  init(of names: [String]) {
    self.names = names
    totals = names.map { _ in Score() }
  }

  /// Adds a clip with each program's score; `nil` where it failed.
  mutating func add(_ clip: String, _ scores: [Score?]) {
    rows.append(Table.row([clip] + scores.flatMap(Table.cells)))
    for (number, score) in scores.enumerated() {
      if let score { totals[number] += score }
    }
  }

  /// All its lines.
  var text: String {
    let headings = names.enumerated().flatMap { number, name in
      // The first program is what the page is about.
      Table.columns.map { number == 0 ? $0 : "\(name): \($0)" }
    }
    let lines = [
      Table.row(["clip"] + headings),
      "|---|" + String(repeating: "--:|", count: headings.count),
    ]
    let total = Table.row(["**all**"] + totals.flatMap(Table.cells))
    return (lines + rows + [total]).joined(separator: "\n")
  }

  private static func row(_ cells: [String]) -> String {
    "| \(cells.joined(separator: " | ")) |"
  }

  private static func cells(_ score: Score?) -> [String] {
    guard let score else {
      return ["failed"] + Array(repeating: "-", count: columns.count - 1)
    }
    return [
      "\(score.exposed.count) of \(score.faces)", text(score.recall, "%.5f"), "\(score.longestRun)",
      text(score.spill.map { $0 * 100 }, "%.3f"), "\(score.framesIn) → \(score.framesOut)",
      text(score.framesPerSecond, "%.1f"), text(score.processorSecondsPerFrame, "%.4f"),
    ]
  }

  private static func text(_ value: Double?, _ format: String) -> String {
    value.map { String(format: format, $0) } ?? "-"
  }
}
