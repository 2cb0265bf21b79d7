import FaceDetection
import FaceTracking
import Media
import Pipeline

/// Says how each frame of one video stream is to be looked at, and deals the frames out.
struct SchedulingStage {
  let lane: VideoLane
  /// Get the frames in turns.
  let looking: [BoundedQueue<ViewedFrame>]
  private let sampler = LumaSampler()
  private var luma = LumaGrid()
  private var cuts = SceneCutDetector()
  private var schedule: DetectionSchedule

  init(lane: VideoLane, plan: DetectionPlan, looking: [BoundedQueue<ViewedFrame>]) {
    self.lane = lane
    self.looking = looking
    schedule = DetectionSchedule(courses: plan.courses)
  }

  /// Deals every frame out with the looks that are due.
  ///
  /// - Throws: what the scaler throws.
  mutating func run() throws {
    let timeBase = lane.stream.timeBase
    var next = 0
    while let decoded = try lane.decoded.receive() {
      let work = lane.trace?.begin("schedule", ["time": lane.seconds(decoded.time)])
      let (observation, passes) = try examine(
        decoded.frame, at: Double(decoded.time) * timeBase.value)
      work?.end()
      let bytes = decoded.frame.byteCount
      try looking[next].send(
        ViewedFrame(
          decoded: decoded, observation: observation,
          looks: passes.map { ViewedFrame.Look(pass: $0) }),
        bytes: bytes)
      next = (next + 1) % looking.count
    }
    for queue in looking { queue.finish() }
  }

  private mutating func examine(
    _ frame: borrowing Frame, at time: Double
  ) throws -> (FrameObservation, [DetectionPass]) {
    var observation = FrameObservation(time: time, isExamined: false)
    // The tracker covers the faces around it as well, as far as it can tell.
    guard !frame.isDamaged else { return (observation, []) }
    try sampler.sample(frame, into: &luma)
    switch cuts.change(to: luma) {
    case .none: break
    case .cut: observation.startsScene = true
    case .undone(let cuts): observation.undoneCuts = cuts
    }
    return (observation, schedule.passes(at: time, startsScene: observation.startsScene))
  }
}
