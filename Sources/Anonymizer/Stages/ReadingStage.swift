import Media
import Pipeline

/// Demuxes the input, decodes its video and passes on the packets of streams that are copied.
struct ReadingStage {
  /// A video stream with its decoder.
  struct Video {
    let lane: VideoLane
    let decoder: Decoder
    var clock: PresentationClock
    var format: PixelFormat?

    init(lane: VideoLane, decoder: Decoder) {
      self.lane = lane
      self.decoder = decoder
      let rate = lane.stream.frameRate ?? Rational(25, 1)
      clock = PresentationClock(
        nominalDuration: rate.inverse.rescale(1, to: lane.stream.timeBase))
    }
  }

  let demuxer: Demuxer
  /// Video streams by input stream index.
  var videos: [Int: Video]
  /// Output stream index by input stream index.
  let copies: [Int: Int]
  let muxing: BoundedQueue<MuxItem>
  let tally: Tally

  /// Reads the whole input.
  ///
  /// - Throws: `MediaError.Code.damaged` where anything is missing or a picture does not fit.
  mutating func run() throws {
    while let packet = try demuxer.read() {
      let index = packet.streamIndex
      if let output = copies[index] {
        let bytes = packet.byteCount
        try muxing.send(.packet(packet, stream: output), bytes: bytes)
      } else if videos[index] != nil {
        let decoder = videos[index]?.decoder
        try decoder?.decode(packet) { frame in try take(frame, ofStream: index) }
      }
    }
    for index in videos.keys.sorted() {
      let decoder = videos[index]?.decoder
      try decoder?.finish { frame in try take(frame, ofStream: index) }
      guard videos[index]?.format != nil else {
        throw MediaError(.damaged, "has no picture in its video stream \(index)")
      }
      videos[index]?.lane.decoded.finish()
    }
    try muxing.send(.end)
  }

  private mutating func take(_ frame: consuming Frame, ofStream index: Int) throws {
    guard var video = videos[index] else { return }
    let lane = video.lane
    let format = frame.format
    guard frame.size == lane.geometry.codedSize, video.format == nil || video.format == format
    else {
      throw MediaError(
        .damaged,
        "changes its picture in mid-stream from \(lane.geometry.codedSize) "
          + "\(video.format ?? format) to \(frame.size) \(format), which is not supported")
    }
    // A still picture's file has been looked at more closely than decoders do.
    if let orientation = frame.orientation, orientation != lane.geometry.orientation,
      !lane.stream.isStill
    {
      throw MediaError(
        .unsupported, "changes its rotation in mid-stream, which is not supported")
    }
    video.format = format
    let duration = frame.duration
    let time = try video.clock.time(announced: frame.presentationTime, duration: duration)
    videos[index] = video
    let placed = video.clock.placedFrames
    tally.update(lane.number) {
      $0.decoded += 1
      $0.placed = placed
    }
    let bytes = frame.byteCount
    try lane.decoded.send(
      DecodedFrame(frame: frame, time: time, duration: duration), bytes: bytes)
  }
}
