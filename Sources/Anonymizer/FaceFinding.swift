import FaceDetection
import FaceTracking
import Pipeline

/// Where the faces of each video stream come from.
enum FaceFinding {
  /// From detectors, by lane, and a tracker.
  case detected([[any FaceDetector]])
  /// From a report.
  case reported(FaceReport)

  /// Adds the stages that lead from a lane's decoded frames to its settled ones.
  ///
  /// - Parameter sinks: told of what is detected.
  func addStages(
    for lane: VideoLane, to pipeline: Pipeline, configuration: Configuration, tally: Tally,
    input: String, sinks: [any FaceSink]
  ) {
    switch self {
    case .detected(let detectors):
      var detection = DetectionStage(lane: lane, detectors: detectors[lane.number], tally: tally)
      pipeline.addStage("detect \(lane.number)") {
        try AnonymizationError.examining(path: input) { try detection.run() }
      }
      let tracking = TrackingStage(
        lane: lane, parameters: configuration.trackingParameters, tally: tally, sinks: sinks)
      pipeline.addStage("track \(lane.number)") { try tracking.run() }
    case .reported(let report):
      guard let cursor = ReportCursor(report, stream: lane.stream.index) else {
        preconditionFailure("the report was not checked")
      }
      var stage = ReportedFacesStage(lane: lane, cursor: cursor, tally: tally)
      pipeline.addStage("report \(lane.number)") { try stage.run() }
    }
  }
}
