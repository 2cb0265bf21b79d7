import Foundation

/// The table of all clips, in Markdown: a group of columns for each program, side by side.
struct Table {
  private static let columns = [
    "exposed", "recall", "longest", "spill, %", "frames", "fps", "CPU s/frame",
  ]

  private let names: [String]
  private var clips: [(name: String, scores: [Score?])] = []

  /// Begins a table for some programs.
  init(of names: [String]) { self.names = names }

  /// Adds a clip with each program's score; `nil` where it failed.
  mutating func add(_ clip: String, _ scores: [Score?]) { clips.append((clip, scores)) }

  /// All its lines.
  ///
  /// Its last ones are the sums over all clips, each program's without those that it failed on, and
  /// where that is not the same, the sums over the clips of which every program kept the frames.
  var text: String {
    let headings = names.enumerated().flatMap { number, name in
      // The first program is what the page is about.
      Table.columns.map { number == 0 ? $0 : "\(name): \($0)" }
    }
    var lines = [
      Table.row(["clip"] + headings),
      "|---|" + String(repeating: "--:|", count: headings.count),
    ]
    lines += clips.map { Table.row([$0.name] + $0.scores.flatMap(Table.cells)) }
    lines.append(sum("**all**", clips.map(\.scores)))
    let kept = clips.map(\.scores).filter { scores in
      scores.allSatisfy { $0.map { $0.framesIn == $0.framesOut } ?? false }
    }
    if kept.count < clips.count, !kept.isEmpty {
      lines.append(sum("**frames kept by all: \(kept.count) clips**", kept))
    }
    return lines.joined(separator: "\n")
  }

  private func sum(_ name: String, _ scores: [[Score?]]) -> String {
    let totals = names.indices.map { program in
      scores.compactMap { $0[program] }.reduce(into: Score()) { $0 += $1 }
    }
    return Table.row([name] + totals.flatMap(Table.cells))
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
