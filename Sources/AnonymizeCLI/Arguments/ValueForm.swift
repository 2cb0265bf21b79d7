import FootageArchive
import Redaction

/// How a value is written on the command line: the way in and the way out.
struct ValueForm<Value: Sendable>: Sendable {
  /// What is accepted, to follow "is needed" in an error: "a whole number from 2 to 1000".
  let expectation: String
  /// The bounds as help shows them, such as "2 to 1000"; `nil` where there are none.
  var bounds: String?
  /// Every accepted text, where they are few; otherwise empty.
  var choices: [String] = []
  /// Whether it is the name of a file, for shells to complete.
  var isFileName = false
  /// The value that a text stands for; `nil` where it stands for none.
  let read: @Sendable (String) -> Value?
  /// The text that stands for a value.
  let write: @Sendable (Value) -> String
}

extension ValueForm where Value == Int {
  /// A whole number within `range`: decimal digits only, with no sign but a minus.
  static func whole(_ range: ClosedRange<Int>) -> ValueForm {
    let bounds = "\(range.lowerBound) to \(range.upperBound)"
    return ValueForm(
      expectation: "a whole number from \(bounds)", bounds: bounds,
      read: { text in
        guard DecimalNotation.isWhole(text), let value = Int(text) else { return nil }
        return range.contains(value) ? value : nil
      },
      write: { String($0) })
  }
}

extension ValueForm where Value == Double {
  /// A number within `range`, with a point before any fraction and no exponent.
  static func number(_ range: ClosedRange<Double>) -> ValueForm {
    let bounds =
      "\(DecimalNotation.text(range.lowerBound)) to \(DecimalNotation.text(range.upperBound))"
    return ValueForm(
      expectation: "a number from \(bounds)", bounds: bounds,
      read: { text in
        guard DecimalNotation.isNumber(text), let value = Double(text) else { return nil }
        return range.contains(value) ? value : nil
      },
      write: { DecimalNotation.text($0) })
  }
}

extension ValueForm where Value == Double {
  /// A length of time above zero: seconds, `MM:SS` or `HH:MM:SS`, each with a fraction or without.
  static let duration = ValueForm(
    expectation: "a time above zero in seconds or as HH:MM:SS",
    read: { text in
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard (1...3).contains(parts.count), let last = parts.last,
        DecimalNotation.isNumber(last), !last.hasPrefix("-"), let seconds = Double(last),
        parts.count == 1 || seconds < 60
      else { return nil }
      var total = 0.0
      for part in parts.dropLast() {
        guard DecimalNotation.isWhole(part), let value = Int(part), (0...9999).contains(value)
        else { return nil }
        total = (total + Double(value)) * 60
      }
      let time = total + seconds
      return time > 0 && time.isFinite ? time : nil
    },
    write: { DecimalNotation.text($0) })
}

extension ValueForm where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of the type's cases by its raw value.
  static var oneOf: ValueForm {
    let choices = Value.allCases.map(\.rawValue)
    let quoted = choices.map { "'\($0)'" }
    let list =
      quoted.count > 1
      ? "\(quoted.dropLast().joined(separator: ", ")) or \(quoted[quoted.count - 1])"
      : quoted.joined()
    return ValueForm(
      expectation: list, choices: choices,
      read: { Value(rawValue: $0) },
      write: { $0.rawValue })
  }
}

extension ValueForm where Value == String {
  /// A name that libavcodec will look up.
  static let name = ValueForm(
    expectation: "a name", read: { $0.isEmpty ? nil : $0 }, write: { $0 })
}

extension ValueForm where Value == String {
  /// The name of a file, or `-` for a standard stream.
  static let fileName = ValueForm(
    expectation: "the name of a file", isFileName: true, read: { $0.isEmpty ? nil : $0 },
    write: { $0 })
}

extension ValueForm where Value == String {
  /// The name of a file that is no standard stream.
  static let ownFileName = ValueForm(
    expectation: "the name of a file, not '-',", isFileName: true,
    read: { $0.isEmpty || $0 == "-" ? nil : $0 }, write: { $0 })

  /// A pattern that names of files match.
  static let pattern = ValueForm(
    expectation: "a pattern", read: { $0.isEmpty ? nil : $0 }, write: { $0 })
}

extension ValueForm where Value == Int64 {
  private static var units: [(suffix: String, bytes: Int64)] {
    [("T", 1 << 40), ("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)]
  }

  /// A number of bytes, at least a mebibyte since less can only be a slip; behind it may stand a
  /// letter for a power of 1024.
  static let size = ValueForm(
    expectation: "a whole number of bytes from 1M up, or one with K, M, G or T behind it",
    read: { text in
      let unit = units.first { text.uppercased().hasSuffix($0.suffix) }
      let digits = unit == nil ? text : String(text.dropLast())
      guard DecimalNotation.isWhole(digits), let number = Int64(digits) else { return nil }
      let (bytes, overflows) = number.multipliedReportingOverflow(by: unit?.bytes ?? 1)
      return overflows || bytes < 1 << 20 ? nil : bytes
    },
    write: { bytes in
      let unit = units.first { bytes.isMultiple(of: $0.bytes) }
      return unit.map { "\(bytes / $0.bytes)\($0.suffix)" } ?? String(bytes)
    })
}

extension ValueForm where Value == TaskShare {
  /// A number and how many there are with a slash between them, or the word `any`.
  static let taskShare = ValueForm(
    expectation: "INDEX/COUNT, from 1/COUNT to COUNT/COUNT with at most 100000, or 'any',",
    read: { text in
      if text == "any" { return .any }
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, parts.allSatisfy(DecimalNotation.isWhole),
        let index = Int(parts[0]), let count = Int(parts[1]),
        (1...100_000).contains(count), (1...count).contains(index)
      else { return nil }
      return .part(index: index, count: count)
    },
    write: { share in
      switch share {
      case .any: "any"
      case .part(let index, let count): "\(index)/\(count)"
      }
    })
}

extension ValueForm where Value == RGBColour {
  /// A colour as the web writes it, with its sign or without.
  static let colour = ValueForm(
    expectation: "a colour of six hexadecimal digits, such as 4080FF",
    read: { RGBColour(hexadecimal: $0) }, write: { $0.hexadecimal })
}

/// The notation of numbers on the command line, the same in every locale.
enum DecimalNotation {
  /// The shortest text that reads back as the same finite number, without an exponent or a needless
  /// fraction.
  static func text(_ value: Double) -> String {
    let shortest = value.magnitude.description
    let parts = shortest.split(separator: "e")
    var digits = parts[0].split(separator: ".").map(String.init)
    if digits.count == 1 { digits.append("") }
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    for _ in 0..<max(0, exponent) {
      digits[0].append(digits[1].isEmpty ? "0" : digits[1].removeFirst())
    }
    for _ in 0..<max(0, -exponent) {
      digits[1].insert(digits[0].popLast() ?? "0", at: digits[1].startIndex)
    }
    let whole = digits[0].drop { $0 == "0" }
    let fraction = digits[1].reversed().drop { $0 == "0" }.reversed()
    return (value < 0 ? "-" : "") + (whole.isEmpty ? "0" : String(whole))
      + (fraction.isEmpty ? "" : "." + String(fraction))
  }

  /// Whether the text is digits, with a minus before them or none.
  static func isWhole(_ text: String) -> Bool {
    isDigits(magnitude(of: text))
  }

  /// Whether the text is a whole number, or one with digits behind a decimal point.
  static func isNumber(_ text: String) -> Bool {
    let parts = magnitude(of: text).split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    switch parts.count {
    case 1: return isDigits(parts[0])
    default: return (parts[0].isEmpty || isDigits(parts[0])) && isDigits(parts[1])
    }
  }

  private static func magnitude(of text: String) -> Substring.UTF8View {
    (text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]).utf8
  }

  private static func isDigits(_ text: Substring.UTF8View) -> Bool {
    !text.isEmpty && text.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
