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
    try AnonymizationError.reading(path: input) { try demuxer.lookAhead() }
    try Assembly.fitStill(demuxer, container: container, job: job, onNotice: onNotice)
    let plan = try StreamPlan(
      streams: demuxer.streams, input: input, dropsAudio: configuration.audio == .drop,
      hasChapters: !demuxer.chapters.isEmpty, containerName: container.name,
      holds: { container.holds($0) })
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
    for omission in plan.omissions { demuxer.discard(omission.stream) }
    var outputs: [Int: Int] = [:]
    let descriptions = plan.videos.map {
      StreamPlan.output(of: $0, carriesDisplayMatrix: container.carriesDisplayMatrix)
    }
    for stream in demuxer.streams {
      outputs[stream.index] = try AnonymizationError.writing(path: output, from: input) {
        if let description = descriptions.first(where: { $0.index == stream.index }) {
          try muxer.addEncoded(description)
        } else if plan.copies.contains(where: { $0.index == stream.index }) {
          try muxer.addCopy(of: stream)
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
        number: number, stream: stream, outputDescription: descriptions[number],
        outputStream: outputs[stream.index] ?? 0, pipeline: pipeline)
    }
    for lane in lanes where lane.turns && !lane.stream.isStill {
      onNotice(
        "stream \(lane.stream.index) is turned upright in its pixels, since "
          + (lane.stream.isTurnedByItsPictures
            ? "only its coded pictures said that it is rotated"
            : "\(container.name) files cannot say that it is rotated"))
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
    for stream in plan.videos { outputs[stream.index] = nil }
    var reading = ReadingStage(
      demuxer: demuxer, videos: videos, copies: outputs, muxing: muxing, tally: tally)
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
      muxer: muxer, muxing: muxing, undescribed: lanes.count, senders: lanes.count + 1)
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

  // What can be said of a still picture before anything is decoded.
  private static func fitStill(
    _ demuxer: Demuxer, container: OutputContainer, job: AnonymizationJob,
    onNotice: (String) -> Void
  ) throws {
    for stream in demuxer.streams where stream.isMixedFromInks {
      onNotice(
        "the picture's colours, mixed from four inks, are taken as RGB without their profile")
    }
    if demuxer.streams.contains(where: \.hasMorePages) {
      onNotice("the pages behind the first are left out: they cannot be read")
    }
    guard container.isStill else { return }
    let others = try AnonymizationError.reading(path: job.input) { try demuxer.keepFirstStill() }
    if others > 0 { onNotice("what follows the first picture is left out: it may show faces") }
    let footage = demuxer.streams.filter {
      $0.kind == .audio || ($0.kind == .video && ($0.frameCount ?? 1) > 1)
    }
    if !footage.isEmpty || demuxer.streams.count(where: { $0.kind == .video }) > 1 {
      throw AnonymizationError(
        .usage, path: job.output,
        "a \(container.name) file holds one picture, and the input has more",
        advice: "end the output's name in .mp4 or .mkv")
    }
  }

  private static func container(for output: String) throws -> OutputContainer {
    do {
      return try OutputContainer(forFileName: output)
    } catch {
      throw AnonymizationError(
        .usage, path: output, error.message,
        advice:
          "end the name in .mp4, .mov, .mkv, .webm, .ts or .avi, or in .jpg, .png, .webp or .tif",
        cause: error.cause)
    }
  }

  // Two input sizes see different faces: a large one loses big and blurred ones, a small one the
  // far ones. Their turns are evened out by tracking.
  private static let longSides = [480, 960]
  // Large still pictures show far more faces at once, and are looked at only once.
  private static let longSideForStills = 1920

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
      let size = FrameGeometry(of: stream).uprightSize
      let isLarge = stream.isStill && max(size.width, size.height) > longSideForStills
      return try (longSides + (isLarge ? [longSideForStills] : [])).map { side in
        try CenterFaceDetector(
          inputSize: DetectorInput.size(for: size, longSide: side), files: files, threads: threads,
          threshold: leastScore)
      }
    }
  }
}
