import FaceDetection
import FaceTracking
import Foundation
import Pipeline

/// Where the faces of each video stream come from.
enum FaceFinding {
  /// From detectors, by lane, and a tracker.
  case detected([DetectorPool])
  /// From a report.
  case reported(FaceReport)

  /// The detectors by lane; `nil` where none look.
  var detectors: [DetectorPool]? {
    switch self {
    case .detected(let detectors): detectors
    case .reported: nil
    }
  }

  /// Adds the stages that lead from a lane's decoded frames to its settled ones.
  ///
  /// - Parameter sinks: told of the faces of every frame.
  func addStages(
    for lane: VideoLane, to pipeline: Pipeline, configuration: Configuration, tally: Tally,
    input: String, sinks: [any FaceSink]
  ) {
    switch self {
    case .detected(let detectors):
      let plan = DetectionPlan(
        detail: configuration.detail, size: lane.geometry.uprightSize,
        isStill: lane.stream.isStill)
      let pool = detectors[lane.number]
      addDetection(
        for: lane, to: pipeline, plan: plan, detectors: pool,
        threads: configuration.threads ?? ProcessInfo.processInfo.activeProcessorCount,
        tally: tally, input: input)
      var parameters = configuration.trackingParameters
      parameters.secondLooks = plan.secondLooks
      // What a still picture shows is seen once only: it takes more to take that back.
      if lane.stream.isStill { parameters.plausibleScore = parameters.faintScore }
      var tracking = TrackingStage(
        lane: lane, parameters: parameters,
        finder: TracedFinder(lane, detectors: pool), tally: tally, sinks: sinks)
      pipeline.addStage("track \(lane.number)") {
        try AnonymizationError.examining(path: input) { try tracking.run() }
      }
    case .reported(let report):
      guard let cursor = ReportCursor(report, stream: lane.stream.index) else {
        preconditionFailure("the report was not checked")
      }
      var stage = ReportedFacesStage(
        lane: lane, cursor: cursor, tally: tally, sinks: sinks)
      pipeline.addStage("report \(lane.number)") { try stage.run() }
    }
  }

  /// Looks at two frames take place side by side where there are cores for it, since one takes longer
  /// than an encoder needs.
  private func addDetection(
    for lane: VideoLane, to pipeline: Pipeline, plan: DetectionPlan, detectors: DetectorPool,
    threads: Int, tally: Tally, input: String
  ) {
    // On two cores, which encoding fills, a second one only takes turns with the first.
    let lookers = threads < 4 ? 1 : 2
    func queues(_ name: String) -> [BoundedQueue<ViewedFrame>] {
      (0..<lookers).map { number in
        pipeline.makeQueue(
          of: ViewedFrame.self, named: "\(name) \(lane.number).\(number)", maximumCount: 2,
          maximumBytes: 32 << 20)
      }
    }
    let (dealt, viewed) = (queues("dealt"), queues("viewed"))
    var scheduling = SchedulingStage(lane: lane, plan: plan, looking: dealt)
    pipeline.addStage("schedule \(lane.number)") {
      try AnonymizationError.examining(path: input) { try scheduling.run() }
    }
    for (number, (frames, viewed)) in zip(dealt, viewed).enumerated() {
      var looking = LookingStage(
        frames: frames, viewed: viewed,
        finder: TracedFinder(lane, detectors: detectors))
      pipeline.addStage("look \(lane.number).\(number)") {
        try AnonymizationError.examining(path: input) { try looking.run() }
      }
    }
    var detection = DetectionStage(
      lane: lane, viewed: viewed,
      finder: TracedFinder(lane, detectors: detectors), tally: tally)
    pipeline.addStage("detect \(lane.number)") {
      try AnonymizationError.examining(path: input) { try detection.run() }
    }
  }
}
