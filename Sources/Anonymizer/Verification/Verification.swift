import Dispatch
import FaceDetection
import Media
import Pipeline

/// The look at anonymized footage beside its original: what is still shown of faces, and whether
/// the frames are all there at their times.
final class Verification: Cancellable {
  private let source: InputSource
  private let output: OutputFootage
  private let configuration: Configuration
  private let interruption: Interruption
  private let record: FaceRecord
  private let detectors: [DetectorPool]?
  private let trace: Trace?
  private let control = Pipeline()

  /// The footage that is looked at.
  struct OutputFootage: Sendable {
    /// The file as it lies on the disk.
    let path: String
    /// Its name in messages.
    let name: String
    /// Whether this job has written it, so that nothing but a fault explains what cannot be read.
    let isOwn: Bool
  }

  /// - Parameters:
  ///   - record: of the faces that were to be covered in the source.
  ///   - detectors: by video stream of the source; `nil` looks for no other faces.
  ///   - trace: where the work is recorded.
  init(
    source: InputSource, output: OutputFootage, record: FaceRecord, detectors: [DetectorPool]?,
    configuration: Configuration, interruption: Interruption, trace: Trace?
  ) {
    self.source = source
    self.trace = trace
    self.output = output
    self.record = record
    self.detectors = detectors
    self.configuration = configuration
    self.interruption = interruption
  }

  /// Checks that an input can be read a second time.
  ///
  /// - Throws: `AnonymizationError.Code.usage`.
  static func checkRereading(of source: InputSource, isLive: Bool = false) throws {
    switch source {
    case .file: return
    case .url where !isLive: return
    case .standardInput, .url, .device:
      throw AnonymizationError(
        .usage, path: source.description,
        "cannot be read a second time, which the verification of an output needs",
        advice: "name a file")
    }
  }

  func cancel() { control.cancel(PipelineCancellation()) }

  /// Compares the video streams one after another.
  ///
  /// - Parameters:
  ///   - videos: of the source.
  ///   - end: where the footage was taken to end, in seconds; `nil` where its own end is meant.
  ///   - began: when the job did, for its progress.
  /// - Throws: `AnonymizationError`: `exposedFace` where anything was found; otherwise why it could
  ///   not be looked at.
  func run(
    _ videos: [MediaStream], end: Double?, began: DispatchTime,
    onProgress: @escaping @Sendable (Progress) -> Void
  ) throws -> VerificationLog.Verdict {
    let log = VerificationLog()
    let tally = Tally(lanes: videos.count)
    let meter = ProgressMeter(streams: videos, tally: tally, isVerifying: true, began: began)
    meter.start(onProgress)
    defer { meter.stop() }
    let outputs = try openOutput().streams.filter { $0.kind == .video && !$0.isEmpty }
    guard outputs.count == videos.count else {
      throw AnonymizationError(
        .damagedInput, path: output.name,
        "has \(counted(outputs.count, "video stream")), and the original has \(videos.count)",
        advice: "name the footage that was made of the original")
    }
    for (number, (video, copy)) in zip(videos, outputs).enumerated() {
      try compare(video, with: copy.index, number: number, end: end, log: log, tally: tally)
    }
    let verdict = log.verdict
    guard verdict.findings.isEmpty else {
      throw AnonymizationError(verdict.findings, path: output.name)
    }
    return verdict
  }

  // One stream at a time: two files that hold their streams in another order of time could else
  // wait for each other.
  private func compare(
    _ video: MediaStream, with outputIndex: Int, number: Int, end: Double?, log: VerificationLog,
    tally compared: Tally
  ) throws {
    let input = source.description
    let demuxer = try Assembly.open(source, configuration, interruption)
    try AnonymizationError.reading(path: input) { try Self.keepOnly(video.index, of: demuxer) }
    let outputDemuxer = try openOutput()
    try readingOutput { try Self.keepOnly(outputIndex, of: outputDemuxer) }
    guard let stream = demuxer.streams.first(where: { $0.index == video.index }),
      let copy = outputDemuxer.streams.first(where: { $0.index == outputIndex }),
      copy.size != nil
    else {
      throw AnonymizationError(
        output.isOwn ? .internalFault : .damagedInput, path: output.name,
        "has a video stream that cannot be decoded", advice: "check the file with a player")
    }

    let pipeline = Pipeline(trace: trace)
    control.add(Follower(pipeline))
    let lanes = [stream, copy].enumerated().map { place, stream in
      VideoLane(
        number: place, stream: stream, outputDescription: stream, outputStream: 0,
        pipeline: pipeline)
    }
    guard VerificationStage.canCompare(lanes[0], lanes[1]) else {
      throw AnonymizationError(
        .damagedInput, path: output.name,
        "has frames of \(lanes[1].geometry.codedSize), and the original has "
          + "\(lanes[0].geometry.codedSize)",
        advice: "name the footage that was made of the original")
    }
    let tally = Tally(lanes: 2)
    var reading = ReadingStage(
      demuxer: demuxer,
      videos: try Assembly.decoders(for: [lanes[0]], configuration, isLive: false, input: input),
      copies: [:], extent: end.map { FootageExtent(end: $0, of: [stream]) }, conversions: nil,
      muxing: nil, tally: tally, onNotice: { _ in }, trace: trace)
    pipeline.addStage("read original") {
      try AnonymizationError.reading(path: input) { try reading.run() }
    }
    var outputConfiguration = configuration
    outputConfiguration.damaged = .stop
    var outputReading = ReadingStage(
      demuxer: outputDemuxer,
      videos: try readingOutput {
        try Assembly.decoders(
          for: [lanes[1]], outputConfiguration, isLive: false, input: output.name)
      },
      copies: [:], extent: nil, conversions: nil, muxing: nil, tally: tally, onNotice: { _ in },
      trace: trace)
    let readingOutput = OutputReader(output: output)
    pipeline.addStage("read output") { try readingOutput { try outputReading.run() } }
    var stage = VerificationStage(
      original: lanes[0], output: lanes[1], faces: record.faces(ofStream: stream.index),
      detectors: detectors?[number], log: log
    ) { seconds in
      compared.update(number) {
        $0.encoded += 1
        $0.footageTime = seconds
      }
    }
    pipeline.addStage("verify \(number)") {
      try AnonymizationError.examining(path: input) { try stage.run() }
    }
    try pipeline.run()
  }

  private func openOutput() throws -> Demuxer {
    try readingOutput {
      let demuxer = try Demuxer(source: .file(output.path), interruption: interruption)
      try demuxer.lookAhead()
      return demuxer
    }
  }

  private func readingOutput<Result>(_ body: () throws -> Result) throws -> Result {
    try OutputReader(output: output)(body)
  }

  private static func keepOnly(_ index: Int, of demuxer: Demuxer) throws {
    for stream in demuxer.streams where stream.index != index { demuxer.discard(stream) }
    // A still picture's previews are pictures of their own in what follows it.
    if demuxer.streams.contains(where: \.isStill) { _ = try demuxer.keepFirstStill() }
  }

  /// Says of errors in reading the output what they mean.
  private struct OutputReader: Sendable {
    let output: OutputFootage

    func callAsFunction<Result>(_ body: () throws -> Result) throws -> Result {
      do {
        return try AnonymizationError.reading(path: output.name, body)
      } catch var error as AnonymizationError where output.isOwn && error.code == .damagedInput {
        error.code = .internalFault
        error.message = "cannot be read again after it was written: it " + error.message
        error.advice = nil
        throw error
      }
    }
  }

  /// Has a pipeline follow another into cancellation.
  private final class Follower: Cancellable {
    private let pipeline: Pipeline

    init(_ pipeline: Pipeline) { self.pipeline = pipeline }

    func cancel() { pipeline.cancel(PipelineCancellation()) }
  }
}
