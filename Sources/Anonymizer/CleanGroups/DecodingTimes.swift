import Media
import Pipeline

/// Gives newly coded packets the decoding times of those whose places they take.
///
/// An encoder may order pictures otherwise than the source, so that the source's time would come
/// after the picture is shown: such times are drawn forward, which needs packets to be held back.
struct DecodingTimes: ~Copyable {
  private var packets = FIFO<Packet>()
  private var bounds: [Int64] = []
  private var latest: Int64?

  /// Packets that are held back: more than an encoder reorders.
  static let depth = 8

  /// Takes a packet in decoding order.
  ///
  /// - Parameters:
  ///   - time: when the source's packet of its place was due, in ticks; `nil` where there was none.
  ///   - duration: how long it lasts; `nil` leaves that as it is.
  mutating func add(_ packet: consuming Packet, time: Int64?, duration: Int64?) {
    let shown = packet.presentationTime ?? 0
    bounds.append(min(time ?? shown, shown))
    for place in bounds.indices.dropLast().reversed() where bounds[place] >= bounds[place + 1] {
      bounds[place] = bounds[place + 1] - 1
    }
    if let duration { packet.retime(decodingTime: shown, duration: duration) }
    packets.append(packet)
  }

  /// Takes out the oldest packet; `nil` where it is to wait for others, or there is none.
  ///
  /// - Parameter isEnd: whether none is to come that could be shown before its time.
  /// - Throws: `MediaError.Code.unencodable` where there is no moment left for it.
  mutating func next(isEnd: Bool) throws(MediaError) -> Packet? {
    guard isEnd || bounds.count > Self.depth, let packet = packets.removeFirst() else { return nil }
    let time = max(bounds.removeFirst(), latest.map { $0 + 1 } ?? .min)
    guard time <= packet.presentationTime ?? time else {
      throw MediaError(
        .unencodable,
        "its times leave no room for newly coded pictures between copied ones: "
          + "add --copy-clean never")
    }
    latest = time
    packet.retime(decodingTime: time, duration: packet.duration)
    return packet
  }

  /// Notes a packet that goes in between with a time of its own.
  mutating func pass(_ time: Int64?) { latest = time ?? latest }
}
