import Foundation
import Testing

@testable import FootageArchive

@Suite struct LockHolderTests {
  @Test func `a line says who it is`() {
    let holder = LockHolder(process: 12, since: 1_700_000_000, host: "a b")
    #expect(holder.line == "12 1700000000 a b\n")
    #expect(LockHolder(line: Array(holder.line.utf8)) == holder)
  }

  @Test(arguments: ["", "\n", "12 34 host", "12 34\n", "12 34 \n", "x 34 host\n", "12 x host\n"])
  func `half a line names nobody`(_ line: String) {
    #expect(LockHolder(line: Array(line.utf8)) == nil)
  }

  @Test func `what a damaged line holds stays on one line`() {
    let line = Array("1 2 a\nb".utf8) + [0xFF, 0x0A]
    #expect(LockHolder(line: line)?.host == "a\\x0ab\\xff")
  }

  @Test func `its time is told in the machine's own zone`() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    let text = formatter.string(from: Date(timeIntervalSince1970: 1_700_000_000))
    let holder = LockHolder(process: 12, since: 1_700_000_000, host: "h")
    #expect("\(holder)" == "process 12 on host h since \(text)")
  }
}
