import Testing

@testable import FaceTracking

@Suite struct AssociationTests {
  private func target(_ box: BoxVector, gate: Double = 60, handicap: Double = 0)
    -> Association.Target
  {
    Association.Target(box: box, gate: gate, handicap: handicap)
  }

  @Test func `a row of faces that moves by more than half its spacing is not mixed up`() {
    let row = (0..<4).map { BoxVector(100 + Double($0) * 60, 100, 40, 40) }
    let moved = row.map { $0 + BoxVector(36, 0, 0, 0) }
    // The nearest pairs of all are the wrong ones: each face has come closer to the next place.
    #expect(abs(moved[0][0] - row[1][0]) < abs(moved[0][0] - row[0][0]))
    var association = Association()
    association.match(row.map { target($0) }, with: moved)
    #expect(association.candidateOfTarget == [0, 1, 2, 3])
  }

  @Test func `the order of detections makes no difference`() {
    let places = [
      BoxVector(300, 40, 30, 40), BoxVector(80, 90, 30, 40), BoxVector(84, 300, 30, 40),
    ]
    var association = Association()
    association.match(
      places.map { target($0) }, with: [places[2], places[0], places[1]].map { $0 + 3 })
    #expect(association.candidateOfTarget == [1, 2, 0])
  }

  @Test func `a small fast face is found beyond its own outline`() throws {
    let expected = target(BoxVector(100, 100, 12, 15), gate: 20)
    let found = BoxVector(116, 100, 12, 15)
    #expect(found.box.intersectionOverUnion(expected.box.box) == 0)
    #expect(Association.cost(of: found, for: expected) != nil)
    #expect(Association.cost(of: BoxVector(121, 100, 12, 15), for: expected) == nil)
  }

  @Test func `a face of quite another size is another face`() {
    let expected = target(BoxVector(100, 100, 20, 20), gate: 50)
    #expect(Association.cost(of: BoxVector(100, 100, 30, 30), for: expected) != nil)
    #expect(Association.cost(of: BoxVector(100, 100, 60, 60), for: expected) == nil)
  }

  @Test func `a track in sight goes before a lost one`() {
    var association = Association()
    let place = BoxVector(100, 100, 40, 40)
    association.match([target(place, handicap: 0.8), target(place + 2)], with: [place])
    #expect(association.candidateOfTarget == [-1, 0])
  }
}
