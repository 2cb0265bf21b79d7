import Foundation
import Media
import TestSupport
import Testing

@testable import Anonymizer

@Suite struct OutputCheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func check(_ path: String, _ frames: Int, decodingThreads: Int?) throws {
    try OutputCheck(path: path, frames: [0: frames], decodingThreads: decodingThreads)
      .run(nameInErrors: "out.mp4") {}
  }

  @Test(arguments: [nil, 1] as [Int?])
  func `a whole file passes, and one that lacks frames does not`(_ threads: Int?) throws {
    let path = SampleFootage.singleFace.path
    try check(path, 72, decodingThreads: threads)
    let error = #expect(throws: AnonymizationError.self) {
      try check(path, 73, decodingThreads: threads)
    }
    #expect(error?.message == "holds 72 of 73 frames in stream 0 after it was written")
  }

  @Test func `frames that an edit list hides do not count`() throws {
    for threads in [nil, 1] as [Int?] {
      try check(SampleFootage.noFace.path, 95, decodingThreads: threads)
    }
  }

  @Test func `what can be counted but not decoded is found where it is decoded`() throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: SampleFootage.carphone.path))
    // In the pictures, far from the index.
    for index in stride(from: 20_000, to: 40_000, by: 97) { bytes[index] ^= 0x5A }
    let path = try folder.write(bytes, to: "damaged.mp4")
    try check(path, 120, decodingThreads: nil)
    let error = #expect(throws: AnonymizationError.self) {
      try check(path, 120, decodingThreads: 1)
    }
    #expect(error?.code == .internalFault)
    #expect(error?.message == "cannot be read again after it was written")
  }
}
