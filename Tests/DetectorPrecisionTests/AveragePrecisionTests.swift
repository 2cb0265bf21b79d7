import Media
import Testing

@testable import DetectorPrecision

@Suite struct AveragePrecisionTests {
  private func box(_ x: Double, score: Double) -> ScoredBox {
    ScoredBox(box: Box(x: x, y: 0, width: 20, height: 20), score: score)
  }

  private func truth(_ places: [Double], ignored: Set<Int> = []) -> Truth {
    Truth(boxes: places.map { Box(x: $0, y: 0, width: 20, height: 20) }, ignored: ignored)
  }

  private func value(_ pictures: [(detections: [ScoredBox], truth: Truth)]) -> Double {
    AveragePrecision(
      pictures.map { Matching($0.detections, truth: $0.truth) },
      faceCount: pictures.reduce(0) { $0 + $1.truth.count }
    ).value
  }

  @Test func `finding every face and nothing else is perfect`() {
    let faces = truth([0, 100])
    #expect(value([([box(0, score: 0.9), box(101, score: 0.2)], faces)]) == 1)
  }

  @Test func `a face that is not found costs its share`() {
    let found = ([box(0, score: 0.9), box(100, score: 0.5)], truth([0, 100]))
    #expect(abs(value([found, ([], truth([0, 100]))]) - 0.5) < 1e-9)
  }

  @Test func `a false detection that is surer than a right one lowers precision`() {
    // Right, false, right: precision 1 up to recall 1/2, then 2/3.
    let detections = [box(0, score: 0.9), box(500, score: 0.6), box(100, score: 0.3)]
    #expect(abs(value([(detections, truth([0, 100]))]) - (0.5 + 0.5 * 2 / 3)) < 1e-9)
    // Less sure than all right ones it costs nothing.
    let last = [box(0, score: 0.9), box(500, score: 0.1), box(100, score: 0.3)]
    #expect(value([(last, truth([0, 100]))]) == 1)
  }

  @Test func `an ignored face counts neither way`() {
    let faces = truth([0, 100], ignored: [1])
    #expect(value([([box(0, score: 0.5)], faces)]) == 1)
    #expect(value([([box(0, score: 0.5), box(100, score: 0.9)], faces)]) == 1)
  }

  @Test func `scores are stretched over the whole set`() {
    let faces = truth([0])
    // All scores lie within one thousandth: without stretching, one threshold would take them all.
    let close = [
      ([box(0, score: 0.5003)], faces), ([box(500, score: 0.5001)], faces),
      ([box(0, score: 0.5002)], faces),
    ]
    #expect(abs(value(close) - 2.0 / 3) < 1e-9)
  }

  @Test func `nothing found, or no face there, is 0`() {
    #expect(value([([], truth([0]))]) == 0)
    #expect(value([([box(0, score: 0.5)], truth([]))]) == 0)
  }

  @Test func `between two points precision is the best at a greater recall`() {
    let area = AveragePrecision.area([(0.2, 0.5), (0.4, 1), (0.8, 0.25)])
    #expect(abs(area - (0.4 + 0.4 * 0.25)) < 1e-9)
  }
}
