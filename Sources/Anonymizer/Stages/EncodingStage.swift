import Media
import Pipeline

/// Encodes the covered frames of one video stream, turned upright where that is due.
struct EncodingStage {
  let lane: VideoLane
  let container: OutputContainer
  let settings: EncoderSettings
  let muxing: BoundedQueue<MuxItem>
  let tally: Tally
  /// Told of the encoder that has been chosen.
  let onDetail: @Sendable (String) -> Void
  /// Told of what the output cannot hold.
  let onNotice: @Sendable (String) -> Void

  /// Encodes the whole stream; the encoder is opened for the first frame.
  func run() throws {
    var opened: (any FrameEncoder)?
    let turner = FrameTurner(orientation: lane.turns ? lane.geometry.orientation : .upright)
    while let redacted = try lane.redacted.receive() {
      let (time, duration) = (redacted.time, redacted.duration)
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
    try opened?.finish(into: send)
    try muxing.send(.end)
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
