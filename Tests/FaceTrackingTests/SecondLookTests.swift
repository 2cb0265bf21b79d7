import FaceDetection
import Media
import Testing

@testable import FaceTracking

/// What the tracker makes of closer looks, at made-up footage whose faces are known.
@Suite struct SecondLookTests {
  private let size = PixelSize(width: 640, height: 360)
  private struct Broken: Error {}

  /// Runs a tracker over a stream; `seen` are the faces that a closer look can find in each frame.
  private func track(
    _ observations: [FrameObservation], seen: [[Face]],
    parameters: TrackingParameters = TrackingParameters()
  ) -> (frames: [[TrackedFace]], looks: [(frame: Int, look: SecondLook)]) {
    var tracker = FaceTracker(size: size, parameters: parameters)
    var frames: [[TrackedFace]] = []
    var looks: [(frame: Int, look: SecondLook)] = []
    for (newest, observation) in observations.enumerated() {
      frames += tracker.add(observation) { look in
        let frame = newest - look.framesAgo
        looks.append((frame, look))
        let region = look.region(in: size)
        return seen[frame].filter { !$0.box.intersection(region).isEmpty }
      }
    }
    return (frames + tracker.finish(), looks)
  }

  private func path(_ frame: Int) -> Box {
    Box(x: 100 + 3 * Double(frame), y: 120, width: 40, height: 50)
  }

  @Test func `a face that turns away is followed by closer looks`() {
    // It changes its way after the detector has lost it.
    let boxes = (0..<60).map {
      $0 < 20 ? path($0) : path(40 - $0).shifted(down: 2 * Double($0 - 20))
    }
    let faces = boxes.map { face($0, score: 0.8) }
    let frames = track(
      observations(faces.indices.map { $0 < 20 ? [faces[$0]] : [] }), seen: faces.map { [$0] }
    ).frames
    for (box, covers) in zip(boxes, frames) {
      #expect(covers.contains { holds($0.box, box) && $0.source == .detected })
    }
  }

  @Test func `a face found late is drawn back along its way`() {
    let boxes = (0..<30).map { Box(x: 20 + 14 * Double($0), y: 60, width: 40, height: 50) }
    // Slower before it is found, so that its later way tells nothing of the earlier.
    let way = boxes.indices.map {
      $0 < 15 ? boxes[15].shifted(down: 6 * Double(15 - $0)) : boxes[$0]
    }
    let result = track(
      observations(way.indices.map { $0 < 15 ? [] : [face(way[$0])] }),
      seen: way.map { [face($0)] })
    for frame in 3..<15 {
      #expect(result.frames[frame].contains { $0.box.intersectionOverUnion(way[frame]) > 0.5 })
    }
    #expect(result.looks.contains { $0.frame < 6 })
  }

  @Test func `what closer looks do not see is not covered`() {
    let box = path(0)
    let seldom = observations((0..<40).map { $0 == 10 ? [face(box, score: 0.4)] : [] })
    let refuted = track(seldom, seen: seldom.map { _ in [] }).frames
    #expect(refuted.count { !$0.isEmpty } == 0)
    let plain = track(seldom, seen: seldom.map { _ in [face(box, score: 0.5)] }).frames
    #expect(plain[10].contains { holds($0.box, box) })
    #expect(plain.count { !$0.isEmpty } > 15)
  }

  @Test func `a face that another track has is no sighting of a lost one`() {
    let left = path(0)
    let right = path(0).shifted(right: 44)
    let frames = track(
      observations((0..<40).map { $0 < 10 ? [face(left), face(right)] : [face(right)] }),
      seen: (0..<40).map { _ in [face(right)] }
    ).frames
    let lost = frames[9].first { $0.box.intersectionOverUnion(left) > 0.8 }
    for covers in frames[10...] {
      let cover = covers.first { $0.trackID == lost?.trackID }
      #expect(cover?.source != .detected)
    }
  }

  @Test func `looks are bounded in each frame`() {
    let rows = (0..<20).map { path($0 % 5 * 30).shifted(down: Double($0 / 5) * 60 - 100) }
    var parameters = TrackingParameters()
    parameters.secondLooks = 3
    parameters.looksBack = 0
    let looks = track(
      observations((0..<20).map { $0 < 5 ? rows.map { face($0) } : [] }),
      seen: (0..<20).map { _ in [] }, parameters: parameters
    ).looks
    for frame in 5..<20 { #expect(looks.count { $0.frame == frame } == 3) }
  }

  @Test func `a lying head is looked at upright`() {
    let box = path(0)
    var lying = face(box)
    // The mouth lies to the right of the eyes.
    lying.landmarks.mouthLeft = Point(x: box.maxX, y: box.centerY)
    lying.landmarks.mouthRight = lying.landmarks.mouthLeft
    let looks = track(
      observations((0..<10).map { $0 == 0 ? [lying] : [] }), seen: (0..<10).map { _ in [] }
    ).looks
    #expect(!looks.isEmpty)
    #expect(looks.first?.look.quarterTurns == 1)
    // Looked for in vain, it may have been raised, or laid on the other side.
    #expect(Set(looks.map(\.look.quarterTurns)) == [0, 1, 2])
  }

  @Test func `a region stays a square no larger than the frame's shorter side`() {
    let look = SecondLook(
      framesAgo: 0, box: Box(x: 500, y: 100, width: 40, height: 50), reach: 4, quarterTurns: 0)
    #expect(look.region(in: size) == Box(x: 420, y: 25, width: 200, height: 200))
    #expect(look.region(in: PixelSize(width: 160, height: 90)).width == 90)
  }

  @Test func `a look that fails ends the work`() {
    var tracker = FaceTracker(size: size)
    #expect(throws: Broken.self) {
      for observation in observations([[face(path(0), score: 0.4)]]) {
        _ = try tracker.add(observation) { _ in throw Broken() }
      }
    }
  }
}

extension Box {
  fileprivate func shifted(right: Double = 0, down: Double = 0) -> Box {
    Box(x: x + right, y: y + down, width: width, height: height)
  }
}
