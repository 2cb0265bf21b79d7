import Testing

@testable import FaceDetection

@Suite struct NetworkEntryTests {
  private static let network = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
  private let entry = Self.network.withUnsafeBytes {
    NetworkEntry.bytes(of: $0, key: "the key\n")
  }

  private func content(of entry: [UInt8], key: String = "the key\n") -> [UInt8]? {
    entry.withUnsafeBytes { NetworkEntry.network(in: $0, key: key).map(Array.init) }
  }

  @Test func `what went in comes out`() {
    #expect(content(of: entry) == Self.network)
  }

  @Test func `an entry with any byte changed is refused`() {
    for place in entry.indices {
      var changed = entry
      changed[place] ^= 0x40
      #expect(content(of: changed) == nil)
    }
  }

  @Test func `an entry that is cut or longer is refused`() {
    for count in entry.indices {
      #expect(content(of: Array(entry[..<count])) == nil)
      #expect(content(of: Array(entry[(entry.count - count)...])) == nil)
    }
    #expect(content(of: entry + [0]) == nil)
    #expect(content(of: [0] + entry) == nil)
  }

  @Test func `the entry of another key is refused`() {
    for key in ["the Key\n", "he key\n", "", "\u{8}the key\n"] {
      #expect(content(of: entry, key: key) == nil)
    }
  }
}
