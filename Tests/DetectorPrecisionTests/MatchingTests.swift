import Media
import Testing

@testable import DetectorPrecision

@Suite struct MatchingTests {
  private let truth = Truth(
    boxes: [
      Box(x: 0, y: 0, width: 20, height: 20), Box(x: 100, y: 0, width: 20, height: 20),
      Box(x: 200, y: 0, width: 5, height: 5),
    ], ignored: [2])

  private func box(_ x: Double, width: Double = 20, score: Double) -> ScoredBox {
    ScoredBox(box: Box(x: x, y: 0, width: width, height: width), score: score)
  }

  @Test func `the surest detection finds a face, a second one is false`() {
    let matching = Matching(
      [box(1, score: 0.5), box(0, score: 0.4), box(2, score: 0.8)], truth: truth)
    #expect(matching.detections.map(\.score) == [0.8, 0.5, 0.4])
    #expect(matching.scores == [0.8, nil, nil])
    #expect(matching.found == [1, 1, 1])
    #expect(matching.counts == [true, true, true])
    #expect(matching.falseCount(fromScore: 0.45) == 1)
    #expect(matching.falseCount(fromScore: 0.3) == 2)
    #expect(matching.falseCount(fromScore: 0.9) == 0)
  }

  @Test func `half an overlap is needed, counted in whole pixels`() {
    // 21 - 7 of 21 + 7 columns: exactly half.
    #expect(Matching([box(7, score: 0.5)], truth: truth).scores[0] == 0.5)
    #expect(Matching([box(7.1, score: 0.5)], truth: truth).scores[0] == nil)
  }

  @Test func `detections of an ignored face are left out`() {
    let matching = Matching([box(200, width: 5, score: 0.9), box(100, score: 0.6)], truth: truth)
    #expect(matching.counts == [false, true])
    #expect(matching.scores == [nil, 0.6, nil])
    #expect(matching.found == [0, 1])
    #expect(matching.falseCount(fromScore: 0) == 0)
  }

  @Test func `a picture without faces has false detections only`() {
    let matching = Matching([box(0, score: 0.7)], truth: Truth(boxes: []))
    #expect(matching.found == [0])
    #expect(matching.falseCount(fromScore: 0.3) == 1)
  }
}
