import FaceTracking
import Media
import Testing

@testable import Anonymizer

@Suite struct LookSamplingTests {
  private func faces(
    _ frames: Int, rate: Double = 20, _ source: (Int) -> TrackedFace.Source = { _ in .detected },
    tracks: (Int) -> [Int] = { _ in [1] }
  ) -> RecordedFaces {
    var faces = RecordedFaces()
    for frame in 0..<frames {
      faces.append(
        tracks(frame).map { track in
          TrackedFace(
            trackID: track, box: Box(x: 1, y: 2, width: 3, height: 4), score: 1, landmarks: nil,
            source: source(frame))
        }, at: Double(frame) / rate)
    }
    return faces
  }

  /// The frames in which a face is looked at.
  private func chosen(_ faces: RecordedFaces) -> [Int] {
    let sampling = LookSampling(faces)
    return (0..<faces.frameCount).flatMap { frame in
      faces.indices(inFrame: frame).filter { sampling.isChosen[$0] }.map { _ in frame }
    }
  }

  @Test func `the first and the last face are looked at, and one in each interval`() {
    #expect(chosen(faces(21)) == [0, 6, 12, 18, 20])
    #expect(chosen(faces(1)) == [0])
    #expect(chosen(faces(0)) == [])
  }

  @Test func `faces that were not detected in their frame are looked at more often`() {
    #expect(chosen(faces(13) { $0 < 6 ? .detected : .filled }) == [0, 6, 9, 12])
  }

  @Test func `each track has its own turn`() {
    let crossed = faces(8) { _ in
      .detected
    } tracks: {
      $0 < 3 ? [1] : $0 < 5 ? [1, 2] : [2]
    }
    #expect(chosen(crossed) == [0, 3, 4, 7])
  }
}

@Suite struct RecordedFacesTests {
  @Test func `faces come back by their frame`() {
    var faces = RecordedFaces()
    let box = Box(x: 1.5, y: -2.25, width: 30, height: 40)
    let face = TrackedFace(trackID: 7, box: box, score: 1, landmarks: nil, source: .tracked)
    faces.append([], at: 0)
    faces.append([face, face], at: 0.04)
    faces.append([], at: 0.08)
    #expect(faces.frameCount == 3)
    #expect((0..<4).map { faces.indices(inFrame: $0).count } == [0, 2, 0, 0])
    let entry = faces.entries[faces.indices(inFrame: 1).lowerBound]
    #expect(entry.box == box && entry.trackID == 7 && !entry.isDetected)
  }
}
