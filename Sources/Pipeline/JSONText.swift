/// A JSON object on one line, as RFC 8259 has it, with its members in the order in which they come.
///
/// Numbers are written in the shortest form that reads back as the same number.
package struct JSONText {
  package private(set) var text = ""

  /// An object without members yet.
  package init() {}

  /// An object; `members` adds what is in it.
  package static func object(_ members: (inout JSONText) -> Void) -> String {
    var json = JSONText()
    members(&json)
    return "{\(json.text)}"
  }

  /// Adds a member that is written already.
  package mutating func add(_ name: String, json value: String) {
    if !text.isEmpty { text += "," }
    text += "\"\(name)\":\(value)"
  }

  /// Adds a text.
  package mutating func add(_ name: String, _ value: String) {
    add(name, json: JSONText.quoted(value))
  }

  /// Adds a whole number, or nothing.
  package mutating func add(
    _ name: String, _ value: (some BinaryInteger & CustomStringConvertible)?
  ) {
    if let value { add(name, json: value.description) }
  }

  /// Adds a finite number, or nothing.
  package mutating func add(
    _ name: String, _ value: (some BinaryFloatingPoint & CustomStringConvertible)?
  ) {
    if let value { add(name, json: value.description) }
  }

  /// Adds true or false.
  package mutating func add(_ name: String, _ value: Bool) {
    add(name, json: value ? "true" : "false")
  }

  /// Adds an array of members that are written already.
  package mutating func add(_ name: String, list: [String]) {
    add(name, json: "[\(list.joined(separator: ","))]")
  }

  /// Adds an object.
  package mutating func add(_ name: String, object members: (inout JSONText) -> Void) {
    add(name, json: JSONText.object(members))
  }

  /// A text in quotation marks.
  package static func quoted(_ text: String) -> String {
    var result = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        result.append("\\")
        result.append(scalar)
      case _ where scalar.value < 0x20:
        let code = String(scalar.value, radix: 16)
        result += "\\u\(String(repeating: "0", count: 4 - code.count))\(code)".unicodeScalars
      default:
        result.append(scalar)
      }
    }
    result.append("\"")
    return String(result)
  }
}
