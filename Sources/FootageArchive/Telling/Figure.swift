private import Foundation

/// Numbers as people read them, the same in every locale.
enum Figure {
  /// A whole number with commas between thousands.
  static func count(_ number: some BinaryInteger) -> String {
    let digits = Array(String(number.magnitude))
    let groups = stride(from: digits.count, to: 0, by: -3).reversed().map { end in
      String(digits[max(0, end - 3)..<end])
    }
    return (number < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  /// So many of something: `1 file`, `2 files`.
  static func count(_ number: some BinaryInteger, _ noun: String) -> String {
    "\(count(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Bytes in three digits or so, in powers of 1000.
  static func bytes(_ number: Int64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
    var value = Double(number)
    var unit = 0
    // 999.5 would be rounded to 1000.
    while value.magnitude >= (unit == 0 ? 1000 : 999.5), unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return "\(unit == 0 ? count(number) : short(value)) \(units[unit])"
  }

  /// A length of time in the unit that suits it: `42 s`, `12 min`, `3.4 h`.
  static func length(_ seconds: Double) -> String {
    switch seconds {
    case 0: "0 s"
    case ..<9.95: "\(decimal(seconds, places: 1)) s"
    case ..<99.5: "\(decimal(seconds, places: 0)) s"
    case ..<(99.5 * 60): "\(decimal(seconds / 60, places: 0)) min"
    default: "\(short(seconds / 3600)) h"
    }
  }

  /// A number with two digits behind the point below 10, one below 100, none above.
  static func short(_ number: Double) -> String {
    switch number.magnitude {
    case ..<9.995: decimal(number, places: 2)
    case ..<99.95: decimal(number, places: 1)
    default: decimal(number, places: 0)
    }
  }

  /// A number with so many digits behind the point, and commas between thousands.
  static func decimal(_ number: Double, places: Int) -> String {
    let text = String(format: "%.\(places)f", number)
    let parts = text.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first.flatMap({ Int64($0) }), number.magnitude >= 1000 else {
      return text
    }
    return ([count(whole)] + parts.dropFirst().map(String.init)).joined(separator: ".")
  }
}
