/// The command line of `evaluation`.
struct Arguments {
  static let usage = """
    usage: evaluation [--product FILE] [--peer FILE] [--list FILE] [--sheets FOLDER] FOLDER... [-- OPTION...]
    """

  /// The program under test; the one beside this one if `nil`.
  private(set) var product: String?
  /// The program that it is compared with.
  private(set) var peer: String?
  /// Where the exposed faces are listed.
  private(set) var list: String?
  /// The folder that gets pictures of the worst moments.
  private(set) var sheets: String?
  /// Folders of clips.
  private(set) var folders: [String] = []
  /// What the program under test is given besides.
  private(set) var options: [String] = []

  /// What is wrong with the command line.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  init(_ words: some Sequence<String>) throws {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      switch word {
      case "--product": product = try Arguments.value(of: word, &words)
      case "--peer": peer = try Arguments.value(of: word, &words)
      case "--list": list = try Arguments.value(of: word, &words)
      case "--sheets": sheets = try Arguments.value(of: word, &words)
      case "--":
        options = Array(words)
        words = []
      case _ where word.hasPrefix("-"):
        throw Mistake(description: "unknown option '\(word)'; \(Arguments.usage)")
      default: folders.append(word)
      }
    }
    if folders.isEmpty { throw Mistake(description: "no folder of clips; \(Arguments.usage)") }
  }

  private static func value(of name: String, _ words: inout ArraySlice<String>) throws -> String {
    guard let value = words.popFirst() else {
      throw Mistake(description: "\(name) needs a value; \(usage)")
    }
    return value
  }
}
