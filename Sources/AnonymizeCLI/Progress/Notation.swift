extension Double {
  /// The number with a fixed count of decimals, the same in every locale; `-` if it is not finite.
  func fixed(_ decimals: Int) -> String {
    let unit = (0..<decimals).reduce(1) { product, _ in product * 10 }
    let scaled = (magnitude * Double(unit)).rounded()
    // Beyond this a Double has no decimals left, and `Int` may not hold it.
    guard scaled < 0x1p53 else { return isFinite ? description : "-" }
    let digits = Int(scaled)
    var text = self < 0 && digits > 0 ? "-\(digits / unit)" : "\(digits / unit)"
    if decimals > 0 {
      let fraction = String(digits % unit)
      text += "." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }
    return text
  }

  /// A rate as people read it: one decimal, or two where one would leave no digit to see.
  var rate: String {
    fixed(self > 0 && self < 0.1 ? 2 : 1)
  }
}

/// How counts and times are written in messages.
enum Notation {
  /// A count with its noun, such as "1 frame" or "412 frames".
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A time as `m:ss`, or `h:mm:ss` from an hour up, rounded to seconds.
  static func clock(_ seconds: Double) -> String {
    let total = Int(min(max(seconds, 0), 1e9).rounded())
    let rest = total % 3600
    let tail = twoDigits(rest % 60)
    return total < 3600
      ? "\(rest / 60):\(tail)" : "\(total / 3600):\(twoDigits(rest / 60)):\(tail)"
  }

  /// A number of bytes with the unit that leaves one to three digits in front of the point, by
  /// powers of 1000: "812 bytes", "4.2 MB".
  static func size(_ bytes: Int64) -> String {
    var value = Double(bytes)
    guard value.magnitude >= 1000 else { return count(Int(bytes), "byte") }
    for unit in ["kB", "MB", "GB", "TB"] {
      value /= 1000
      // What would round to 1000.0 is shown in the next unit.
      if value.magnitude < 999.95 { return "\(value.fixed(1)) \(unit)" }
    }
    return "\((value / 1000).fixed(1)) PB"
  }

  /// The text with its control characters replaced, so that it is one line and can't steer a
  /// terminal.
  static func oneLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      line.append(scalar.properties.generalCategory == .control ? "?" : scalar)
    }
    return String(line)
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
