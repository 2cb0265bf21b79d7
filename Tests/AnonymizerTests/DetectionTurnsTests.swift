import Testing

@testable import Anonymizer

@Suite struct DetectionTurnsTests {
  private func turns(detectors: Int, frameRate: Double, count: Int) -> [Int?] {
    var turns = DetectionTurns(detectors: detectors, frameRate: frameRate)
    return (0..<count).map { _ in turns.take() }
  }

  @Test func `quick frames leave every third one to the tracker`() {
    #expect(turns(detectors: 2, frameRate: 30, count: 7) == [0, 1, nil, 0, 1, nil, 0])
  }

  @Test func `slow frames are all looked at`() {
    #expect(turns(detectors: 2, frameRate: 10, count: 5) == [0, 1, 0, 1, 0])
    #expect(turns(detectors: 1, frameRate: 0, count: 3) == [0, 0, 0])
  }

  @Test func `the first frame is looked at`() {
    for rate in [0.0, 10, 24, 120] {
      #expect(turns(detectors: 2, frameRate: rate, count: 1) == [0])
    }
  }
}
