/// Numbers in the bytes of a file that may be damaged: what lies outside is `nil`.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  /// Whether the first byte of a number is its least significant one.
  var isLittleEndian: Bool

  /// A reader of bytes that outlive it.
  init(_ bytes: UnsafeRawBufferPointer, isLittleEndian: Bool = false) {
    self.bytes = bytes
    self.isLittleEndian = isLittleEndian
  }

  /// The number of bytes.
  var count: Int { bytes.count }

  /// The number of `size` bytes, at most 4, at an offset.
  func number(at offset: Int, size: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    return (0..<size).reduce(0) { sum, index in
      sum << 8 | Int(bytes[offset + (isLittleEndian ? size - 1 - index : index)])
    }
  }

  /// Whether the bytes at an offset are those of an ASCII text.
  func holds(_ text: StaticString, at offset: Int) -> Bool {
    let expected = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard offset >= 0, offset <= bytes.count - expected.count else { return false }
    return bytes[offset..<offset + expected.count].elementsEqual(expected)
  }

  /// Whether one of JPEG's markers comes behind an offset; looked for from the end.
  func holdsMarker(_ marker: UInt8, behind offset: Int) -> Bool {
    var place = bytes.count - 2
    while place > offset {
      if bytes[place] == 0xFF, bytes[place + 1] == marker { return true }
      place -= 1
    }
    return false
  }

  /// A reader of `count` bytes at an offset, or of those of them that there are.
  func part(at offset: Int, count: Int) -> ByteReader? {
    guard offset >= 0, offset < bytes.count, count > 0 else { return nil }
    let end = min(bytes.count, offset + min(count, bytes.count - offset))
    return ByteReader(
      UnsafeRawBufferPointer(rebasing: bytes[offset..<end]), isLittleEndian: isLittleEndian)
  }

  /// All bytes.
  var copy: [UInt8] { Array(bytes) }
}
