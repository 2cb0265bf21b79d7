import Foundation
import Testing

@testable import FootageArchive

@Suite struct ArchiveErrorTests {
  @Test func `an error is one line`() {
    let error = ArchiveError(
      .uncreatable, path: "a\nb", "can't be created", advice: "try again", cause: "Not now")
    #expect("\(error)" == "a b: can't be created (Not now); try again")
    #expect("\(ArchiveError(.usage, "is wrong"))" == "is wrong")
  }

  @Test(arguments: [ENOSPC, EDQUOT])
  func `want of space is its own kind`(_ number: Int32) {
    let fault = SystemFault(number: number)
    let error = ArchiveError(.uncreatable, path: "a", "can't be created", fault)
    #expect(error.code == .fullDisk)
    #expect(error.advice == "free some space and run it again")
  }

  @Test(arguments: [
    (EACCES, "check the permissions of it and of the folders above it"),
    (EROFS, "choose a folder that can be written to"),
    (ENOENT, "check that it is there and that its disk is mounted"),
    (EIO, "check the disk"), (ESTALE, "check the network share"),
    (EMFILE, "allow more open files with ulimit -n"),
  ])
  func `the system's refusals come with advice`(_ number: Int32, _ advice: String) {
    let fault = SystemFault(number: number)
    let error = ArchiveError(.failedTransfer, path: "a", "can't be read", fault)
    #expect(error.code == .failedTransfer)
    #expect(
      error.description == "a: can't be read (\(String(cString: strerror(number)))); \(advice)")
  }
}
