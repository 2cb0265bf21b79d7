import Anonymizer
import Media
import Testing

@testable import AnonymizeCLI

@Suite struct FindingTextTests {
  private func face(_ start: Double, _ end: Double) -> VerificationFinding {
    VerificationFinding(
      kind: .shownFace, stream: 0, start: start, end: end,
      box: Box(x: 312.4, y: 120, width: 80, height: 95.6))
  }

  @Test func `each finding has a line that names the file, the times, the place and what to do`() {
    let lines = FindingText.lines([face(1.23, 1.57), face(3725.004, 3725.004)], in: "out.mp4")
    #expect(
      lines == [
        "out.mp4: a face may still be shown at 0:01.23 to 0:01.57 at 312,120 80x96; "
          + "look there, and try a larger --margin or --scale",
        "out.mp4: a face may still be shown at 1:02:05.00 at 312,120 80x96; "
          + "look there, and try a larger --margin or --scale",
      ])
  }

  @Test func `of many findings the first twenty are told, and how many more there are`() {
    let findings = (0..<22).map { face(Double($0), Double($0)) }
    let lines = FindingText.lines(findings, in: "out.mp4")
    #expect(lines.count == 21)
    #expect(lines[19].contains(" at 0:19.00 "))
    #expect(lines[20] == "out.mp4: and 2 more findings")
    #expect(FindingText.lines(Array(findings.prefix(20)), in: nil).count == 20)
  }

  @Test(arguments: VerificationFinding.Kind.allCases)
  func `every kind of finding is told apart and says what to do`(kind: VerificationFinding.Kind) {
    func text(_ kind: VerificationFinding.Kind) -> String {
      VerificationFinding(kind: kind, stream: 2, start: 0, end: 0, box: nil).description
    }
    #expect(VerificationFinding.Kind.allCases.count { text($0) == text(kind) } == 1)
    #expect(text(kind).hasSuffix(" at 0:00.00 in stream 2"))
    #expect(!VerificationFinding(kind: kind, stream: 0, start: 0, end: 0, box: nil).advice.isEmpty)
  }
}
