/// A table in Markdown whose first columns hold names, and all others figures.
struct MarkdownTable: CustomStringConvertible {
  let head: [String]
  let names: Int
  var rows: [[String]] = []

  /// An empty table of which so many columns hold names.
  init(_ head: [String], names: Int = 1) {
    self.head = head
    self.names = names
  }

  var description: String {
    let rule = head.indices.map { $0 < names ? "---" : "--:" }
    return ([head, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }
}
