import Media
import Pipeline

/// Writes the packets of all streams into the output.
struct MuxingStage {
  let muxer: Muxer
  let muxing: BoundedQueue<MuxItem>
  /// Whether packets are written as soon as they come.
  let isLive: Bool
  /// Encoders that have yet to say what their packets are like.
  var undescribed: Int
  /// Stages that send to this one: the reader, the converter if there is one, and one encoder per
  /// video stream.
  var senders: Int
  /// Where its work is recorded.
  let trace: Trace?

  /// Bytes of copied packets that may wait for the first picture of a video stream.
  static let waitingBytes = 256 << 20

  /// Writes everything up to and with the trailer.
  mutating func run() throws {
    var waiting = FIFO<MuxItem>()
    var waitingBytes = 0
    while senders > 0, let item = try muxing.receive() {
      switch consume item {
      case .described(let coding, let stream):
        try muxer.describe(stream, as: coding)
        undescribed -= 1
        guard undescribed == 0 else { continue }
        try muxer.writeHeader(live: isLive)
        while let held = waiting.removeFirst() {
          if case .packet(let packet, let stream) = consume held {
            try write(packet, to: stream)
          }
        }
      case .packet(let packet, let stream):
        if undescribed == 0 {
          try write(packet, to: stream)
          continue
        }
        waitingBytes += packet.byteCount
        guard waitingBytes <= Self.waitingBytes else {
          throw MediaError(.damaged, "has a video stream without a picture at its beginning")
        }
        waiting.append(.packet(packet, stream: stream))
      case .end:
        senders -= 1
      }
    }
    let work = trace?.begin("finish the file")
    try muxer.finish()
    work?.end()
  }

  private func write(_ packet: consuming Packet, to stream: Int) throws {
    let work = trace?.begin("write", ["stream": .count(stream)])
    defer { work?.end() }
    try muxer.write(packet, to: stream)
  }
}
