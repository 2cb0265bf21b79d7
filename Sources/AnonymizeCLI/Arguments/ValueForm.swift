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
    let bounds = "\(shortest(range.lowerBound)) to \(shortest(range.upperBound))"
    return ValueForm(
      expectation: "a number from \(bounds)", bounds: bounds,
      read: { text in
        guard DecimalNotation.isNumber(text), let value = Double(text) else { return nil }
        return range.contains(value) ? value : nil
      },
      write: { shortest($0) })
  }

  private static func shortest(_ value: Double) -> String {
    let text = String(value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
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
    write: { shortest($0) })
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

extension ValueForm where Value == RGBColour {
  /// A colour as the web writes it, with its sign or without.
  static let colour = ValueForm(
    expectation: "a colour of six hexadecimal digits, such as 4080FF",
    read: { RGBColour(hexadecimal: $0) }, write: { $0.hexadecimal })
}

/// The notation of numbers on the command line, the same in every locale.
enum DecimalNotation {
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
