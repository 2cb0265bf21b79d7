import FaceDetection
import FaceTracking
import Media

/// Looks for faces in the frames of one video stream.
struct DetectionStage {
  /// Looks at a turned frame that go on while they find something.
  private struct TurnedLooks {
    var schedule: DetectionSchedule
    var lastFound: Double
  }

  let lane: VideoLane
  let tally: Tally
  private var finder: FaceFinder
  private let sampler = LumaSampler()
  private var luma = LumaGrid()
  private var cuts = SceneCutDetector()
  private var schedule: DetectionSchedule
  private var turnedLooks: [Int: TurnedLooks] = [:]

  /// A turn at which a face of at least this score is seen is looked at as the upright frame is.
  private static let turningScore: Float = 0.5
  /// So many seconds after the last one was seen that ends.
  private static let longestTurn = 2.0

  init(lane: VideoLane, plan: DetectionPlan, detectors: DetectorPool, tally: Tally) {
    self.lane = lane
    self.tally = tally
    finder = FaceFinder(geometry: lane.geometry, detectors: detectors)
    schedule = DetectionSchedule(courses: plan.courses)
  }

  /// Looks at the frames and passes every one on with what was seen.
  ///
  /// - Throws: whatever the scaler or a detector throws: where a look failed, nothing goes on.
  mutating func run() throws {
    let timeBase = lane.stream.timeBase
    while let decoded = try lane.decoded.receive() {
      let time = Double(decoded.time) * timeBase.value
      let observation = try observe(decoded.frame, at: time)
      tally.update(lane.number) { $0.observed += 1 }
      let bytes = decoded.frame.byteCount
      try lane.observed.send(
        ObservedFrame(decoded: decoded, observation: observation), bytes: bytes)
    }
    lane.observed.finish()
  }

  private mutating func observe(
    _ frame: borrowing Frame, at time: Double
  ) throws -> FrameObservation {
    var observation = FrameObservation(time: time, isExamined: false)
    // The tracker covers the faces around it as well, as far as it can tell.
    guard !frame.isDamaged else { return observation }
    try sampler.sample(frame, into: &luma)
    switch cuts.change(to: luma) {
    case .none: break
    case .cut: observation.startsScene = true
    case .undone(let cuts): observation.undoneCuts = cuts
    }
    var passes = schedule.passes(at: time, startsScene: observation.startsScene)
    for turn in turnedLooks.keys.sorted() {
      passes +=
        turnedLooks[turn]?.schedule.passes(
          at: time, startsScene: observation.startsScene) ?? []
    }
    for pass in passes {
      var faces = try finder.faces(in: frame, by: pass)
      let least = DetectionPlan.leastFaceSide(of: pass, in: lane.geometry.uprightSize)
      faces.removeAll { min($0.box.width, $0.box.height) < least }
      observation.faces += faces
      if DetectionPlan.showsAll(pass) { observation.isExamined = true }
      if pass.quarterTurns != 0 { follow(faces, turned: pass.quarterTurns, at: time) }
    }
    if passes.count > 1 { observation.faces = NonMaximumSuppression()(observation.faces) }
    turnedLooks = turnedLooks.filter { abs(time - $0.value.lastFound) <= Self.longestTurn }
    return observation
  }

  /// Begins or goes on to look at turned frames where they show faces.
  private mutating func follow(_ faces: [Face], turned quarterTurns: Int, at time: Double) {
    // Faces that stand upright are found in turned frames as well.
    let isTurned = faces.contains {
      $0.score >= Self.turningScore && $0.quarterTurns == quarterTurns
    }
    guard isTurned else { return }
    let looks = turnedLooks[quarterTurns]?.schedule
    turnedLooks[quarterTurns] = TurnedLooks(
      schedule: looks
        ?? DetectionSchedule(
          courses: DetectionPlan.courses(
            turned: quarterTurns, size: lane.geometry.uprightSize)),
      lastFound: time)
  }
}
