import Foundation
import Testing

@testable import FaceDetection

@Suite struct ContentDigestTests {
  private func digest(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { ContentDigest(of: $0).text }
  }

  private let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * $0) }

  @Test func `any changed bit, any byte more or less is another digest`() {
    var digests: Set = [digest(bytes)]
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << bit
        digests.insert(digest(changed))
      }
    }
    for count in bytes.indices { digests.insert(digest(Array(bytes[..<count]))) }
    // Zeros are what the last piece is filled up with.
    for count in 1...64 { digests.insert(digest(bytes + [UInt8](repeating: 0, count: count))) }
    #expect(digests.count == 1 + 8 * bytes.count + bytes.count + 64)
    #expect(digests.allSatisfy { $0.count == 64 })
  }

  @Test func `words in another order are another digest`() {
    let turn = ContentDigest.turnLength
    let swapped = Array(bytes[turn..<2 * turn] + bytes[..<turn] + bytes[(2 * turn)...])
    #expect(digest(swapped) != digest(bytes))
    let shifted = Array(bytes[8..<16] + bytes[..<8] + bytes[16...])
    #expect(digest(shifted) != digest(bytes))
  }

  @Test func `every quarter of a digest tells of all bytes`() {
    for place in [0, 8, 16, 24, 999] {
      var changed = bytes
      changed[place] ^= 1
      let (before, after) = (Array(digest(bytes)), Array(digest(changed)))
      for quarter in 0..<4 {
        let part = 16 * quarter..<16 * (quarter + 1)
        #expect(before[part] != after[part])
      }
    }
  }

  @Test func `pieces, a file and the whole have one digest`() throws {
    let large = (0..<600_001).map { UInt8(truncatingIfNeeded: $0 / 3) }
    var digest = ContentDigest()
    large.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 64) {
        digest.update(
          UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 64, bytes.count)]))
      }
    }
    let whole = self.digest(large)
    #expect(digest.text == whole)
    let folder = try TemporaryFolder()
    try Data(large).write(to: URL(fileURLWithPath: "\(folder.path)/large"))
    #expect(ContentDigest(ofFile: "\(folder.path)/large")?.text == whole)
    #expect(ContentDigest(ofFile: "\(folder.path)/none") == nil)
    #expect(ContentDigest(ofFile: folder.path) == nil)
  }
}
