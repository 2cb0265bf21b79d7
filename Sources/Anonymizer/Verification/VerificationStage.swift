import FaceDetection
import FaceTracking
import Media

/// Compares the frames of one video stream with those of its anonymized copy.
struct VerificationStage {
  let original: VideoLane
  let output: VideoLane
  /// The faces that were to be covered.
  let faces: RecordedFaces
  let log: VerificationLog
  /// Told of each frame of the original that is done, by its time in seconds.
  let onFrame: @Sendable (Double) -> Void

  /// Detections of a lower score are no faces that were missed.
  static let leastScore: Float = 0.5
  /// Detections of a lower score have to be borne out by closer looks.
  static let settledScore: Float = 0.6
  /// What is shown of a face scores this in the original too.
  static let plausibleScore: Float = 0.35
  /// Seconds from one look at whole frames to the next.
  static let wholePeriod = 0.5
  /// Times that differ by so many seconds are the same in every container.
  static let leastTolerance = 0.001

  private let isChosen: [Bool]
  private let tolerance: Double
  private let scaleX: Double
  private let scaleY: Double
  private var finder: FaceFinder?
  // Of the original.
  private var plainFinder: FaceFinder?
  private let wholePasses: [DetectionPass]
  private let sampler = LumaSampler()
  private var luma = LumaGrid()
  private var cuts = SceneCutDetector()
  private var lastWholeLook = -Double.infinity
  private var looksCloser = false

  private var judge = DetailJudge()
  private let originalReader = LumaReader()
  private let outputReader: LumaReader
  private var originalLuma: LumaPicture
  private var outputLuma: LumaPicture

  private var runs: FindingRuns
  private var verdict = VerificationLog.Verdict()

  /// A stage for two lanes whose frames have one size once they are turned alike.
  ///
  /// - Parameter detectors: `nil` looks for no faces beside those that were to be covered.
  init(
    original: VideoLane, output: VideoLane, faces: RecordedFaces, detectors: DetectorPool?,
    log: VerificationLog, onFrame: @escaping @Sendable (Double) -> Void
  ) {
    self.original = original
    self.output = output
    self.faces = faces
    self.log = log
    self.onFrame = onFrame
    isChosen = LookSampling(faces).isChosen
    // A tick of the output, as long as it cannot be taken for the next frame.
    let rate = original.stream.frameRate?.value ?? 25
    tolerance =
      max(
        Self.leastTolerance, min(output.stream.timeBase.value, 0.45 / max(1, rate))) * 1.01
    let (before, after) = (original.geometry.uprightSize, output.geometry.uprightSize)
    scaleX = Double(before.width) / Double(max(1, after.width))
    scaleY = Double(before.height) / Double(max(1, after.height))
    finder = detectors.map { FaceFinder(geometry: output.geometry, detectors: $0) }
    plainFinder = detectors.map { FaceFinder(geometry: original.geometry, detectors: $0) }
    wholePasses = [480, 960].map { DetectionPass(longSide: $0, uprightSize: before) }
    outputReader = LumaReader(turnedBy: Self.turn(from: output, to: original))
    originalLuma = LumaPicture(size: original.geometry.codedSize)
    outputLuma = originalLuma
    runs = FindingRuns(stream: original.stream.index)
  }

  /// Whether the frames of two lanes have one size once they are turned alike.
  static func canCompare(_ original: VideoLane, _ output: VideoLane) -> Bool {
    turn(from: output, to: original).upright(output.geometry.codedSize)
      == original.geometry.codedSize
  }

  /// What brings the coded picture of one lane into the position of the other's.
  private static func turn(from one: VideoLane, to other: VideoLane) -> Orientation {
    one.geometry.orientation.followed(by: other.geometry.orientation.inverse)
  }

  /// Compares all frames, paired by their times after the first one.
  ///
  /// - Throws: `AnonymizationError.Code.internalFault` where the original has other frames than when
  ///   its faces were found; whatever the scaler or a detector throws.
  mutating func run() throws {
    let (originalTick, outputTick) = (original.stream.timeBase.value, output.stream.timeBase.value)
    var pending = try output.decoded.receive()
    var firstTime: Int64?
    var firstOutputTime: Int64?
    var outputTime = Double.infinity
    var outputFrame = 0
    func note(_ time: Int64?) {
      guard let time else {
        outputTime = .infinity
        return
      }
      firstOutputTime = firstOutputTime ?? time
      outputTime = Double(time - (firstOutputTime ?? time)) * outputTick
    }
    note(Self.time(of: pending))
    var frame = 0
    while let before = try original.decoded.receive() {
      firstTime = firstTime ?? before.time
      try check(frame, at: Double(before.time) * originalTick)
      let time = Double(before.time - (firstTime ?? before.time)) * originalTick
      while outputTime < time - tolerance {
        runs.add(.extraFrames, frame: outputFrame, time: outputTime)
        outputFrame += 1
        pending = try output.decoded.receive()
        note(Self.time(of: pending))
      }
      if outputTime <= time + tolerance, let after = pending.take() {
        try compare(before, after, frame: frame, time: time)
        outputFrame += 1
        pending = try output.decoded.receive()
        note(Self.time(of: pending))
      } else {
        runs.add(.missingFrames, frame: frame, time: time)
      }
      frame += 1
      onFrame(Double(before.time) * originalTick)
    }
    while outputTime < .infinity {
      runs.add(.extraFrames, frame: outputFrame, time: outputTime)
      outputFrame += 1
      pending = try output.decoded.receive()
      note(Self.time(of: pending))
    }
    guard frame == faces.frameCount else { throw Self.changed }
    verdict.frames = frame
    verdict.findings = runs.findings
    log.add(verdict)
  }

  private static func time(of frame: borrowing DecodedFrame?) -> Int64? {
    switch frame {
    case .some(let frame): frame.time
    case .none: nil
    }
  }

  private func check(_ frame: Int, at time: Double) throws {
    guard frame < faces.frameCount, faces.times[frame] == time else { throw Self.changed }
  }

  private static var changed: AnonymizationError {
    AnonymizationError(
      .internalFault, "the input has other frames when it is read a second time",
      advice: "run it again when nothing writes to it")
  }

  // MARK: Frames

  private mutating func compare(
    _ before: borrowing DecodedFrame, _ after: borrowing DecodedFrame, frame: Int, time: Double
  ) throws {
    var covers = faces.indices(inFrame: frame).map { entry in
      (box: faces.entries[entry].box, trackID: Optional(faces.entries[entry].trackID))
    }
    // Damaged frames are covered whole.
    let isDamaged = before.frame.isDamaged
    if isDamaged {
      let size = original.geometry.uprightSize
      let whole = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
      covers = [(whole, nil)]
    }
    let found =
      isDamaged
      ? []
      : try look(
        at: after.frame, of: before.frame, number: frame, time: time)
    guard !covers.isEmpty || !found.isEmpty else { return }
    try originalReader.read(before.frame, into: &originalLuma)
    try outputReader.read(after.frame, into: &outputLuma)
    var shown: [Box] = []
    for cover in covers {
      verdict.judgedFaces += 1
      guard isShown(cover.box) else { continue }
      shown.append(cover.box)
      runs.add(
        .shownFace, frame: frame, time: time, box: cover.box, trackID: cover.trackID)
    }
    for box in found where isShown(box) {
      // One that is known is not missed.
      guard !shown.contains(where: { $0.intersectionOverUnion(box) >= Self.sameFaceOverlap })
      else { continue }
      shown.append(box)
      runs.add(.missedFace, frame: frame, time: time, box: box)
    }
  }

  /// Boxes that share this much in one frame are of the same face.
  private static let sameFaceOverlap = 0.3

  private mutating func isShown(_ box: Box) -> Bool {
    judge.isShown(original.geometry.coded(box), in: originalLuma, by: outputLuma)
  }

  /// What a detector sees in a frame of the output and can see in the original, too, in pixels of
  /// the original's upright frame.
  private mutating func look(
    at frame: borrowing Frame, of original: borrowing Frame, number: Int, time: Double
  ) throws -> [Box] {
    guard finder != nil else { return [] }
    var passes: [DetectionPass] = []
    try sampler.sample(frame, into: &luma)
    let startsScene = cuts.change(to: luma) == .cut
    if startsScene || time - lastWholeLook + tolerance >= Self.wholePeriod {
      lastWholeLook = time
      passes = wholePasses
    }
    for entry in faces.indices(inFrame: number) where isChosen[entry] {
      looksCloser.toggle()
      passes.append(
        pass(around: faces.entries[entry].box, reach: Self.reaches[looksCloser ? 0 : 1]))
    }
    var boxes: [Box] = []
    for pass in passes {
      verdict.looks += 1
      let look = shown(pass)
      for face in try finder?.faces(in: frame, by: look) ?? []
      where face.score >= Self.leastScore {
        let box = face.box.scaled(x: scaleX, y: scaleY)
        let closer = Self.reaches.map { self.pass(around: box, reach: $0) }
        let others = face.score >= Self.settledScore ? [pass] + closer : closer
        if try isSeen(box, in: original, by: others) { boxes.append(box) }
      }
    }
    return boxes
  }

  /// How many times a face's longer side close looks show.
  private static let reaches = [2.5, 4]

  /// A close look at a box, in pixels of the original's upright frame as every pass here.
  private func pass(around box: Box, reach: Double) -> DetectionPass {
    let look = SecondLook(framesAgo: 0, box: box, reach: reach, quarterTurns: 0)
    return DetectionPass(
      inputSize: DetectionPlan.square, region: look.region(in: original.geometry.uprightSize))
  }

  /// The same look at the output.
  private func shown(_ pass: DetectionPass) -> DetectionPass {
    var pass = pass
    pass.region = pass.region?.scaled(x: 1 / scaleX, y: 1 / scaleY)
    return pass
  }

  /// Whether one of some looks sees a face in the original: beside covers, a detector finds faces
  /// in what is none, and much resembles one at one scale only.
  private mutating func isSeen(
    _ box: Box, in original: borrowing Frame, by passes: [DetectionPass]
  ) throws -> Bool {
    for pass in passes {
      verdict.looks += 1
      let isSeen = try plainFinder?.faces(in: original, by: pass).contains {
        $0.score >= Self.plausibleScore
          && $0.box.intersectionOverUnion(box) >= Self.sameFaceOverlap
      }
      if isSeen == true { return true }
    }
    return false
  }
}
