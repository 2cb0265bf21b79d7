/// A plain colour of the sRGB system (IEC 61966-2-1), as web pages write it: `#RRGGBB`.
public struct RGBColour: Hashable, Sendable {
  /// Coded red, 0...255.
  public var red: UInt8
  /// Coded green, 0...255.
  public var green: UInt8
  /// Coded blue, 0...255.
  public var blue: UInt8

  /// No light at all.
  public static let black = RGBColour(red: 0, green: 0, blue: 0)

  /// A colour from its three coded parts.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A colour from exactly six hexadecimal digits in either case, after a `#` or nothing; `nil` for
  /// any other text.
  public init?(hexadecimal text: String) {
    let bytes = text.utf8.first == UInt8(ascii: "#") ? text.utf8.dropFirst() : text.utf8[...]
    // Bytes outside ASCII stand for no digit here, though Unicode has wide ones.
    let digits = bytes.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard bytes.count == 6, digits.count == 6 else { return nil }
    let parts = [0, 2, 4].map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    self.init(red: parts[0], green: parts[1], blue: parts[2])
  }

  /// The colour as six hexadecimal digits.
  public var hexadecimal: String {
    [red, green, blue].map {
      let digits = String($0, radix: 16, uppercase: true)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}
