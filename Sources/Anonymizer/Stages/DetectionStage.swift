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

  init(lane: VideoLane, detectors: [any FaceDetector], tally: Tally) {
    self.lane = lane
    eyes = detectors.map { Eye(detector: $0, geometry: lane.geometry) }
    self.tally = tally
  }

  /// Examines every frame and passes it on with what was seen.
  ///
  /// - Throws: whatever the scaler or the detector throws: a frame that was not looked at never goes
  ///   on.
  mutating func run() throws {
    let timeBase = lane.stream.timeBase
    var turn = 0
    while let decoded = try lane.decoded.receive() {
      let observation = try observe(
        decoded.frame, at: Double(decoded.time) * timeBase.value, eye: turn)
      turn = (turn + 1) % eyes.count
      tally.update(lane.number) { $0.examined += 1 }
      let bytes = decoded.frame.byteCount
      try lane.observed.send(
        ObservedFrame(decoded: decoded, observation: observation), bytes: bytes)
    }
    lane.observed.finish()
  }

  private mutating func observe(
    _ frame: borrowing Frame, at time: Double, eye: Int
  ) throws -> FrameObservation {
    try eyes[eye].scaler.scale(frame, into: &eyes[eye].picture)
    let picture = eyes[eye].picture
    let upright = lane.geometry.uprightSize
    let scaleX = Double(upright.width) / Double(picture.size.width)
    let scaleY = Double(upright.height) / Double(picture.size.height)
    let faces = try eyes[eye].detector.faces(in: picture).map { $0.scaled(x: scaleX, y: scaleY) }
    return FrameObservation(
      time: time, faces: faces, isExamined: true, startsScene: cuts.isCut(picture))
  }
}
