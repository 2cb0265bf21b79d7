import Testing

@testable import FaceTracking

@Suite struct EvidenceTests {
  private func isBelieved(after scores: [Float]) -> Bool {
    var evidence = Evidence()
    for score in scores { evidence.add(score, parameters: TrackingParameters()) }
    return evidence.isBelieved
  }

  @Test func `one good sighting is enough for good`() {
    #expect(isBelieved(after: [0.5]))
    #expect(isBelieved(after: [0.5] + [Float](repeating: 0.1, count: 100)))
  }

  @Test func `one fair sighting is not`() {
    #expect(!isBelieved(after: [0.45]))
    #expect(isBelieved(after: [0.45, 0.35]))
  }

  @Test func `faint sightings need to be many`() {
    #expect(!isBelieved(after: [0.25, 0.25, 0.25]))
    #expect(isBelieved(after: [Float](repeating: 0.25, count: 6)))
    #expect(!isBelieved(after: [Float](repeating: 0.15, count: 100)))
  }

  @Test func `scores that fall off take the belief away and back`() {
    let found: [Float] = [0.35, 0.35]
    let poor = [Float](repeating: 0.12, count: 12)
    #expect(!isBelieved(after: found + poor))
    #expect(isBelieved(after: found + poor + found + found))
  }

  @Test func `the extremes are kept`() {
    var evidence = Evidence()
    for score: Float in [0.4, 0.2, 0.7] { evidence.add(score, parameters: TrackingParameters()) }
    #expect(evidence.lowestScore == 0.2)
    #expect(evidence.highestScore == 0.7)
  }
}
