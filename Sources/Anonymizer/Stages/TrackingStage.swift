import FaceDetection
import FaceTracking
import Media
import Pipeline

/// Holds frames back until their faces are settled by what comes after them.
struct TrackingStage {
  let lane: VideoLane
  let parameters: TrackingParameters
  /// Takes the tracker's second looks.
  var finder: TracedFinder
  let tally: Tally
  /// Told of the faces of every frame, and of tracks that are over.
  var sinks: [any FaceSink] = []

  /// Bytes of frames that may be held back, beyond which the look-ahead gets shorter.
  static let heldBytes = 384 << 20

  /// Tracks faces through the whole stream.
  mutating func run() throws {
    var tracker: FaceTracker?
    var held = FIFO<DecodedFrame>()
    var frame = 0
    while let observed = try lane.observed.receive() {
      if tracker == nil {
        var parameters = parameters
        // Time bounds the look-ahead; frames do only where they are so large that memory does.
        parameters.maximumHeldFrames = min(
          4096, max(4, Self.heldBytes / max(1, observed.decoded.frame.byteCount)))
        tracker = FaceTracker(size: lane.geometry.uprightSize, parameters: parameters)
      }
      let observation = observed.observation
      held.append(observed.intoDecoded())
      let work = lane.trace?.begin("track", ["time": .number(observation.time)])
      let settled =
        parameters.secondLooks == 0
        ? tracker?.add(observation)
        : try tracker?.add(observation) { try faces(at: $0, in: held) }
      work?.end()
      try pass(settled ?? [], from: &held, frame: &frame)
      try tell(of: tracker?.endedTracks ?? [])
    }
    try pass(tracker?.finish() ?? [], from: &held, frame: &frame)
    try tell(of: tracker?.endedTracks ?? [])
    precondition(held.isEmpty, "the tracker settled fewer frames than it was given")
    tally.update(lane.number) { $0.tracks = tracker?.confirmedTrackCount ?? 0 }
    lane.settled.finish()
  }

  /// What a second look sees; nothing in frames that are damaged and covered as a whole.
  private mutating func faces(
    at look: SecondLook, in held: borrowing FIFO<DecodedFrame>
  ) throws -> [Face] {
    let pass = DetectionPass(
      inputSize: DetectionPlan.square, region: look.region(in: lane.geometry.uprightSize),
      quarterTurns: look.quarterTurns)
    return try held.withElement(ago: look.framesAgo) { decoded in
      let work = lane.trace?.begin("second look", ["time": lane.seconds(decoded.time)])
      defer { work?.end() }
      return try decoded.frame.isDamaged ? [] : finder.faces(in: decoded.frame, by: pass)
    } ?? []
  }

  private func tell(of tracks: [TrackSummary]) throws {
    for track in tracks {
      for sink in sinks { try sink.take(track, ofStream: lane.stream.index) }
    }
  }

  private func pass(
    _ settled: [[TrackedFace]], from held: inout FIFO<DecodedFrame>, frame: inout Int
  ) throws {
    for faces in settled {
      guard let decoded = held.removeFirst() else {
        preconditionFailure("the tracker settled more frames than it was given")
      }
      if !sinks.isEmpty {
        let settled = FrameFaces(
          stream: lane.stream.index, frame: frame, ticks: decoded.time,
          time: Double(decoded.time) * lane.stream.timeBase.value, faces: faces)
        for sink in sinks { try sink.take(settled) }
      }
      frame += 1
      if !faces.isEmpty { tally.update(lane.number) { $0.withFaces += 1 } }
      let bytes = decoded.frame.byteCount
      try lane.settled.send(SettledFrame(decoded: decoded, faces: faces), bytes: bytes)
    }
  }
}
