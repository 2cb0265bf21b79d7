import Media
import Testing

@testable import Anonymizer

@Suite struct FindingRunsTests {
  private let box = Box(x: 10, y: 10, width: 20, height: 20)

  private func time(_ frame: Int) -> Double { Double(frame) / 25 }

  @Test func `frames of one track that follow each other are one run`() {
    var runs = FindingRuns(stream: 2)
    for frame in [3, 4, 5, 9] {
      let moved = Box(x: Double(frame), y: 10, width: 20, height: 20)
      runs.add(.shownFace, frame: frame, time: time(frame), box: moved, trackID: 1)
    }
    #expect(
      runs.findings == [
        VerificationFinding(
          kind: .shownFace, stream: 2, start: time(3), end: time(5),
          box: Box(x: 3, y: 10, width: 22, height: 20)),
        VerificationFinding(
          kind: .shownFace, stream: 2, start: time(9), end: time(9),
          box: Box(x: 9, y: 10, width: 20, height: 20)),
      ])
  }

  @Test func `tracks and kinds are kept apart`() {
    var runs = FindingRuns(stream: 0)
    for frame in 0..<3 {
      runs.add(.shownFace, frame: frame, time: time(frame), box: box, trackID: 1)
      runs.add(.shownFace, frame: frame, time: time(frame), box: box, trackID: 2)
      runs.add(.missedFace, frame: frame, time: time(frame), box: box)
      runs.add(.extraFrames, frame: frame, time: time(frame))
    }
    #expect(runs.findings.map(\.kind) == [.shownFace, .shownFace, .missedFace, .extraFrames])
    #expect(runs.findings.allSatisfy { $0.start == 0 && $0.end == time(2) })
  }

  @Test func `a missed face is the same one as long as it is seen again soon and near`() {
    var runs = FindingRuns(stream: 0)
    let near = Box(x: 15, y: 10, width: 20, height: 20)
    let far = Box(x: 60, y: 10, width: 20, height: 20)
    runs.add(.missedFace, frame: 0, time: 0, box: box)
    runs.add(.missedFace, frame: 12, time: 0.5, box: near)
    runs.add(.missedFace, frame: 12, time: 0.5, box: far)
    runs.add(.missedFace, frame: 50, time: 2, box: near)
    #expect(runs.findings.map(\.start) == [0, 0.5, 2])
    #expect(runs.findings.map(\.end) == [0.5, 0.5, 2])
  }

  @Test func `runs come by their beginning`() {
    var runs = FindingRuns(stream: 0)
    runs.add(.extraFrames, frame: 9, time: 3)
    runs.add(.shownFace, frame: 4, time: 1, box: box, trackID: 1)
    #expect(runs.findings.map(\.start) == [1, 3])
  }
}
