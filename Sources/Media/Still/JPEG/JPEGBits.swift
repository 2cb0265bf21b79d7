/// The bit stream of a JPEG scan.
struct JPEGBits {
  /// The whole bytes so far.
  private(set) var bytes: [UInt8]
  private var pending: UInt64 = 0
  private var count = 0

  /// A stream that goes on behind some bytes.
  init(after bytes: [UInt8]) { self.bytes = bytes }

  /// Appends the lowest `length` bits of a number, at most 27.
  mutating func append(_ value: UInt32, length: Int) {
    pending = pending << UInt64(length) | UInt64(value)
    count += length
    while count >= 8 {
      count -= 8
      put(UInt8(truncatingIfNeeded: pending >> UInt64(count)))
    }
  }

  /// Fills the last byte with ones.
  mutating func finish() {
    if count > 0 { append((1 << UInt32(8 - count)) - 1, length: 8 - count) }
  }

  private mutating func put(_ byte: UInt8) {
    bytes.append(byte)
    // Else it would be taken for the start of a marker.
    if byte == 0xFF { bytes.append(0) }
  }
}
