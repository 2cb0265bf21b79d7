/// The text that `--help` prints, at most 80 columns wide.
enum HelpText {
  private static let columns = 80
  private static let indentation = 30

  /// The whole text with the line end of its last line.
  static var text: String {
    var lines = Command.all.enumerated().map { index, command in
      (index == 0 ? "Usage: " : "       ") + command.usage
    }
    lines.append("")
    lines += Paragraph.lines(Prose.introduction, width: columns)
    for text in [Prose.inspection, Prose.verification, Prose.archive] {
      lines += [""] + Paragraph.lines(text, width: columns)
    }
    for group in Option.Group.allCases {
      lines += ["", "\(group.rawValue):"]
      for option in OptionTable.options where option.group == group {
        lines += entry(label(of: option), description(of: option), indentation: indentation)
      }
    }
    lines += ["", "Examples:"]
    for (index, example) in Prose.examples.enumerated() {
      if index > 0 { lines.append("") }
      lines += ((example.purpose.map { ["# \($0)"] } ?? []) + example.lines).map { "  \($0)" }
    }
    lines += ["", "Exit statuses:"]
    for (statuses, meaning) in ExitStatus.meanings {
      let numbers = statuses.map { String($0.rawValue) }.joined(separator: ", ")
      lines += entry(numbers, meaning, indentation: 17)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func label(of option: Option) -> String {
    (option.letter.map { "-\($0), " } ?? "") + option.label
  }

  /// An option's summary with its bounds and its default.
  static func description(of option: Option) -> String {
    let notes = [
      option.value?.bounds, option.value?.defaultText.map { "default: \($0)" },
    ].compactMap { $0 }
    return notes.isEmpty ? option.summary : "\(option.summary) (\(notes.joined(separator: "; ")))"
  }

  /// A label with its text beside it, or below it where the label is too long.
  private static func entry(_ label: String, _ text: String, indentation: Int) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    var lines = Paragraph.lines(text, width: columns - indentation).map { margin + $0 }
    let head = "  \(label)"
    if head.count + 2 <= indentation, let first = lines.first {
      lines[0] = head + first.dropFirst(head.count)
    } else {
      lines.insert(head, at: 0)
    }
    return lines
  }
}
