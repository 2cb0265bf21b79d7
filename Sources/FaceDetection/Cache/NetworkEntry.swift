internal import Media

/// A compiled network as it is kept: what OpenVINO exported, the text of its key, and a seal that
/// tells whether all of it is there and as it was.
///
/// The seal is the last 40 bytes: a digest of what stands in front of it, the lengths of network and
/// key, and a mark. All numbers are little-endian.
struct NetworkEntry {
  /// How the names of entries end.
  static let suffix = ".network"
  /// More than any entry takes: CenterFace's is 8 MB.
  static let mostBytes = 64 << 20

  private static let mark: [UInt8] = Array("ANONNET\n".utf8)
  private static let sealLength = ContentDigest.length + 8 + 8 + mark.count

  /// The network within the bytes of an entry; `nil` where the entry is damaged, or no entry, or
  /// that of another key.
  static func network(in entry: UnsafeRawBufferPointer, key: String) -> UnsafeRawBufferPointer? {
    let end = entry.count - sealLength
    let keyLength = key.utf8.count
    guard end > keyLength else { return nil }
    let contents = UnsafeRawBufferPointer(rebasing: entry[..<end])
    let networkLength = end - keyLength
    guard
      contents[networkLength...].elementsEqual(key.utf8),
      entry[end...].elementsEqual(seal(of: contents, networkLength: networkLength))
    else { return nil }
    return UnsafeRawBufferPointer(rebasing: contents[..<networkLength])
  }

  /// The entry of a network under a key.
  static func bytes(of network: UnsafeRawBufferPointer, key: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(network.count + key.utf8.count + sealLength)
    bytes.append(contentsOf: network)
    bytes.append(contentsOf: key.utf8)
    bytes += bytes.withUnsafeBytes { seal(of: $0, networkLength: network.count) }
    return bytes
  }

  /// The seal of a network with its key behind it.
  private static func seal(of contents: UnsafeRawBufferPointer, networkLength: Int) -> [UInt8] {
    func bytes(_ number: Int) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return ContentDigest(of: contents).bytes + bytes(networkLength)
      + bytes(contents.count - networkLength) + mark
  }
}
