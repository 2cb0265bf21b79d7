/// A line of a terminal with a bar and figures beside it.
///
/// Where room is short what matters least is left out, and the bar takes what room there is beside
/// the rest. ASCII only, so that the line's length is its width.
struct StatusLine: Sendable {
  /// A figure.
  struct Part: Sendable {
    /// How it is shown, in ASCII.
    let text: String
    /// How much it matters; what weighs least goes first.
    let weight: Int

    /// A figure from its text.
    init(text: String, weight: Int) {
      self.text = text
      self.weight = weight
    }

    /// A percentage, as wide as any.
    init(percentage: Int, weight: Int) {
      let padding = String(repeating: " ", count: 3 - String(percentage).count)
      self.init(text: "\(padding)\(percentage)%", weight: weight)
    }
  }

  private static let narrowestBar = 10
  private static let widestBar = 40
  private static let gap = 2

  /// What the bar shows, 0...1; without it there is none.
  let share: Double?
  /// The figures behind the bar, from left to right.
  let parts: [Part]

  /// The line, shorter than `columns` by one at least so that no terminal wraps it.
  func render(columns: Int) -> String {
    let room = max(0, columns - 1)
    var parts = parts
    while parts.count > 1, Self.width(of: parts) > room {
      let least = parts.indices.min { parts[$0].weight < parts[$1].weight }
      if let least { parts.remove(at: least) }
    }
    var texts = parts.map(\.text)
    if let share {
      let cells = min(Self.widestBar, room - Self.width(of: parts) - Self.gap - 2)
      if cells >= Self.narrowestBar { texts.insert(Self.bar(share, cells: cells), at: 0) }
    }
    return String(texts.joined(separator: String(repeating: " ", count: Self.gap)).prefix(room))
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
