import FaceDetection
import Media
import Pipeline

/// The parts of a job that only looks for faces, opened and put together.
final class Inspection: OpenedJob {
  let pipeline: Pipeline
  let isLive: Bool
  let trace: TraceFile?

  let source: InputSource
  let finding: FaceFinding
  /// Where the footage is taken to end, in seconds; `nil` where its own end is meant.
  let end: Double?
  private let lanes: [VideoLane]
  private let tally: Tally
  private let report: FaceReportWriter?

  /// The video streams that are looked at.
  var videos: [MediaStream] { lanes.map(\.stream) }

  /// Opens the input, the detectors and the report, and connects the stages.
  ///
  /// - Parameters:
  ///   - detections: the name of a report whose faces take the place of those that are found.
  ///   - sinks: told of the faces, beside those of the job.
  /// - Throws: `AnonymizationError`.
  init(
    job: InspectionJob, detections: String? = nil, sinks others: [any FaceSink] = [],
    onNotice: @escaping @Sendable (String) -> Void,
    onDetail: @escaping @Sendable (String) -> Void
  ) throws {
    let (configuration, interruption) = (job.configuration, job.control.interruption)
    let source = try AnonymizationError.reading(path: job.input) {
      try InputSource(name: job.input, format: configuration.inputFormat)
    }
    self.source = source
    let input = source.description
    try JobFiles(
      source: source, output: nil, report: job.report, trace: configuration.trace,
      detections: detections, overwrite: configuration.overwrite
    ).check()

    let report = try detections.map { name in
      try FaceReport(
        ReportSource(name: name, checkCancellation: job.control.checkCancellation))
    }
    let demuxer = try Assembly.open(source, configuration, interruption)
    isLive = demuxer.isLive
    // A still picture's previews are pictures of their own in what follows it.
    if demuxer.streams.contains(where: \.isStill) {
      _ = try AnonymizationError.reading(path: input) { try demuxer.keepFirstStill() }
    }
    let plan = try StreamPlan(inspecting: demuxer.streams, input: input)
    try report?.check(plan.videos)
    let finding: FaceFinding =
      if let report {
        .reported(report)
      } else {
        .detected(
          try AnonymizationError.examining(path: input) {
            try Assembly.detectors(for: plan.videos, configuration, onDetail: onDetail)
          })
      }
    self.finding = finding
    for stream in demuxer.streams where !plan.videos.contains(where: { $0.index == stream.index }) {
      demuxer.discard(stream)
    }

    trace = try TraceFile(configuration)
    let pipeline = Pipeline(tracedIn: trace)
    self.pipeline = pipeline
    pipeline.add(EndOfWaiting(interruption))
    let lanes = plan.videos.enumerated().map { number, stream in
      VideoLane(
        number: number, stream: stream, outputDescription: stream, outputStream: 0,
        pipeline: pipeline)
    }
    let tally = Tally(lanes: lanes.count)
    self.lanes = lanes
    self.tally = tally
    self.report = try job.report.map { name in
      try Assembly.report(
        name, source: source, videos: plan.videos, configuration, pipeline: pipeline)
    }
    var sinks = others
    if let report = self.report { sinks.append(report) }
    if let onFaces = job.onFaces { sinks.append(FaceListener(onFaces: onFaces)) }

    // So that the report fits a job that takes as much of the same footage with its sound.
    let whole = demuxer.streams.filter { [.video, .audio, .subtitle].contains($0.kind) }
    let extent = configuration.duration.map {
      FootageExtent(duration: $0, of: plan.videos, beginningWith: whole)
    }
    end = extent?.end
    var reading = ReadingStage(
      demuxer: demuxer,
      videos: try Assembly.decoders(for: lanes, configuration, isLive: isLive, input: input),
      copies: [:], extent: extent, conversions: nil, muxing: nil, tally: tally, onNotice: onNotice,
      trace: pipeline.trace)
    pipeline.addStage("read") {
      try AnonymizationError.reading(path: input) { try reading.run() }
    }
    for lane in lanes {
      finding.addStages(
        for: lane, to: pipeline, configuration: configuration, tally: tally, input: input,
        sinks: sinks)
      let settling = SettlingStage(lane: lane, tally: tally)
      pipeline.addStage("settle \(lane.number)") { try settling.run() }
    }
  }

  /// Runs the stages and publishes the report.
  ///
  /// - Throws: `AnonymizationError`, or whatever a stage threw.
  func run(onProgress: @escaping @Sendable (Progress) -> Void) throws -> Outcome {
    let meter = ProgressMeter(streams: lanes.map(\.stream), tally: tally)
    meter.start(onProgress)
    defer { meter.stop() }
    try pipeline.run()
    let counts = tally.lanes
    try report?.finish(ReportTotals(lanes: lanes, counts: counts))
    try report?.publish {
      try trace?.publish()
      try pipeline.checkCancellation()
    }
    let progress = meter.current()
    return Outcome(
      frames: progress.frames, tracks: counts.reduce(0) { $0 + $1.tracks },
      framesWithFaces: counts.reduce(0) { $0 + $1.withFaces }, footageTime: progress.footageTime,
      elapsed: progress.elapsed)
  }
}
