import FaceDetection
import FaceTracking
import Foundation
import Media
import Pipeline
import Redaction

/// A job's parts, opened and put together: everything that can fail before the first frame has
/// succeeded once this exists.
final class Assembly: OpenedJob {
  /// The stages, ready to run.
  let pipeline: Pipeline
  let trace: TraceFile?

  private let source: InputSource
  private let target: OutputTarget
  private let onNotice: @Sendable (String) -> Void
  /// Whether the input comes as it happens.
  let isLive: Bool
  private let lanes: [VideoLane]
  private let tally: Tally
  private let report: FaceReportWriter?
  // With `nil` the output is not decoded to be checked.
  private let checkingThreads: Int?
  private let verification: Verification?
  private let end: Double?
  private let onDetail: @Sendable (String) -> Void

  /// Opens the input, the detectors and the output, and connects the stages.
  ///
  /// - Throws: `AnonymizationError`.
  init(
    job: AnonymizationJob, onNotice: @escaping @Sendable (String) -> Void,
    onDetail: @escaping @Sendable (String) -> Void
  ) throws {
    self.onNotice = onNotice
    self.onDetail = onDetail
    let (configuration, interruption) = (job.configuration, job.control.interruption)
    let source = try AnonymizationError.reading(path: job.input) {
      try InputSource(name: job.input, format: configuration.inputFormat)
    }
    self.source = source
    let input = source.description
    let output = OutputTarget.isPipe(job.output) ? OutputTarget.pipeName : job.output
    try JobFiles(
      source: source, output: job.output, report: configuration.report,
      trace: configuration.trace, detections: configuration.detections,
      overwrite: configuration.overwrite
    ).check()
    if configuration.verify { try Verification.checkRereading(of: source) }
    if configuration.verify, OutputTarget.isPipe(job.output) {
      throw AnonymizationError(
        .usage, path: output, "cannot be read again, which --verify needs",
        advice: "name a file, or leave out --verify")
    }
    let container = try Assembly.container(for: job.output, format: configuration.format)
    try AnonymizationError.writing(path: output, from: input) {
      try container.check(configuration.encoderSettings)
    }

    let detections = try configuration.detections.map { name in
      try FaceReport(
        ReportSource(name: name, checkCancellation: job.control.checkCancellation))
    }
    let passesDamage = configuration.damaged == .skip
    let demuxer = try Assembly.open(source, configuration, interruption)
    try Assembly.fitStill(demuxer, container: container, job: job, onNotice: onNotice)
    isLive = demuxer.isLive
    if configuration.verify { try Verification.checkRereading(of: source, isLive: isLive) }
    let isLive = isLive
    var converters: [Int: any StreamConverter] = [:]
    let plan = try StreamPlan(
      streams: demuxer.streams, input: input, dropsAudio: configuration.audio == .drop,
      keepsData: configuration.metadata == .keep, hasChapters: !demuxer.chapters.isEmpty,
      containerName: container.name, carriesSound: container.carriesSound,
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
    try detections?.check(plan.videos)
    if let notice = detections?.notice { onNotice(notice) }
    let finding: FaceFinding =
      if let detections {
        .reported(detections)
      } else {
        .detected(
          try AnonymizationError.examining(path: input) {
            try Assembly.detectors(for: plan.videos, configuration, onDetail: onDetail)
          })
      }

    checkingThreads = configuration.check == .frames ? configuration.threads ?? 0 : nil
    target = try OutputTarget(name: job.output, replaces: configuration.overwrite)
    let (descriptor, path) = (target.descriptor, target.path)
    let pipe = OutputTarget.isPipe(job.output) ? interruption : nil
    let muxer = try AnonymizationError.writing(path: output, from: input) {
      try Muxer(
        container: container, descriptor: descriptor, path: path, pipe: pipe,
        policy: configuration.metadata.policy)
    }
    let codings = try converters.mapValues { converter in
      (stream: try converter.describe(), timeBase: converter.timeBase)
    }
    for omission in plan.omissions { demuxer.discard(omission.stream) }
    let descriptions = plan.videos.map {
      StreamPlan.output(of: $0, carriesDisplayMatrix: container.carriesDisplayMatrix)
    }
    let streams = demuxer.streams
    let outputs = try AnonymizationError.writing(path: output, from: input) {
      try Assembly.add(streams, plan: plan, encoded: descriptions, converted: codings, to: muxer)
    }
    muxer.add(demuxer.metadata)
    let extent = configuration.duration.map {
      FootageExtent(duration: $0, of: demuxer.streams.filter { outputs[$0.index] != nil })
    }
    end = extent?.end
    if container.carriesChapters, configuration.metadata != .none {
      for chapter in demuxer.chapters {
        guard let chapter = chapter.clipped(to: extent?.end ?? .infinity) else { continue }
        try AnonymizationError.writing(path: output, from: input) { try muxer.add(chapter) }
      }
    }

    var encoderSettings = configuration.encoderSettings
    encoderSettings.isLive = isLive
    let settings = encoderSettings
    let splices = zip(plan.videos, descriptions).map { source, output in
      Assembly.splice(
        source, output, container: container, settings: settings, configuration.copyClean,
        onNotice: onNotice, onDetail: onDetail)
    }
    trace = try TraceFile(configuration)
    let pipeline = Pipeline(tracedIn: trace)
    self.pipeline = pipeline
    pipeline.add(EndOfWaiting(interruption))
    lanes = plan.videos.enumerated().map { number, stream in
      VideoLane(
        number: number, stream: stream, outputDescription: descriptions[number],
        outputStream: outputs[stream.index] ?? 0,
        splice: splices[number], pipeline: pipeline)
    }
    // A group goes out when all of it has been looked at, and what is held back of those after it.
    if lanes.contains(where: { $0.splice != nil }) {
      muxer.wait(seconds: 2 * GroupLog.longestGroup)
    }
    for lane in lanes where lane.turns && !lane.stream.isStill {
      onNotice(Assembly.turningNotice(of: lane, in: container))
    }
    let tally = Tally(lanes: lanes.count)
    self.tally = tally
    report = try configuration.report.map { name in
      try Assembly.report(
        name, source: source, videos: plan.videos, configuration, pipeline: pipeline)
    }

    let record = configuration.verify ? FaceRecord() : nil
    if case .file(let file) = target, let record {
      let verification = Verification(
        source: source, output: .init(path: file.partialPath, name: file.path, isOwn: true),
        record: record, detectors: finding.detectors, configuration: configuration,
        interruption: interruption, trace: pipeline.trace)
      pipeline.add(verification)
      self.verification = verification
    } else {
      verification = nil
    }
    var sinks: [any FaceSink] = []
    if let report { sinks.append(report) }
    if let record { sinks.append(record) }

    let muxing = pipeline.makeQueue(
      of: MuxItem.self, named: "packets", maximumCount: 1024, maximumBytes: 64 << 20)
    let videos = try Assembly.decoders(for: lanes, configuration, isLive: isLive, input: input)
    let conversions =
      converters.isEmpty
      ? nil
      : pipeline.makeQueue(
        of: Packet.self, named: "conversions", maximumCount: 64, maximumBytes: 16 << 20)
    let copies = plan.copies.map { ($0.index, outputs[$0.index] ?? 0) }
    var reading = ReadingStage(
      demuxer: demuxer, videos: videos, copies: Dictionary(uniqueKeysWithValues: copies),
      extent: extent, conversions: conversions, muxing: muxing, tally: tally, onNotice: onNotice,
      trace: pipeline.trace)
    pipeline.addStage("read") {
      try AnonymizationError.reading(path: input) { try reading.run() }
    }
    if let conversions {
      let conversion = ConversionStage(
        converters: converters, outputs: outputs, packets: conversions, muxing: muxing,
        trace: pipeline.trace)
      pipeline.addStage("convert") {
        try AnonymizationError.reading(path: input) { try conversion.run() }
      }
    }
    for lane in lanes {
      finding.addStages(
        for: lane, to: pipeline, configuration: configuration, tally: tally, input: input,
        sinks: sinks)
      var selection = SelectionStage(
        lane: lane, container: container, settings: settings,
        threads: configuration.threads ?? 0, passesDamage: passesDamage, tally: tally,
        onDetail: onDetail, onRefusal: configuration.copyClean == .always ? onNotice : onDetail)
      pipeline.addStage("select \(lane.number)") {
        try AnonymizationError.reading(path: input) { try selection.run() }
      }
      var redaction = RedactionStage(
        lane: lane, style: configuration.redactionStyle, onDetail: onDetail)
      pipeline.addStage("redact \(lane.number)") {
        try AnonymizationError.examining(path: input) { try redaction.run() }
      }
      let encoding = EncodingStage(
        lane: lane, container: container, settings: settings,
        // What is cut short or passed over ends where it ends.
        endTime: passesDamage ? nil : lane.endTime(within: extent), muxing: muxing,
        tally: tally, onDetail: onDetail, onNotice: onNotice)
      pipeline.addStage("encode \(lane.number)") {
        try AnonymizationError.writing(path: output, from: input) { try encoding.run() }
      }
    }
    var writing = MuxingStage(
      muxer: muxer, muxing: muxing, isLive: isLive, undescribed: lanes.count,
      senders: lanes.count + (conversions == nil ? 1 : 2), trace: pipeline.trace)
    pipeline.addStage("write") {
      try AnonymizationError.writing(path: output, from: input) { try writing.run() }
    }
  }

  /// Opens an input for reading.
  ///
  /// - Throws: `AnonymizationError`.
  static func open(
    _ source: InputSource, _ configuration: Configuration, _ interruption: Interruption
  ) throws -> Demuxer {
    try AnonymizationError.reading(path: source.description) {
      let demuxer = try Demuxer(
        source: source, format: configuration.inputFormat,
        options: configuration.inputOptions.map(\.libav),
        passesDamage: configuration.damaged == .skip, interruption: interruption)
      try demuxer.lookAhead()
      return demuxer
    }
  }

  /// Opens the decoders of video streams, by input stream index.
  ///
  /// - Throws: `AnonymizationError`.
  static func decoders(
    for lanes: [VideoLane], _ configuration: Configuration, isLive: Bool, input: String
  ) throws -> [Int: ReadingStage.Video] {
    var videos: [Int: ReadingStage.Video] = [:]
    for lane in lanes {
      let decoder = try AnonymizationError.reading(path: input) {
        try Decoder(
          for: lane.stream, threads: configuration.threads ?? 0, isLive: isLive,
          passesDamage: configuration.damaged == .skip)
      }
      videos[lane.stream.index] = ReadingStage.Video(
        lane: lane, decoder: decoder, isLive: isLive)
    }
    return videos
  }

  /// Opens a report and writes its header.
  ///
  /// - Throws: `AnonymizationError`.
  static func report(
    _ name: String, source: InputSource, videos: [MediaStream], _ configuration: Configuration,
    pipeline: Pipeline
  ) throws -> FaceReportWriter {
    let header = try AnonymizationError.examining(path: source.description) {
      try ReportHeader(source: source, videos: videos, configuration: configuration)
    }
    let target = try TextTarget("report", name: name, replaces: configuration.overwrite)
    pipeline.add(target)
    return try FaceReportWriter(target: target, header: header)
  }

  // In the input's own order; by input stream index, which output stream each became.
  private static func add(
    _ streams: [MediaStream], plan: StreamPlan, encoded: [MediaStream],
    converted: [Int: (stream: EncodedStream, timeBase: Rational)], to muxer: Muxer
  ) throws -> [Int: Int] {
    var outputs: [Int: Int] = [:]
    for stream in streams {
      if let description = encoded.first(where: { $0.index == stream.index }) {
        outputs[stream.index] = try muxer.addEncoded(description)
      } else if plan.copies.contains(where: { $0.index == stream.index }) {
        outputs[stream.index] = try muxer.addCopy(of: stream)
      } else if let coding = converted[stream.index] {
        outputs[stream.index] = try muxer.addConverted(
          stream, as: coding.stream, timeBase: coding.timeBase)
      }
    }
    return outputs
  }

  /// How groups of pictures without a face are copied; `nil` where they are not.
  private static func splice(
    _ source: MediaStream, _ output: MediaStream, container: OutputContainer,
    settings: EncoderSettings, _ wish: Configuration.CleanGroups,
    onNotice: (String) -> Void, onDetail: (String) -> Void
  ) -> PictureSplice? {
    guard wish != .never, !source.isStill else { return nil }
    let reason: String
    if source.orientation != output.orientation {
      reason = "it is turned upright in its pixels"
    } else {
      do {
        return try PictureSplice(source: source, container: container, settings: settings)
      } catch {
        reason = error.message
      }
    }
    let tell = wish == .always ? onNotice : onDetail
    tell(SelectionStage.refusal(of: source, reason: reason))
    return nil
  }

  private static func turningNotice(of lane: VideoLane, in container: OutputContainer) -> String {
    let reason =
      lane.stream.isTurnedByItsPictures
      ? "only its coded pictures said that it is rotated"
      : "\(container.name) files cannot say that it is rotated"
    return "stream \(lane.stream.index) is turned upright in its pixels, since \(reason)"
  }

  /// Runs the stages, checks the output and publishes it.
  ///
  /// - Throws: `AnonymizationError`, or whatever a stage threw.
  func run(onProgress: @escaping @Sendable (Progress) -> Void) throws -> Outcome {
    let meter = ProgressMeter(streams: lanes.map(\.stream), tally: tally)
    meter.start(onProgress)
    defer { meter.stop() }
    try pipeline.run()
    let counts = tally.lanes
    for (lane, count) in zip(lanes, counts)
    where count.decoded != count.observed || count.decoded != count.encoded {
      throw AnonymizationError(
        .internalFault, path: source.description,
        "frames went missing in stream \(lane.stream.index): \(count.decoded) decoded, "
          + "\(count.observed) looked at, \(count.encoded) encoded")
    }
    for (lane, count) in zip(lanes, counts) where count.placed > 0 {
      onNotice(
        "\(counted(count.placed, "frame")) of stream \(lane.stream.index) came without a usable "
          + "time and got the next one")
    }
    let frames = Dictionary(
      uniqueKeysWithValues: zip(lanes, counts).map { ($0.outputStream, $1.encoded) })
    try report?.finish(ReportTotals(lanes: lanes, counts: counts))
    let done = meter.current()
    let verify = {
      if let verification = self.verification {
        meter.stop()
        let verdict = try verification.run(
          self.lanes.map(\.stream), end: self.end, began: meter.began, onProgress: onProgress)
        self.onDetail(verdict.summary)
      }
      // Like every failure, that to write it must leave no output.
      try self.trace?.publish()
    }
    try target.complete(
      frames: frames, decodingThreads: checkingThreads, verify: verify, report: report
    ) {
      try pipeline.checkCancellation()
    }
    let elapsed = meter.current().elapsed
    return Outcome(
      frames: done.frames, tracks: counts.reduce(0) { $0 + $1.tracks },
      framesWithFaces: counts.reduce(0) { $0 + $1.withFaces }, footageTime: done.footageTime,
      elapsed: elapsed)
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
    if job.configuration.metadata == .keep {
      onNotice("the texts of a still picture are left out: only footage keeps them")
    }
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

  private static func container(for output: String, format: String?) throws -> OutputContainer {
    let isPipe = OutputTarget.isPipe(output)
    if isPipe, format == nil {
      throw AnonymizationError(
        .usage, path: OutputTarget.pipeName, "has no name that decides the container",
        advice: "add --format, such as --format matroska")
    }
    do {
      let container = try OutputContainer(forFileName: output, format: format)
      guard container.canBePiped || !isPipe else {
        throw MediaError(.unencodable, "\(container.name) cannot be written down a pipe")
      }
      return container
    } catch let error as MediaError {
      throw AnonymizationError(
        .usage, path: isPipe ? OutputTarget.pipeName : output, error.message,
        advice: format == nil
          ? "end the name in .mp4, .mov, .mkv, .webm, .ts or .avi, or in .jpg, .png, .webp or .tif"
          : "name one such as mp4, mov, matroska, webm, mpegts or avi", cause: error.cause)
    }
  }

  /// The detectors of each video stream; the first of each pool's is made already, so that what is
  /// missing is missed before the work.
  ///
  /// - Parameter onDetail: told where each network came from.
  /// - Throws: `DetectionError`.
  static func detectors(
    for videos: [MediaStream], _ configuration: Configuration,
    onDetail: @escaping @Sendable (String) -> Void
  ) throws -> [DetectorPool] {
    let files = try DetectionFiles.located()
    let cache = NetworkCache.located()
    // The network is small: a second thread costs more processor time than it saves wall time,
    // and the encoder needs the other cores.
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let threads = min(configuration.threads ?? cores, max(1, cores / 4))
    // Below this the network answers everywhere.
    let trackedScore = max(configuration.trackingParameters.leastScore, 0.05)
    // What tracking passes over is still looked for in the output.
    let leastScore =
      configuration.verify ? min(trackedScore, VerificationStage.leastScore) : trackedScore
    return try videos.map { stream in
      let pool = DetectorPool { size in
        let detector = try CenterFaceDetector(
          inputSize: size, files: files, threads: threads, threshold: leastScore, cache: cache)
        onDetail("the network for \(size) pixels \(detector.networkOrigin)")
        return detector
      }
      let size = FrameGeometry(of: stream).uprightSize
      _ = try pool.detector(
        for: DetectionPass(longSide: DetectionPlan.leastLongSide, uprightSize: size).inputSize)
      return pool
    }
  }
}
