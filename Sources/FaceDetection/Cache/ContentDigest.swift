#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A digest that tells whether bytes are still those that they were; no protection against forgery.
///
/// Four lanes take 64-bit words in turn. What a lane does with a word can be undone, so that any
/// change within one word changes the digest for certain, and any other change by all likelihood.
/// It takes a thirtieth of the time of SHA-256, which would cost more than a kept network saves.
struct ContentDigest: Hashable, Sendable {
  /// How many bytes the lanes take in one turn.
  static let turnLength = 32
  /// The length of `bytes`.
  static let length = 32

  // The beginnings of the square roots of 2, 3, 5 and 7, less their whole parts.
  private var first: UInt64 = 0x6A09_E667_F3BC_C908
  private var second: UInt64 = 0xBB67_AE85_84CA_A73B
  private var third: UInt64 = 0x3C6E_F372_FE94_F82B
  private var fourth: UInt64 = 0xA54F_F53A_5F1D_36F1
  private var count: UInt64 = 0

  /// A digest of no bytes yet.
  init() {}

  /// The digest of `bytes`.
  init(of bytes: UnsafeRawBufferPointer) {
    update(bytes)
  }

  /// The digest of a text.
  init(of text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// The digest of the file at `path`; `nil` where it can't be read.
  init?(ofFile path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // Small enough to stay in a processor's own cache.
    let size = 256 << 10
    let isRead = withUnsafeTemporaryAllocation(byteCount: size, alignment: 64) { piece in
      while true {
        guard let count = fill(piece, from: file) else { return false }
        update(UnsafeRawBufferPointer(rebasing: piece[..<count]))
        if count < piece.count { return true }
      }
    }
    guard isRead else { return nil }
  }

  /// Takes in more bytes; all pieces but the last have a multiple of `turnLength`.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    precondition(
      count.isMultiple(of: UInt64(Self.turnLength)), "only the last piece has an odd length")
    count += UInt64(bytes.count)
    let whole = bytes.count - bytes.count % Self.turnLength
    take(UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
    guard whole < bytes.count else { return }
    withUnsafeTemporaryAllocation(byteCount: Self.turnLength, alignment: 8) { rest in
      rest.initializeMemory(as: UInt8.self, repeating: 0)
      rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[whole...]))
      take(UnsafeRawBufferPointer(rest))
    }
  }

  /// The digest as bytes: the lanes, mixed with the number of bytes and with each other, so that
  /// every part of the digest tells of all of the bytes.
  var bytes: [UInt8] {
    var lanes = [first, second, third, fourth]
    lanes[0] = Self.mixed(lanes[0], count)
    for turn in 0..<8 { lanes[(turn + 1) % 4] = Self.mixed(lanes[(turn + 1) % 4], lanes[turn % 4]) }
    return lanes.flatMap { lane in
      (0..<8).map { UInt8(truncatingIfNeeded: lane >> UInt64(8 * $0)) }
    }
  }

  /// The digest in 64 hexadecimal digits.
  var text: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private mutating func take(_ bytes: UnsafeRawBufferPointer) {
    var (a, b, c, d) = (first, second, third, fourth)
    var place = 0
    while place < bytes.count {
      a = Self.mixed(a, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian)
      b = Self.mixed(
        b, bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self).littleEndian)
      c = Self.mixed(
        c, bytes.loadUnaligned(fromByteOffset: place + 16, as: UInt64.self).littleEndian)
      d = Self.mixed(
        d, bytes.loadUnaligned(fromByteOffset: place + 24, as: UInt64.self).littleEndian)
      place += Self.turnLength
    }
    (first, second, third, fourth) = (a, b, c, d)
  }

  @inline(__always)
  private static func mixed(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    // Odd, so that the product can be undone; the golden ratio's digits, which have no pattern.
    let product = (lane ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ (product >> 32)
  }
}

/// Reads bytes from where an open file stands until the memory is full or the file ends; how many,
/// or `nil` where reading fails.
private func fill(_ memory: UnsafeMutableRawBufferPointer, from file: Int32) -> Int? {
  var count = 0
  while count < memory.count {
    let part = UnsafeMutableRawBufferPointer(rebasing: memory[count...])
    let got = read(file, part.baseAddress, part.count)
    if got == 0 { break }
    if got > 0 {
      count += got
    } else if errno != EINTR {
      return nil
    }
  }
  return count
}
