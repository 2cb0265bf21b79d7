import Media
import Testing

@testable import FaceDetection

@Suite struct NonMaximumSuppressionTests {
  private func face(x: Double, score: Float, width: Double = 10) -> Face {
    Face(
      box: Box(x: x, y: 0, width: width, height: 10), score: score, landmarks: .atOrigin)
  }

  @Test func `nothing gives nothing`() {
    #expect(NonMaximumSuppression()([]) == [])
  }

  @Test func `faces apart all stay, the surest first`() {
    let faces = [face(x: 0, score: 0.2), face(x: 20, score: 0.9), face(x: 40, score: 0.5)]
    #expect(NonMaximumSuppression()(faces).map(\.score) == [0.9, 0.5, 0.2])
  }

  @Test func `the surest of faces that overlap stays`() {
    let faces = [face(x: 0, score: 0.4), face(x: 1, score: 0.9), face(x: 2, score: 0.6)]
    #expect(NonMaximumSuppression()(faces) == [faces[1]])
  }

  @Test func `a face that only a suppressed one overlaps stays`() {
    let faces = [face(x: 0, score: 0.9), face(x: 5, score: 0.6), face(x: 10, score: 0.3)]
    #expect(NonMaximumSuppression()(faces) == [faces[0], faces[2]])
  }

  @Test func `of equal scores the first stays`() {
    let faces = [face(x: 1, score: 0.5), face(x: 0, score: 0.5), face(x: 2, score: 0.5)]
    #expect(NonMaximumSuppression()(faces) == [faces[0]])
    let apart = [face(x: 40, score: 0.5), face(x: 0, score: 0.5), face(x: 20, score: 0.5)]
    #expect(NonMaximumSuppression()(apart) == apart)
  }

  @Test func `boxes that overlap by just the limit count as one face`() {
    // A quarter of the wider box's area is the narrower one's.
    let faces = [face(x: 0, score: 0.9, width: 16), face(x: 0, score: 0.8, width: 4)]
    #expect(NonMaximumSuppression(overlap: 0.25)(faces) == [faces[0]])
    #expect(NonMaximumSuppression(overlap: 0.26)(faces) == faces)
  }
}
