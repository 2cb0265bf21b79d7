import Dispatch
import Media
import Pipeline

/// Demuxes the input, decodes its video and passes on the packets of the other streams.
struct ReadingStage {
  /// A video stream with its decoder.
  struct Video {
    let lane: VideoLane
    let decoder: Decoder
    var clock: PresentationClock
    var format: PixelFormat?
    var watch: LiveWatch?
    var damage = DamageSummary()
    var wasDamaged = false

    init(lane: VideoLane, decoder: Decoder, isLive: Bool) {
      self.lane = lane
      watch = isLive ? LiveWatch() : nil
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
  /// Where the footage is taken to end; `nil` where its own end is meant.
  var extent: FootageExtent?
  /// Takes the packets of all streams beside these; `nil` where none are wanted.
  let conversions: BoundedQueue<Packet>?
  /// Takes what is copied; `nil` where nothing is written.
  let muxing: BoundedQueue<MuxItem>?
  let tally: Tally
  /// Told of what is lost of a live source.
  let onNotice: @Sendable (String) -> Void
  /// Where its work is recorded.
  let trace: Trace?

  /// Reads the whole input, or as much of it as is wanted.
  ///
  /// - Throws: `MediaError.Code.damaged` where anything is missing or a picture does not fit.
  mutating func run() throws {
    while extent?.isExhausted != true, let packet = try read() {
      let index = packet.streamIndex
      let isWanted = note(packet)
      if let output = copies[index] {
        guard isWanted else { continue }
        let bytes = packet.byteCount
        try muxing?.send(.packet(packet, stream: output), bytes: bytes)
      } else if videos[index] != nil {
        try videos[index]?.lane.groups?.note(packet)
        let decoder = videos[index]?.decoder
        let work = beginDecoding(packet)
        try decoder?.decode(packet) { frame in try take(frame, ofStream: index) }
        work?.end()
      } else if let conversions {
        guard isWanted else { continue }
        let bytes = packet.byteCount
        try conversions.send(packet, bytes: bytes)
      }
    }
    conversions?.finish()
    for index in videos.keys.sorted() {
      // What was on its way when the source was left says nothing of its pace.
      let missed = videos[index]?.watch?.missedFrames ?? 0
      videos[index]?.watch = nil
      let decoder = videos[index]?.decoder
      let work = trace?.begin("flush the decoder")
      try decoder?.finish { frame in try take(frame, ofStream: index) }
      work?.end()
      guard videos[index]?.format != nil else {
        throw MediaError(.damaged, "has no picture in its video stream \(index)")
      }
      report(damageOf: index)
      videos[index]?.lane.groups?.finish()
      videos[index]?.lane.decoded.finish()
      if missed > 0 {
        onNotice("the source left out about \(counted(missed, "frame")) of stream \(index)")
      }
    }
    for damage in demuxer.damage.prefix(Self.mostDamage) {
      onNotice("the input \(damage.message)\(damage.cause.map { " (\($0))" } ?? "")")
    }
    if demuxer.damage.count > Self.mostDamage {
      onNotice("the input is damaged in \(demuxer.damage.count - Self.mostDamage) more places")
    }
    try muxing?.send(.end)
  }

  private func read() throws -> Packet? {
    let work = trace?.begin("read")
    defer { work?.end() }
    return try demuxer.read()
  }

  private func beginDecoding(_ packet: borrowing Packet) -> Trace.Span? {
    guard let trace, let lane = videos[packet.streamIndex]?.lane else { return nil }
    return trace.begin("decode", ["time": lane.seconds(packet.presentationTime)])
  }

  /// Findings of the demuxer that are told one by one.
  private static let mostDamage = 5

  private func report(damageOf index: Int) {
    guard let video = videos[index] else { return }
    if video.damage.frames > 0 {
      onNotice(
        "\(counted(video.damage.frames, "frame")) of stream \(index) damaged and covered whole: "
          + video.damage.places)
    }
    if video.decoder.lostPackets > 0 {
      onNotice(
        "\(counted(video.decoder.lostPackets, "packet")) of stream \(index) could not be decoded")
    }
  }

  /// Notes how far a stream has been read; false where the packet lies beyond what is wanted.
  private mutating func note(_ packet: borrowing Packet) -> Bool {
    let tick = demuxer.streams[packet.streamIndex].timeBase.value
    if let time = packet.decodingTime ?? packet.presentationTime {
      extent?.reach(Double(time) * tick, inStream: packet.streamIndex)
    }
    guard let time = packet.presentationTime ?? packet.decodingTime else { return true }
    return extent?.contains(Double(time) * tick) != false
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
    let seconds = Double(time) * lane.stream.timeBase.value
    if let warning = video.watch?.note(time: seconds, clock: Self.clock) { onNotice(warning) }
    if frame.isDamaged { video.damage.add(seconds, follows: video.wasDamaged) }
    video.wasDamaged = frame.isDamaged
    videos[index] = video
    guard extent?.contains(seconds) != false else { return }
    let placed = video.clock.placedFrames
    tally.update(lane.number) {
      $0.decoded += 1
      $0.placed = placed
    }
    let bytes = frame.byteCount
    try lane.decoded.send(
      DecodedFrame(frame: frame, time: time, duration: duration), bytes: bytes)
  }

  private static var clock: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}

/// A number with what it counts, such as `1 frame` or `2 frames`.
func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
