import Foundation
import Media
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
    #expect(digests.allSatisfy { $0.count == 32 })
  }

  @Test func `words in another order are another digest`() {
    let turn = ContentDigest.length
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
        let part = 8 * quarter..<8 * (quarter + 1)
        #expect(before[part] != after[part])
      }
    }
  }

  @Test func `a file has the digest of its bytes`() throws {
    let large = (0..<600_001).map { UInt8(truncatingIfNeeded: $0 / 3) }
    let folder = try TemporaryFolder()
    try Data(large).write(to: URL(fileURLWithPath: "\(folder.path)/large"))
    let file = try #require(FileContents(ofFile: "\(folder.path)/large"))
    #expect(ContentDigest(of: file.bytes).text == digest(large))
    #expect(FileContents(ofFile: "\(folder.path)/none") == nil)
    #expect(FileContents(ofFile: folder.path) == nil)
  }
}
