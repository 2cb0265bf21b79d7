import Media
import Pipeline

/// Encodes the covered frames of one video stream, turned upright where that is due.
struct EncodingStage {
  let lane: VideoLane
  let container: OutputContainer
  let settings: EncoderSettings
  /// When the last frame ceases to be shown, in ticks; `nil` where that is not known.
  let endTime: Int64?
  let muxing: BoundedQueue<MuxItem>
  let tally: Tally
  private let turner: FrameTurner
  /// Told of the encoder that has been chosen.
  let onDetail: @Sendable (String) -> Void
  /// Told of what the output cannot hold.
  let onNotice: @Sendable (String) -> Void

  init(
    lane: VideoLane, container: OutputContainer, settings: EncoderSettings, endTime: Int64?,
    muxing: BoundedQueue<MuxItem>, tally: Tally, onDetail: @escaping @Sendable (String) -> Void,
    onNotice: @escaping @Sendable (String) -> Void
  ) {
    self.lane = lane
    self.container = container
    self.settings = settings
    self.endTime = endTime
    self.muxing = muxing
    self.tally = tally
    turner = FrameTurner(orientation: lane.turns ? lane.geometry.orientation : .upright)
    self.onDetail = onDetail
    self.onNotice = onNotice
  }

  /// Encodes the whole stream; the encoder is opened for the first frame.
  ///
  /// Each frame waits for the next one, whose time says how long it is shown. A live source's
  /// don't: they would be late.
  func run() throws {
    var encoder: (any FrameEncoder)?
    var waiting: DecodedFrame?
    while let redacted = try lane.redacted.receive() {
      let time = redacted.time
      if let previous = waiting.take() {
        let duration = time - previous.time
        try encode(previous, duration: duration, with: &encoder)
      }
      waiting = consume redacted
      if settings.isLive, let present = waiting.take() {
        let duration = present.duration
        try encode(present, duration: duration, with: &encoder)
      }
    }
    if let last = waiting.take() {
      let duration = restOfFootage(from: last.time) ?? last.duration
      try encode(last, duration: duration, with: &encoder)
    }
    let work = lane.trace?.begin("flush the encoder")
    try encoder?.finish(into: send)
    work?.end()
    try muxing.send(.end)
  }

  // The longest time for which a last frame is believed to be shown: some headers claim days.
  private static let longestRest = 600.0

  private func restOfFootage(from time: Int64) -> Int64? {
    guard let end = endTime, end > time,
      Double(end - time) * lane.stream.timeBase.value <= Self.longestRest
    else { return nil }
    return end - time
  }

  private func encode(
    _ redacted: consuming DecodedFrame, duration: Int64, with opened: inout (any FrameEncoder)?
  ) throws {
    let time = redacted.time
    let work = lane.trace?.begin("encode", ["time": lane.seconds(time)])
    defer { work?.end() }
    let frame = try turner.turn(redacted.intoFrame())
    let encoder = try opened ?? open(like: frame)
    opened = encoder
    if time < 0, container.isQuickTimeFamily {
      throw MediaError(
        .unencodable,
        "the footage begins before time zero, which \(container.name) files cannot show")
    }
    try encoder.encode(frame, time: time, duration: duration, into: send)
    let footageTime = Double(time) * lane.stream.timeBase.value
    tally.update(lane.number) {
      $0.encoded += 1
      $0.footageTime = footageTime
    }
  }

  private func open(like frame: borrowing Frame) throws -> any FrameEncoder {
    let encoder = try container.openEncoder(
      like: frame, source: lane.outputDescription, settings: settings)
    // What takes an alpha channel's place in pictures of four inks is none.
    if container.isOpaqueStill, !lane.stream.isMixedFromInks, !frame.isOpaque {
      onNotice(
        "the transparency is left out: \(container.name.uppercased()) files cannot hold it")
    }
    onDetail("stream \(lane.stream.index): \(lane.stream.codecName) to \(encoder.name)")
    try muxing.send(.described(encoder.describe(), stream: lane.outputStream))
    return encoder
  }

  private func send(_ packet: consuming Packet) throws {
    let bytes = packet.byteCount
    try muxing.send(.packet(packet, stream: lane.outputStream), bytes: bytes)
  }
}
