import FaceDetection
import FaceTracking
import Media

/// Looks for faces in every frame of one video stream.
struct DetectionStage {
  /// A detector with what makes its pictures.
  struct Eye {
    let detector: any FaceDetector
    let scaler: Scaler
    var picture: RGBPicture

    init(detector: any FaceDetector, geometry: FrameGeometry) {
      self.detector = detector
      scaler = Scaler(pictureSize: detector.inputSize, orientation: geometry.orientation)
      picture = RGBPicture(size: detector.inputSize)
    }
  }

  let lane: VideoLane
  /// Detectors of different input sizes, which take turns: each sees faces that the others miss.
  var eyes: [Eye]
  let tally: Tally
  private var cuts = SceneCutDetector()
  private var isFirst = true

  init(lane: VideoLane, detectors: [any FaceDetector], tally: Tally) {
    self.lane = lane
    eyes = detectors.map { Eye(detector: $0, geometry: lane.geometry) }
    self.tally = tally
  }

  /// Looks at the frames and passes every one on with what was seen.
  ///
  /// - Throws: whatever the scaler or the detector throws: where the look failed, nothing goes on.
  mutating func run() throws {
    let timeBase = lane.stream.timeBase
    var turns = DetectionTurns(
      detectors: eyes.count, frameRate: lane.stream.frameRate?.value ?? 0)
    while let decoded = try lane.decoded.receive() {
      let observation = try observe(
        decoded.frame, at: Double(decoded.time) * timeBase.value, turn: turns.take())
      tally.update(lane.number) { $0.observed += 1 }
      let bytes = decoded.frame.byteCount
      try lane.observed.send(
        ObservedFrame(decoded: decoded, observation: observation), bytes: bytes)
    }
    lane.observed.finish()
  }

  private mutating func observe(
    _ frame: borrowing Frame, at time: Double, turn: Int?
  ) throws -> FrameObservation {
    // The tracker covers the faces around it as well, as far as it can tell.
    guard !frame.isDamaged else {
      return FrameObservation(time: time, isExamined: false, startsScene: false)
    }
    let eye = turn ?? 0
    try eyes[eye].scaler.scale(frame, into: &eyes[eye].picture)
    let picture = eyes[eye].picture
    let startsScene = cuts.isCut(picture)
    // A scene's first frame has no neighbours before it to be filled from.
    guard turn != nil || startsScene else {
      return FrameObservation(time: time, isExamined: false, startsScene: false)
    }
    var faces = try self.faces(seenBy: eye)
    if isFirst {
      // It may be the only one, of a still picture: what one detector misses, no neighbour fills in.
      for other in eyes.indices where other != eye {
        try eyes[other].scaler.scale(frame, into: &eyes[other].picture)
        faces += try self.faces(seenBy: other)
      }
      faces = NonMaximumSuppression()(faces)
    }
    isFirst = false
    return FrameObservation(time: time, faces: faces, startsScene: startsScene)
  }

  /// What a detector sees in its picture, in pixels of the upright frame.
  private func faces(seenBy eye: Int) throws -> [Face] {
    let picture = eyes[eye].picture
    let upright = lane.geometry.uprightSize
    let scaleX = Double(upright.width) / Double(picture.size.width)
    let scaleY = Double(upright.height) / Double(picture.size.height)
    return try eyes[eye].detector.faces(in: picture).map { $0.scaled(x: scaleX, y: scaleY) }
  }
}
