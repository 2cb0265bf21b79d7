/// Reads the numbers of a raw payload, the highest bit of each byte first.
///
/// Source: ITU-T H.264, 7.2 and 9.1. Behind the end there are only zeros, and `isExhausted` tells.
struct BitReader {
  private let bytes: [UInt8]
  private var place = 0

  /// A reader at the first bit of some bytes.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether more has been read than there is.
  var isExhausted: Bool { place > bytes.count * 8 }

  /// Reads one bit.
  mutating func bit() -> Int {
    defer { place += 1 }
    guard place < bytes.count * 8 else { return 0 }
    return Int(bytes[place / 8] >> (7 - place % 8)) & 1
  }

  /// Reads a number of so many bits, at most 32.
  mutating func bits(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count { value = value << 1 | bit() }
    return value
  }

  /// Reads a number in an unsigned Exp-Golomb code; one that is too long counts as exhausted.
  mutating func number() -> Int {
    var zeros = 0
    while bit() == 0 {
      zeros += 1
      guard zeros <= 32, !isExhausted else {
        place = bytes.count * 8 + 1
        return 0
      }
    }
    return (1 << zeros) - 1 + bits(zeros)
  }

  /// Reads a number in a signed Exp-Golomb code.
  mutating func signedNumber() -> Int {
    let number = number()
    return number % 2 == 0 ? -(number / 2) : number / 2 + 1
  }
}
