import CFFmpeg

/// One packet of coded data: the single owner of an `AVPacket`.
public struct Packet: ~Copyable, @unchecked Sendable {  // One owner at a time: noncopyable.
  let pointer: UnsafeMutablePointer<AVPacket>

  /// An empty packet for a demuxer or encoder to fill.
  init() throws(MediaError) {
    guard let empty = av_packet_alloc() else { throw MediaError(.internalFault, "no memory") }
    pointer = empty
  }

  deinit {
    var owned: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&owned)
  }

  /// Index of the stream that the packet belongs to, as the demuxer counts.
  public var streamIndex: Int { Int(pointer.pointee.stream_index) }

  /// Presentation time in ticks of the stream's time base; `nil` where unknown.
  public var presentationTime: Int64? { timestamp(pointer.pointee.pts) }

  /// Decoding time in ticks of the stream's time base; `nil` where unknown.
  public var decodingTime: Int64? { timestamp(pointer.pointee.dts) }

  /// Length on the presentation clock, in ticks of the stream's time base; 0 where unknown.
  public var duration: Int64 { pointer.pointee.duration }

  /// Bytes of coded data.
  public var byteCount: Int { Int(pointer.pointee.size) }

  /// Whether the demuxer found the packet's data damaged or incomplete.
  public var isDamaged: Bool { pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

  /// Whether the packet is for the decoder only and is not to be shown, as an edit list asks.
  public var isHidden: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

  /// Moves both times by ticks of the stream's time base.
  func move(by ticks: Int64) {
    if presentationTime != nil { pointer.pointee.pts += ticks }
    if decodingTime != nil { pointer.pointee.dts += ticks }
  }
}
