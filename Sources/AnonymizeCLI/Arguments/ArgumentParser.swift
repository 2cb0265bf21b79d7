/// Reads a command line by the option table.
///
/// `--name value` and `--name=value` are the same, options may stand behind operands, letters
/// combine (`-qv`), the words of a command stand before its operands, `--` ends the options, and of
/// contradicting options the later one holds.
struct ArgumentParser {
  private var settings = Settings()
  private var command = Command.anonymize
  private var operands: [String] = []
  /// Options that were given, in the order in which they came.
  private var given: [Option] = []
  private var rest: ArraySlice<String>

  /// What the arguments ask for; they don't include the program's name.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    var parser = ArgumentParser(rest: arguments[...])
    return try parser.invocation()
  }

  private init(rest: ArraySlice<String>) {
    self.rest = rest
  }

  private mutating func invocation() throws(UsageError) -> Invocation {
    var optionsMayFollow = true
    while let argument = rest.popFirst() {
      if !optionsMayFollow || argument == "-" || !argument.hasPrefix("-") {
        try addWord(argument, mayBeCommand: optionsMayFollow)
      } else if argument == "--" {
        optionsMayFollow = false
      } else if argument.hasPrefix("--") {
        try applyLongOption(argument)
      } else {
        try applyLetters(argument)
      }
      if let request = settings.request { return .inform(request) }
    }
    try checkOptions()
    let missing = command.operands.dropFirst(operands.count).map { "'\($0)'" }
    guard missing.isEmpty else {
      let noun = missing.count == 1 ? "argument" : "arguments"
      throw UsageError(
        message: "Missing expected \(noun) \(missing.joined(separator: " and "))", usage: command)
    }
    settings.archive.replacesForeign = command.takesFolders && settings.configuration.overwrite
    return switch command {
    case .inspect: .inspect(input: operands[0], settings)
    case .verify: .verify(original: operands[0], anonymized: operands[1], settings)
    case .archive: .archive(source: operands[0], destination: operands[1], settings)
    case .archivePlan: .archivePlan(source: operands[0], destination: operands[1], settings)
    case .archiveRepair: .archiveRepair(source: operands[0], destination: operands[1], settings)
    case .archiveStatus: .archiveStatus(destination: operands[0], settings)
    case .archiveReport:
      .archiveReport(destination: operands[0], page: settings.htmlFile ?? "-", settings)
    default: .anonymize(input: operands[0], output: operands[1], settings)
    }
  }

  /// Checks the options by the command and by each other.
  private func checkOptions() throws(UsageError) {
    if let option = given.first(where: { !command.takes($0) }) {
      throw UsageError(
        message: "The option '\(option.name)' has no meaning for '\(command.name)'",
        usage: command)
    }
    if let option = OptionTable.options.first(where: { option in
      command.needs.contains(option.name) && !given.contains { $0.name == option.name }
    }) {
      throw UsageError(message: "Missing option '\(option.signature)'", usage: command)
    }
    if settings.configuration.colour != nil, settings.configuration.style != .solid {
      throw UsageError(message: "The option '--color' needs '--style solid'")
    }
    if settings.logFormat == .json, settings.progress == .always {
      throw UsageError(
        message: "The bar of '--progress always' can't be among the lines of '--log-format json'")
    }
  }

  /// Takes an argument that is no option: the command, where it is the first, or an operand.
  private mutating func addWord(_ word: String, mayBeCommand: Bool) throws(UsageError) {
    if mayBeCommand, operands.isEmpty, let part = command.part(named: word) {
      command = part
      return
    }
    try addOperand(word)
  }

  private mutating func addOperand(_ operand: String) throws(UsageError) {
    let names = command.operands
    guard operands.count < names.count else {
      let needed = names.map { "one \($0)" }.joined(separator: " and ")
      throw UsageError(
        message: "Unexpected argument '\(operand)'; \(needed) \(names.count == 1 ? "is" : "are") "
          + "needed", usage: command)
    }
    let name = names[operands.count]
    if operand.isEmpty {
      throw UsageError(message: "The name of \(name) is empty")
    }
    let isReserved = [.anonymize, command].contains { $0.part(named: operand) != nil }
    if operands.isEmpty, isReserved {
      throw UsageError(
        message: "The word '\(operand)' is reserved and can't be \(name); "
          + "write ./\(operand) for a \(command.takesFolders ? "folder" : "file") of that name")
    }
    operands.append(operand)
  }

  private mutating func applyLongOption(_ argument: String) throws(UsageError) {
    let equals = argument.firstIndex(of: "=")
    let name = String(argument[..<(equals ?? argument.endIndex)])
    let attached = equals.map { String(argument[$0...].dropFirst()) }
    guard let option = OptionTable.option(named: name) else { throw unknown(name) }
    given.append(option)
    switch option.effect {
    case .flag(let change):
      guard attached == nil else {
        throw UsageError(message: "The option '\(name)' takes no value")
      }
      change(&settings)
    case .value(let value):
      let text = if let attached { attached } else { try nextValue(of: option) }
      guard value.store(text, &settings) else {
        throw UsageError(
          message: "The value '\(text)' is invalid for '\(option.signature)': "
            + "\(value.expectation) is needed")
      }
    }
  }

  private mutating func applyLetters(_ argument: String) throws(UsageError) {
    // Whoever writes a long name with one dash should be told so, not that "-s" is unknown.
    if OptionTable.option(named: "-" + argument.prefix { $0 != "=" }) != nil {
      throw unknown(String(argument.prefix { $0 != "=" }))
    }
    for letter in argument.dropFirst() {
      guard let option = OptionTable.option(lettered: letter),
        case .flag(let change) = option.effect
      else {
        throw unknown("-\(letter)")
      }
      given.append(option)
      change(&settings)
    }
  }

  private mutating func nextValue(of option: Option) throws(UsageError) -> String {
    guard let next = rest.first, !Self.looksLikeOption(next) else {
      throw UsageError(message: "Missing value for '\(option.signature)'")
    }
    rest.removeFirst()
    return next
  }

  /// Whether an argument in a value's place is more likely the next option; a negative number is
  /// not.
  private static func looksLikeOption(_ argument: String) -> Bool {
    argument.hasPrefix("-") && argument != "-"
      && !DecimalNotation.isNumber(argument)
  }

  private func unknown(_ name: String) -> UsageError {
    var message = "Unknown option '\(name)'"
    if let near = Spelling.nearest(to: name, among: OptionTable.options.map(\.name)) {
      message += "; did you mean '\(near)'?"
    }
    return UsageError(message: message)
  }
}
