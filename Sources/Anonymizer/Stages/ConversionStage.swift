import Media
import Pipeline

/// Converts the packets of streams that the output's container cannot hold as they are.
struct ConversionStage {
  /// By input stream index.
  let converters: [Int: any StreamConverter]
  /// Output stream index by input stream index.
  let outputs: [Int: Int]
  let packets: BoundedQueue<Packet>
  let muxing: BoundedQueue<MuxItem>
  /// Where its work is recorded.
  let trace: Trace?

  /// Converts all packets; those of streams without a converter are passed over.
  func run() throws {
    while let packet = try packets.receive() {
      let index = packet.streamIndex
      let work = trace?.begin("convert", ["stream": .count(index)])
      try converters[index]?.convert(packet) { try send($0, ofStream: index) }
      work?.end()
    }
    for (index, converter) in converters {
      try converter.finish { try send($0, ofStream: index) }
    }
    try muxing.send(.end)
  }

  private func send(_ packet: consuming Packet, ofStream index: Int) throws {
    guard let output = outputs[index] else { return }
    let bytes = packet.byteCount
    try muxing.send(.packet(packet, stream: output), bytes: bytes)
  }
}
