import FaceDetection
import FaceTracking
import Media
import Pipeline

/// Puts together what was seen in each frame of one video stream, and looks at turned frames for as
/// long as they show faces.
struct DetectionStage {
  /// Looks at a turned frame that go on while they find something.
  private struct TurnedLooks {
    var schedule: DetectionSchedule
    var lastFound: Double
  }

  let lane: VideoLane
  /// Give the frames in turns.
  let viewed: [BoundedQueue<ViewedFrame>]
  let tally: Tally
  private var finder: TracedFinder
  private var turnedLooks: [Int: TurnedLooks] = [:]

  /// A turn at which a face of at least this score is seen is looked at as the upright frame is.
  private static let turningScore: Float = 0.5
  /// So many seconds after the last one was seen that ends.
  private static let longestTurn = 2.0

  init(
    lane: VideoLane, viewed: [BoundedQueue<ViewedFrame>], finder: TracedFinder, tally: Tally
  ) {
    self.lane = lane
    self.viewed = viewed
    self.finder = finder
    self.tally = tally
  }

  /// Passes every frame on with what was seen.
  ///
  /// - Throws: whatever the scaler or a detector throws: where a look failed, nothing goes on.
  mutating func run() throws {
    var next = 0
    while var frame = try viewed[next].receive() {
      next = (next + 1) % viewed.count
      let work = lane.trace?.begin("detect", ["time": .number(frame.observation.time)])
      try follow(&frame)
      let observation = observation(of: frame)
      work?.end()
      tally.update(lane.number) { $0.observed += 1 }
      let bytes = frame.decoded.frame.byteCount
      try lane.observed.send(
        ObservedFrame(decoded: frame.intoDecoded(), observation: observation), bytes: bytes)
    }
    lane.observed.finish()
  }

  private func observation(of frame: borrowing ViewedFrame) -> FrameObservation {
    var observation = frame.observation
    for look in frame.looks {
      let least = DetectionPlan.leastFaceSide(of: look.pass, in: lane.geometry.uprightSize)
      observation.faces += look.faces.filter { min($0.box.width, $0.box.height) >= least }
      if DetectionPlan.showsAll(look.pass) { observation.isExamined = true }
    }
    if frame.looks.count > 1 { observation.faces = NonMaximumSuppression()(observation.faces) }
    return observation
  }

  /// Looks at turned frames where the frames before showed faces, and begins or goes on to do so
  /// where this one does.
  private mutating func follow(_ frame: inout ViewedFrame) throws {
    guard !frame.decoded.frame.isDamaged else { return }
    let time = frame.observation.time
    for turn in turnedLooks.keys.sorted() {
      let passes =
        turnedLooks[turn]?.schedule.passes(
          at: time, startsScene: frame.observation.startsScene) ?? []
      for pass in passes {
        frame.looks.append(
          ViewedFrame.Look(pass: pass, faces: try finder.faces(in: frame.decoded.frame, by: pass)))
      }
    }
    for look in frame.looks where look.pass.quarterTurns != 0 { follow(look, at: time) }
    turnedLooks = turnedLooks.filter { abs(time - $0.value.lastFound) <= Self.longestTurn }
  }

  private mutating func follow(_ look: ViewedFrame.Look, at time: Double) {
    let quarterTurns = look.pass.quarterTurns
    // Faces that stand upright are found in turned frames as well.
    let isTurned = look.faces.contains {
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
