import FaceDetection
import FaceTracking
import Media

/// Looks for faces in every frame of one video stream.
struct DetectionStage {
  let lane: VideoLane
  /// Passes of different input sizes, which take turns: each sees faces that the others miss.
  let passes: [DetectionPass]
  private var finder: FaceFinder
  let tally: Tally
  private var cuts = SceneCutDetector()
  private var isFirst = true

  init(lane: VideoLane, detectors: [any FaceDetector], tally: Tally) {
    self.lane = lane
    passes = detectors.map { DetectionPass(inputSize: $0.inputSize) }
    finder = FaceFinder(geometry: lane.geometry, detectors: detectors)
    self.tally = tally
  }

  /// Looks at the frames and passes every one on with what was seen.
  ///
  /// - Throws: whatever the scaler or the detector throws: where the look failed, nothing goes on.
  mutating func run() throws {
    let timeBase = lane.stream.timeBase
    var turns = DetectionTurns(
      detectors: passes.count, frameRate: lane.stream.frameRate?.value ?? 0)
    while let decoded = try lane.decoded.receive() {
      let observation = try observe(
        decoded.frame, at: Double(decoded.time) * timeBase.value, turn: turns.take())
      tally.update(lane.number) { $0.observed += 1 }
      let bytes = decoded.frame.byteCount
      try lane.observed.send(
        ObservedFrame(decoded: decoded, observation: observation), bytes: bytes)
    }
    lane.observed.finish()
  }

  private mutating func observe(
    _ frame: borrowing Frame, at time: Double, turn: Int?
  ) throws -> FrameObservation {
    // The tracker covers the faces around it as well, as far as it can tell.
    guard !frame.isDamaged else {
      return FrameObservation(time: time, isExamined: false, startsScene: false)
    }
    let pass = passes[turn ?? 0]
    let view = try finder.view(of: frame, by: pass)
    let startsScene = cuts.isCut(view.picture)
    // A scene's first frame has no neighbours before it to be filled from.
    guard turn != nil || startsScene else {
      return FrameObservation(time: time, isExamined: false, startsScene: false)
    }
    var faces = try finder.faces(in: view)
    if isFirst {
      // It may be the only one, of a still picture: what one detector misses, no neighbour fills in.
      for other in passes where other != pass {
        faces += try finder.faces(in: frame, by: other)
      }
      faces = NonMaximumSuppression()(faces)
    }
    isFirst = false
    return FrameObservation(time: time, faces: faces, startsScene: startsScene)
  }
}
