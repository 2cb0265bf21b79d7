import Anonymizer

/// One line that shows progress on a terminal and is redrawn in place.
enum ProgressBar {
  private static let narrowestBar = 10
  private static let widestBar = 40
  private static let gap = 2

  /// The line, shorter than `columns` by one at least so that no terminal wraps it.
  ///
  /// Where room is short what matters least is left out, and a bar takes what room there is beside
  /// the rest. ASCII only, so that the line's length is its width.
  static func render(_ progress: Progress, pace: Pace?, columns: Int) -> String {
    let room = max(0, columns - 1)
    var parts = parts(of: progress, pace: pace)
    while parts.count > 1, width(of: parts) > room {
      let least = parts.indices.min { parts[$0].weight < parts[$1].weight }
      if let least { parts.remove(at: least) }
    }
    var texts = parts.map(\.text)
    if let share = progress.share {
      let cells = min(widestBar, room - width(of: parts) - gap - 2)
      if cells >= narrowestBar { texts.insert(bar(share, cells: cells), at: 0) }
    }
    return String(texts.joined(separator: String(repeating: " ", count: gap)).prefix(room))
  }

  private struct Part {
    let text: String
    let weight: Int
  }

  private static func parts(of progress: Progress, pace: Pace?) -> [Part] {
    var parts: [Part] = []
    if let percentage = progress.percentage {
      let padding = String(repeating: " ", count: 3 - String(percentage).count)
      parts.append(Part(text: "\(padding)\(percentage)%", weight: 5))
    }
    var frames =
      progress.expectedFrames.map { "\(progress.frames)/\($0) frames" }
      ?? Notation.count(progress.frames, "frame")
    if progress.isVerifying { frames += " verified" }
    parts.append(Part(text: frames, weight: 3))
    if let pace {
      parts.append(Part(text: "\(pace.framesPerSecond.rate) fps", weight: 2))
      parts.append(Part(text: "\(pace.timesRealTime.rate)x", weight: 1))
    }
    if let remaining = progress.remaining(at: pace) {
      parts.append(Part(text: "ETA \(Notation.clock(remaining))", weight: 4))
    }
    return parts
  }

  private static func width(of parts: [Part]) -> Int {
    parts.reduce((parts.count - 1) * gap) { $0 + $1.text.utf8.count }
  }

  private static func bar(_ share: Double, cells: Int) -> String {
    let full = Int(share * Double(cells))
    let head = full < cells ? ">" : ""
    return "[" + String(repeating: "=", count: full) + head
      + String(repeating: " ", count: cells - full - head.count) + "]"
  }
}
