/// From when to when a stream's packets are shown, and are due for decoding.
///
/// MP4 tells the length of a track by the decoding times: where pictures are reordered the packet
/// that comes last is not the one that is shown last, and must stand for it.
struct PacketSpan {
  private var shown: (start: Int64, end: Int64)?
  private var decoded: (first: Int64, last: Int64)?

  /// Notes a packet; packets come in decoding order.
  mutating func add(_ packet: (presentation: Int64, decoding: Int64, duration: Int64)) {
    let end = packet.presentation + packet.duration
    shown =
      shown.map { (min($0.start, packet.presentation), max($0.end, end)) }
      ?? (packet.presentation, end)
    decoded = (decoded?.first ?? packet.decoding, packet.decoding)
  }

  /// The duration in ticks that makes decoding last as long as showing; `nil` where nothing does.
  var durationOfLastPacket: Int64? {
    guard let shown, let decoded else { return nil }
    let duration = (shown.end - shown.start) - (decoded.last - decoded.first)
    return duration > 0 ? duration : nil
  }
}
