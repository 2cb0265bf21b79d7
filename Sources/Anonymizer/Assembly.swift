import FaceDetection
import FaceTracking
import Foundation
import Media
import Pipeline
import Redaction

/// A job's parts, opened and put together: everything that can fail before the first frame has
/// succeeded once this exists.
final class Assembly {
  /// The stages, ready to run.
  let pipeline = Pipeline()

  private let job: AnonymizationJob
  private let file: OutputFile
  private let onNotice: @Sendable (String) -> Void
  private let lanes: [VideoLane]
  private let tally: Tally

  /// Opens the input, the detectors and the output, and connects the stages.
  ///
  /// - Throws: `AnonymizationError`.
  init(
    job: AnonymizationJob, onNotice: @escaping @Sendable (String) -> Void,
    onDetail: @escaping @Sendable (String) -> Void
  ) throws {
    self.job = job
    self.onNotice = onNotice
    let (input, output, configuration) = (job.input, job.output, job.configuration)
    try JobFiles(input: input, output: output, overwrite: configuration.overwrite).check()
    let container = try Assembly.container(for: output)

    let demuxer = try AnonymizationError.reading(path: input) { try Demuxer(path: input) }
    var converters: [Int: any StreamConverter] = [:]
    let plan = try StreamPlan(
      streams: demuxer.streams, input: input, dropsAudio: configuration.audio == .drop,
      hasChapters: !demuxer.chapters.isEmpty, containerName: container.name,
      holds: { container.holds($0) },
      converted: { stream in
        let converter = try AnonymizationError.reading(path: input) {
          try container.converter(for: stream)
        }
        converters[stream.index] = converter
        return converter?.codecName
      })
    plan.notices.forEach(onNotice)
    if !demuxer.chapters.isEmpty, !container.carriesChapters {
      onNotice("the chapters are left out: \(container.name) files cannot hold them")
    }
    let detectors = try AnonymizationError.examining(path: input) {
      try Assembly.detectors(for: plan.videos, configuration)
    }

    file = try OutputFile(path: output, replaces: configuration.overwrite)
    let (descriptor, partialPath) = (file.descriptor, file.partialPath)
    let muxer = try AnonymizationError.writing(path: output, from: input) {
      try Muxer(container: container, descriptor: descriptor, path: partialPath)
    }
    let codings = try converters.mapValues { converter in
      (stream: try converter.describe(), timeBase: converter.timeBase)
    }
    for omission in plan.omissions { demuxer.discard(omission.stream) }
    var outputs: [Int: Int] = [:]
    for stream in demuxer.streams {
      outputs[stream.index] = try AnonymizationError.writing(path: output, from: input) {
        if plan.videos.contains(where: { $0.index == stream.index }) {
          try muxer.addEncoded(stream)
        } else if plan.copies.contains(where: { $0.index == stream.index }) {
          try muxer.addCopy(of: stream)
        } else if let coding = codings[stream.index] {
          try muxer.addConverted(stream, as: coding.stream, timeBase: coding.timeBase)
        } else {
          nil
        }
      }
    }
    if let time = demuxer.creationTime { muxer.set(creationTime: time) }
    if container.carriesChapters {
      for chapter in demuxer.chapters {
        try AnonymizationError.writing(path: output, from: input) { try muxer.add(chapter) }
      }
    }

    let pipeline = pipeline
    lanes = plan.videos.enumerated().map { number, stream in
      VideoLane(
        number: number, stream: stream, outputStream: outputs[stream.index] ?? 0,
        pipeline: pipeline)
    }
    let tally = Tally(lanes: lanes.count)
    self.tally = tally

    let muxing = pipeline.makeQueue(of: MuxItem.self, maximumCount: 1024, maximumBytes: 64 << 20)
    var videos: [Int: ReadingStage.Video] = [:]
    for lane in lanes {
      let decoder = try AnonymizationError.reading(path: input) {
        try Decoder(for: lane.stream, threads: configuration.threads ?? 0)
      }
      videos[lane.stream.index] = ReadingStage.Video(lane: lane, decoder: decoder)
    }
    let conversions =
      converters.isEmpty
      ? nil : pipeline.makeQueue(of: Packet.self, maximumCount: 64, maximumBytes: 16 << 20)
    if let conversions {
      let conversion = ConversionStage(
        converters: converters, outputs: outputs, packets: conversions, muxing: muxing)
      pipeline.addStage("convert") {
        try AnonymizationError.reading(path: input) { try conversion.run() }
      }
    }
    let copies = plan.copies.map { ($0.index, outputs[$0.index] ?? 0) }
    var reading = ReadingStage(
      demuxer: demuxer, videos: videos, copies: Dictionary(uniqueKeysWithValues: copies),
      conversions: conversions, muxing: muxing, tally: tally)
    pipeline.addStage("read") {
      try AnonymizationError.reading(path: input) { try reading.run() }
    }
    for (lane, detectors) in zip(lanes, detectors) {
      var detection = DetectionStage(lane: lane, detectors: detectors, tally: tally)
      pipeline.addStage("detect \(lane.number)") {
        try AnonymizationError.examining(path: input) { try detection.run() }
      }
      let tracking = TrackingStage(
        lane: lane, parameters: configuration.trackingParameters, tally: tally)
      pipeline.addStage("track \(lane.number)") { try tracking.run() }
      var redaction = RedactionStage(lane: lane, style: configuration.redactionStyle)
      pipeline.addStage("redact \(lane.number)") {
        try AnonymizationError.examining(path: input) { try redaction.run() }
      }
      let encoding = EncodingStage(
        lane: lane, container: container, settings: configuration.encoderSettings, muxing: muxing,
        tally: tally, onDetail: onDetail)
      pipeline.addStage("encode \(lane.number)") {
        try AnonymizationError.writing(path: output, from: input) { try encoding.run() }
      }
    }
    var writing = MuxingStage(
      muxer: muxer, muxing: muxing, undescribed: lanes.count,
      senders: lanes.count + (conversions == nil ? 1 : 2))
    pipeline.addStage("write") {
      try AnonymizationError.writing(path: output, from: input) { try writing.run() }
    }
  }

  /// Runs the stages, checks the output and publishes it.
  ///
  /// - Throws: `AnonymizationError`, or whatever a stage threw.
  func run(onProgress: @escaping @Sendable (Progress) -> Void) throws -> Report {
    let meter = ProgressMeter(lanes: lanes, tally: tally)
    meter.start(onProgress)
    defer { meter.stop() }
    try pipeline.run()
    let counts = tally.lanes
    for (lane, count) in zip(lanes, counts)
    where count.decoded != count.observed || count.decoded != count.encoded {
      throw AnonymizationError(
        .internalFault, path: job.input,
        "frames went missing in stream \(lane.stream.index): \(count.decoded) decoded, "
          + "\(count.observed) looked at, \(count.encoded) encoded")
    }
    for (lane, count) in zip(lanes, counts) where count.placed > 0 {
      onNotice(
        "\(count.placed) frames of stream \(lane.stream.index) came without a usable time and were "
          + "given the next one")
    }
    let frames = Dictionary(
      uniqueKeysWithValues: zip(lanes, counts).map { ($0.outputStream, $1.encoded) })
    let check = OutputCheck(path: file.partialPath, frames: frames)
    try check.run(nameInErrors: job.output) { try pipeline.checkCancellation() }
    try file.publish { try pipeline.checkCancellation() }
    let progress = meter.current()
    return Report(
      frames: progress.frames, tracks: counts.reduce(0) { $0 + $1.tracks },
      framesWithFaces: counts.reduce(0) { $0 + $1.withFaces }, footageTime: progress.footageTime,
      elapsed: progress.elapsed)
  }

  private static func container(for output: String) throws -> OutputContainer {
    do {
      return try OutputContainer(forFileName: output)
    } catch {
      throw AnonymizationError(
        .usage, path: output, error.message,
        advice: "end the name in .mp4, .mov, .mkv, .webm, .ts or .avi", cause: error.cause)
    }
  }

  // Two input sizes see different faces: a large one loses big and blurred ones, a small one the
  // far ones. Their turns are evened out by tracking.
  private static let longSides = [480, 960]

  private static func detectors(
    for videos: [MediaStream], _ configuration: Configuration
  ) throws -> [[any FaceDetector]] {
    let files = try DetectionFiles.located()
    // The network is small: a second thread costs more processor time than it saves wall time,
    // and the encoder needs the other cores.
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let threads = min(configuration.threads ?? cores, max(1, cores / 4))
    // Below this the network answers everywhere.
    let leastScore = max(configuration.trackingParameters.leastScore, 0.05)
    return try videos.map { stream in
      try longSides.map { side in
        try CenterFaceDetector(
          inputSize: DetectorInput.size(for: FrameGeometry(of: stream).uprightSize, longSide: side),
          files: files, threads: threads, threshold: leastScore)
      }
    }
  }
}
