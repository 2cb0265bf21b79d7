/// Text as roff input: escaped, with the program's own words set apart.
enum Roff {
  /// A paragraph in lines that editors show whole; names of options are bold.
  static func text(_ text: String) -> String {
    let words = text.split(separator: " ").map { word in
      let start = word.prefix { "('".contains($0) }
      let name = word.dropFirst(start.count).prefix { $0.isLetter || $0 == "-" }
      guard name.hasPrefix("-"), name.count > 1 else { return escaped(String(word)) }
      let rest = word.dropFirst(start.count + name.count)
      return escaped(String(start)) + bold(String(name)) + escaped(String(rest))
    }
    return Paragraph.lines(words.joined(separator: " "), width: 80).map(guarded)
      .joined(separator: "\n")
  }

  /// A line that is no request, whatever it begins with.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&" + line : line
  }

  /// The form of a command's line.
  static func usage(_ command: Command) -> String {
    ([bold((["anonymize"] + command.words).joined(separator: " ")), "[\\fIoptions\\fR]"]
      + OptionTable.options.filter { command.needs.contains($0.name) }.map(label)
      + command.operands.map(italic)).joined(separator: " ")
  }

  /// An option with its letter and its value.
  static func label(_ option: Option) -> String {
    let names = ((option.letter.map { ["-\($0)"] } ?? []) + [option.name]).map(bold)
    guard let value = option.value else { return names.joined(separator: ", ") }
    // Choices are written as they are, all else stands for something.
    let placeholder = value.choices.isEmpty ? italic(value.placeholder) : escaped(value.placeholder)
    return "\(names.joined(separator: ", ")) \(placeholder)"
  }

  /// Lines that are shown as they are.
  static func example(_ lines: [String]) -> [String] {
    [".RS 4", ".nf"] + lines.map { guarded(escaped($0)) } + [".fi", ".RE"]
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  /// The text without anything that roff would take for its own; dashes and quotes stay ASCII, so
  /// that they can be copied.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "~": result += "\\(ti"
      case "^": result += "\\(ha"
      default: result.append(character)
      }
    }
  }
}
