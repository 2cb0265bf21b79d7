import Media

/// Gives the frames of one video stream the faces that a report has for them, in place of detection
/// and tracking.
struct ReportedFacesStage {
  let lane: VideoLane
  var cursor: ReportCursor
  let tally: Tally
  /// Told of the faces of every frame.
  var sinks: [any FaceSink] = []

  /// Passes every frame on with its faces.
  ///
  /// - Throws: `AnonymizationError.Code.damagedInput` where the report is about other footage.
  mutating func run() throws {
    var frame = 0
    while let decoded = try lane.decoded.receive() {
      let faces = try cursor.advance(to: decoded.time)
      tally.update(lane.number) {
        $0.observed += 1
        if !faces.isEmpty { $0.withFaces += 1 }
      }
      let told = FrameFaces(
        stream: lane.stream.index, frame: frame, ticks: decoded.time,
        time: Double(decoded.time) * lane.stream.timeBase.value, faces: faces)
      for sink in sinks { try sink.take(told) }
      frame += 1
      let bytes = decoded.frame.byteCount
      try lane.settled.send(SettledFrame(decoded: decoded, faces: faces), bytes: bytes)
    }
    try cursor.finish()
    tally.update(lane.number) { $0.tracks = cursor.trackCount }
    lane.settled.finish()
  }
}
