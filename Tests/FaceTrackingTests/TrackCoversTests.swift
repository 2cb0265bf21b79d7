import FaceDetection
import Media
import Testing

@testable import FaceTracking

@Suite struct TrackCoversTests {
  private let box = Box(x: 200, y: 100, width: 60, height: 80)

  // MARK: Weak sightings

  @Test func `a weak sighting after the last fair one uncovers nothing of where that was`() {
    let beside = shifted(box, down: 0.25)
    let frames = track(
      observations(
        (0..<30).map { $0 <= 8 ? [face(box)] : $0 == 9 ? [face(beside, score: 0.17)] : [] }))
    for frame in 9...23 { #expect(frames[frame].contains { holds($0.box, box) }) }
    #expect(frames[9].contains { holds($0.box, beside) })
  }

  @Test func `a weak sighting before the first fair one uncovers nothing of where that was`() {
    let beside = shifted(box, right: 0.25)
    let frames = track(
      observations(
        (0..<60).map { $0 < 30 ? [] : $0 == 30 ? [face(beside, score: 0.25)] : [face(box)] }))
    for frame in 16...30 { #expect(frames[frame].contains { holds($0.box, box) }) }
    #expect(frames[30].contains { holds($0.box, beside) })
  }

  @Test func `a cover does not go on growing while a face moves away and is seen weakly`() {
    let boxes = (0..<80).map { shifted(box, right: 0.05 * Double(max(0, $0 - 10))) }
    let frames = track(
      observations(boxes.enumerated().map { [face($1, score: $0 < 10 ? 0.8 : 0.15)] }))
    for (frame, (faces, box)) in zip(frames, boxes).enumerated() {
      #expect(faces.contains { holds($0.box, box) })
      #expect(faces.allSatisfy { $0.box.width < (frame < 25 ? 2 : 1.2) * box.width })
    }
  }

  // MARK: Steady centres

  @Test(arguments: 1...2)
  func `a cover stays in place on a still face whose boxes do not`(step: Int) {
    let boxes = (0..<90).map { frame in
      let look = frame / step
      let offset = look % 10 == 5 ? -0.12 : look % 2 == 0 ? 0.05 : 0
      return shifted(box, right: offset, down: -offset)
    }
    let frames = track(
      boxes.enumerated().map { frame, box in
        FrameObservation(
          time: Double(frame) / 30, faces: frame % step == 0 ? [face(box)] : [],
          isExamined: frame % step == 0)
      })
    let centers = frames.map { BoxVector($0[0].box).lowHalf }
    for frame in 10..<79 {
      let move = (centers[frame + 1] - centers[frame]) / SIMD2(box.width, box.height)
      #expect(abs(move[0]) < 0.01 && abs(move[1]) < 0.01)
    }
    for frame in stride(from: 0, to: 90, by: step) {
      #expect(holds(frames[frame][0].box, boxes[frame]))
    }
  }

  @Test(arguments: 1...3)
  func `the cover of a face that moves evenly lies on it`(step: Int) {
    let times = (0..<60).map { Double($0) / 30 + ($0 % 4 == 1 ? 0.01 : 0) }
    let boxes = times.map { Box(x: 20 + 180 * $0, y: 40 + 70 * $0, width: 60, height: 80) }
    let frames = track(
      boxes.enumerated().map { frame, box in
        FrameObservation(
          time: times[frame], faces: frame % step == 0 ? [face(box)] : [],
          isExamined: frame % step == 0)
      })
    for (faces, box) in zip(frames, boxes).prefix(58) {
      #expect(abs(faces[0].box.centerX - box.centerX) < 0.001)
      #expect(abs(faces[0].box.centerY - box.centerY) < 0.001)
    }
    #expect(frames[30][0].box.width < 60 * 1.021)
  }

  @Test(arguments: [0, -0.5, -1], [0.02, 0.04, 0.08, 0.16])
  func `a cover stays with a face that stops or turns at once`(after: Double, speed: Double) {
    let boxes = (0..<60).map { frame in
      let way = Double(frame - 30)
      return shifted(box, right: speed * (way < 0 ? way : way * after) + 1)
    }
    let frames = track(observations(boxes.map { [face($0)] }))
    for (faces, box) in zip(frames, boxes) where box.maxX > 0 {
      #expect(abs(faces[0].box.centerX - box.centerX) < 0.0801 * box.width)
      #expect(holds(faces[0].box, box))
      #expect(faces[0].box.width < 1.3 * box.width)
    }
  }

  @Test func `without look-ahead a cover is where the face was found`() {
    var parameters = TrackingParameters()
    parameters.lookahead = 0
    parameters.leastFrames = 0
    let boxes = (0..<30).map { shifted(box, right: $0 % 2 == 0 ? 0.05 : 0) }
    let frames = track(observations(boxes.map { [face($0)] }), parameters: parameters)
    for (faces, box) in zip(frames, boxes) {
      #expect(abs(faces[0].box.centerX - box.centerX) < 0.001)
    }
  }

  /// A box moved by shares of its sides.
  private func shifted(_ box: Box, right: Double = 0, down: Double = 0) -> Box {
    Box(
      x: box.x + right * box.width, y: box.y + down * box.height, width: box.width,
      height: box.height)
  }
}
