import Anonymizer
import Glibc
import Testing

@testable import AnonymizeCLI

@Suite struct ExitStatusTests {
  @Test(
    arguments: [
      (AnonymizationError.Code.usage, 64), (.damagedInput, 65), (.missingInput, 66),
      (.missingRuntime, 69), (.internalFault, 70), (.uncreatableOutput, 73), (.failedTransfer, 74),
      (.noFootage, 65), (.fullDisk, 74),
      (.busy, 75), (.cancelled, 130), (.exposedFace, 1),
    ] as [(AnonymizationError.Code, Int32)])
  func `each kind of failure has its number`(code: AnonymizationError.Code, number: Int32) {
    #expect(ExitStatus(code).rawValue == number)
  }

  @Test(arguments: [(SIGHUP, 129), (SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `a cancelled run tells which signal it was`(signal: Int32, number: Int32) {
    #expect(ExitStatus(.cancelled, signal: signal).rawValue == number)
  }

  @Test func `a signal does not hide another failure`() {
    #expect(ExitStatus(.failedTransfer, signal: SIGINT) == .failedTransfer)
  }

  @Test func `success is zero`() {
    #expect(ExitStatus.done.rawValue == 0)
  }

  @Test func `each status has one meaning`() {
    let listed = ExitStatus.meanings.flatMap(\.0)
    #expect(Set(listed).count == listed.count)
    #expect(listed.map(\.rawValue) == listed.map(\.rawValue).sorted())
  }
}
