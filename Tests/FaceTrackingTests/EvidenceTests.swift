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

  private func evidence(_ scores: [Float], opinions: [Float]) -> Evidence {
    var evidence = Evidence()
    for score in scores { evidence.add(score, parameters: TrackingParameters()) }
    for opinion in opinions {
      evidence.add(secondOpinion: opinion, parameters: TrackingParameters())
    }
    return evidence
  }

  @Test func `closer looks that see nothing refute what was seen few times`() {
    for scores: [Float] in [[0.35], [0.35, 0.4], [0.55]] {
      let evidence = evidence(scores, opinions: [0, 0.2, 0.1])
      #expect(evidence.isRefuted)
      #expect(!evidence.isBelieved)
    }
    #expect(!evidence([0.35], opinions: [0, 0]).isRefuted)
  }

  @Test func `closer looks do not refute what was seen well or often`() {
    #expect(evidence([0.6], opinions: [0, 0, 0]).isBelieved)
    #expect(evidence([0.35, 0.35, 0.35, 0.35], opinions: [0, 0, 0]).isBelieved)
    #expect(!evidence([0.35, 0.35], opinions: [0, 0.35, 0]).isRefuted)
  }

  @Test func `a closer look that sees a face confirms it`() {
    #expect(evidence([0.2], opinions: [0.45]).isBelieved)
    #expect(evidence([0.35], opinions: [0.3]).isBelieved)
    #expect(!evidence([0.35], opinions: [0.25]).isBelieved)
  }

  @Test func `closer looks are wanted until they tell nothing new`() {
    #expect(evidence([0.35], opinions: []).opinionsWanted == 3)
    #expect(evidence([0.35], opinions: [0.1]).opinionsWanted == 2)
    #expect(evidence([0.35], opinions: [0.5]).opinionsWanted == 0)
    #expect(evidence([0.7], opinions: []).opinionsWanted == 0)
    #expect(evidence([0.25], opinions: []).opinionsWanted == 1)
    #expect(evidence([0.25], opinions: [0.1]).opinionsWanted == 0)
    let faint = [Float](repeating: 0.25, count: 12)
    #expect(evidence(faint, opinions: [0.1, 0.1, 0.1]).opinionsWanted == 1)
    #expect(evidence(faint, opinions: [0.1, 0.1, 0.1, 0.1]).opinionsWanted == 0)
  }

  @Test func `the extremes are kept`() {
    var evidence = Evidence()
    for score: Float in [0.4, 0.2, 0.7] { evidence.add(score, parameters: TrackingParameters()) }
    #expect(evidence.lowestScore == 0.2)
    #expect(evidence.highestScore == 0.7)
  }
}
