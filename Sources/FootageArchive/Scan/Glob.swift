/// A pattern for paths, as in a `.gitignore`: what it matches, with all below it where that is a folder.
///
/// `*` stands for any characters but a slash, `?` for one, `[a-z]` for one of a set, `[!a-z]` for one
/// outside of it, `{a,b}` for either, and `**` between slashes for any number of folders. A backslash
/// takes their meaning away. A pattern without a slash is for names at any depth; with one, for whole
/// paths. With a slash at its end it is for folders alone.
///
/// A character is a Unicode scalar of the pattern and, whatever the locale, of a name in UTF-8; each
/// byte of a name that is not UTF-8 counts as one character, which only `*`, `?` and `[!...]` match.
/// Upper and lower case differ. The system's `fnmatch` knows neither `**` nor braces, takes
/// characters as the locale has them, and its time can grow exponentially with the number of stars;
/// here it grows with the pattern's length times the path's.
struct Glob: Hashable, Sendable {
  /// The pattern as it was given.
  let pattern: String
  private let alternatives: [GlobAlternative]

  /// A pattern from its text.
  ///
  /// - Throws: an error of code `usage` where it can't be understood.
  init(_ pattern: String) throws(ArchiveError) {
    self.pattern = pattern
    do throws(GlobFault) {
      var parsed: [GlobAlternative] = []
      for text in try expanded(Array(pattern.unicodeScalars)[...]) {
        parsed.append(try GlobAlternative(text))
      }
      alternatives = parsed
    } catch {
      throw ArchiveError(
        .usage, "the pattern \"\(printable(pattern.utf8))\" \(error.problem)", advice: error.advice)
    }
  }

  /// Whether it matches a path or a folder that the path lies in.
  func matches(_ path: GlobPath) -> Bool { alternatives.contains { $0.matches(path) } }
}

/// Why a pattern can't be understood.
struct GlobFault: Error {
  var problem: String
  var advice: String
}

/// A path cut into names, and those into characters.
struct GlobPath {
  fileprivate let names: [[UInt32]]
  fileprivate let isFolder: Bool

  /// The path of a file, or of a folder.
  init(_ path: RelativePath, isFolder: Bool = false) {
    names = path.names.map(characters)
    self.isFolder = isFolder
  }
}

// Bytes that are not UTF-8 become numbers that no scalar has.
private func characters(_ name: ArraySlice<UInt8>) -> [UInt32] {
  guard name.contains(where: { $0 >= 0x80 }) else { return name.map(UInt32.init) }
  var characters: [UInt32] = []
  characters.reserveCapacity(name.count)
  var index = name.startIndex
  while index < name.endIndex {
    let byte = name[index]
    let length =
      switch byte {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    if length > 1, index + length <= name.endIndex,
      let text = String(validating: name[index..<index + length], as: UTF8.self),
      let scalar = text.unicodeScalars.first
    {
      characters.append(scalar.value)
      index += length
    } else {
      characters.append(byte < 0x80 ? UInt32(byte) : 0x11_0000 + UInt32(byte))
      index += 1
    }
  }
  return characters
}

/// A pattern without braces.
private struct GlobAlternative: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case anyFolders
    case name([GlobToken])
  }

  private let parts: [Part]
  // For the last name of a path alone, at any depth.
  private let isForNames: Bool
  private let isForFolders: Bool

  init(_ text: [Unicode.Scalar]) throws(GlobFault) {
    var names: [[GlobToken]] = [[]]
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == "/" {
        names.append([])
        index += 1
      } else {
        let token = try GlobToken(in: text[...], at: &index)
        names[names.count - 1].append(token)
      }
    }
    let isRooted = names.count > 1 && names.first?.isEmpty == true
    if isRooted { names.removeFirst() }
    isForFolders = names.count > 1 && names.last?.isEmpty == true
    if isForFolders { names.removeLast() }

    var parts: [Part] = []
    for name in names {
      guard !name.isEmpty else {
        throw GlobFault(problem: "has a name without characters", advice: "leave no name empty")
      }
      let dots = name.allSatisfy { $0 == .one(UInt32(UInt8(ascii: "."))) } && name.count <= 2
      guard !dots else {
        throw GlobFault(
          problem: "can't match, since no path has . or .. in it",
          advice: "write it as seen from SOURCE")
      }
      if name == [.run, .run] {
        if parts.last != .anyFolders { parts.append(.anyFolders) }
      } else {
        parts.append(.name(name))
      }
    }
    // What lies in a folder, not the folder itself.
    if parts.last == .anyFolders { parts.append(.name([.run])) }
    self.parts = parts
    isForNames = parts.count == 1 && !isRooted
  }

  func matches(_ path: GlobPath) -> Bool {
    (1...path.names.count).contains { length in
      if isForFolders, length == path.names.count, !path.isFolder { return false }
      let names = path.names[..<length]
      return matches(isForNames ? names.suffix(1) : names)
    }
  }

  private func matches(_ names: ArraySlice<[UInt32]>) -> Bool {
    matchesRuns(
      parts[...], names, isRun: { $0 == .anyFolders },
      matches: { part, name in
        guard case .name(let tokens) = part else { return false }
        return matchesRuns(
          tokens[...], name[...], isRun: { $0 == .run }, matches: { $0.matches($1) })
      })
  }
}

// Where a run has to take up more, it is the last one: what those before it took can stay, since any
// match with it shorter or longer leaves the last one no less to choose from.
private func matchesRuns<Pattern, Element>(
  _ pattern: ArraySlice<Pattern>, _ elements: ArraySlice<Element>, isRun: (Pattern) -> Bool,
  matches: (Pattern, Element) -> Bool
) -> Bool {
  var (place, index) = (pattern.startIndex, elements.startIndex)
  var retry: (place: Int, index: Int)?
  while index < elements.endIndex {
    if place < pattern.endIndex, isRun(pattern[place]) {
      place += 1
      retry = (place, index)
    } else if place < pattern.endIndex, matches(pattern[place], elements[index]) {
      place += 1
      index += 1
    } else if let (start, first) = retry {
      retry = (start, first + 1)
      (place, index) = (start, first + 1)
    } else {
      return false
    }
  }
  return pattern[place...].allSatisfy(isRun)
}

private enum GlobToken: Hashable, Sendable {
  case one(UInt32)
  case any
  case run
  case set([ClosedRange<UInt32>], isNegated: Bool)

  func matches(_ character: UInt32) -> Bool {
    switch self {
    case .one(let wanted): character == wanted
    case .any: true
    case .run: false
    case .set(let ranges, let isNegated):
      ranges.contains { $0.contains(character) } != isNegated
    }
  }

  /// The token that begins at an index of a text, which moves behind it.
  init(in text: ArraySlice<Unicode.Scalar>, at index: inout Int) throws(GlobFault) {
    let scalar = text[index]
    switch scalar {
    case "*":
      index += 1
      self = .run
    case "?":
      index += 1
      self = .any
    case "[":
      self = try GlobToken(setIn: text, at: &index)
    default:
      self = .one(try literal(in: text, at: &index))
    }
  }

  private init(setIn text: ArraySlice<Unicode.Scalar>, at index: inout Int) throws(GlobFault) {
    let unclosed = GlobFault(
      problem: "has a [ without a ]", advice: "close it, or write \\[ for the character itself")
    index += 1
    let isNegated = index < text.endIndex && (text[index] == "!" || text[index] == "^")
    if isNegated { index += 1 }
    var ranges: [ClosedRange<UInt32>] = []
    let first = index
    while true {
      guard index < text.endIndex else { throw unclosed }
      if text[index] == "]", index > first { break }
      guard text[index] != "/" else {
        throw GlobFault(
          problem: "has a slash between [ and ]", advice: "write each folder's name by itself")
      }
      if text[index] == "[", index + 1 < text.endIndex,
        ":.=".unicodeScalars.contains(text[index + 1])
      {
        throw GlobFault(
          problem: "has a named set of characters, such as [:digit:]",
          advice: "write the characters themselves, such as [0-9]")
      }
      let low = try literal(in: text, at: &index)
      var high = low
      if index + 1 < text.endIndex, text[index] == "-", text[index + 1] != "]" {
        index += 1
        high = try literal(in: text, at: &index)
      }
      guard low <= high else {
        throw GlobFault(
          problem: "has a range that ends before it begins", advice: "turn its ends round")
      }
      ranges.append(low...high)
    }
    index += 1
    self = .set(ranges, isNegated: isNegated)
  }
}

private func literal(
  in text: ArraySlice<Unicode.Scalar>, at index: inout Int
) throws(GlobFault) -> UInt32 {
  if text[index] == "\\" { index += 1 }
  guard index < text.endIndex else {
    throw GlobFault(
      problem: "ends with a backslash", advice: "write \\\\ for the character itself")
  }
  defer { index += 1 }
  return text[index].value
}

/// A pattern's alternatives, each without braces.
private func expanded(
  _ text: ArraySlice<Unicode.Scalar>
) throws(GlobFault) -> [[Unicode.Scalar]] {
  // Braces multiply: some short patterns have more alternatives than memory has room for.
  let tooMany = GlobFault(
    problem: "is too long, or has more than 1000 alternatives",
    advice: "write several patterns instead")
  guard text.count <= 4096 else { throw tooMany }
  var index = text.startIndex
  while index < text.endIndex, text[index] != "{" {
    _ = try GlobToken(in: text, at: &index)
  }
  guard index < text.endIndex else { return [Array(text)] }
  let start = text[..<index]

  var choices: [ArraySlice<Unicode.Scalar>] = []
  var depth = 0
  var choice = index + 1
  repeat {
    guard index < text.endIndex else {
      throw GlobFault(
        problem: "has a { without a }", advice: "close it, or write \\{ for the character itself")
    }
    switch text[index] {
    case "{":
      depth += 1
      index += 1
    case "}", ",":
      if text[index] == "}" { depth -= 1 }
      if depth == 0 || (depth == 1 && text[index] == ",") {
        choices.append(text[choice..<index])
        choice = index + 1
      }
      index += 1
    default: _ = try GlobToken(in: text, at: &index)
    }
  } while depth > 0

  var texts: [[Unicode.Scalar]] = []
  for choice in choices {
    let rest = try expanded(Array(choice + text[index...])[...])
    texts += rest.map { start + $0 }
    guard texts.count <= 1000 else { throw tooMany }
  }
  return texts
}
