/// A table in Markdown whose first column holds names, and all others figures.
struct MarkdownTable: CustomStringConvertible {
  let head: [String]
  var rows: [[String]] = []

  init(_ head: [String]) { self.head = head }

  var description: String {
    let rule = ["---"] + head.dropFirst().map { _ in "--:" }
    return ([head, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }
}
