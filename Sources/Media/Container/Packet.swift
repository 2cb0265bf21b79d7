import CFFmpeg

/// One packet of coded data: the single owner of an `AVPacket`.
public struct Packet: ~Copyable, @unchecked Sendable {  // One owner at a time: noncopyable.
  let pointer: UnsafeMutablePointer<AVPacket>

  /// An empty packet for a demuxer or encoder to fill.
  init() throws(MediaError) {
    guard let empty = av_packet_alloc() else { throw MediaError(.internalFault, "no memory") }
    pointer = empty
  }

  /// Takes over a packet that nobody else owns.
  init(owning pointer: UnsafeMutablePointer<AVPacket>) { self.pointer = pointer }

  /// A second packet with the data of one that stays its owner's.
  init(sharing packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) {
    pointer = try allocated(av_packet_clone(packet), "a packet")
  }

  /// A second packet with the same data.
  public func shared() throws(MediaError) -> Packet { try Packet(sharing: pointer) }

  /// Gives the packet up to a new owner.
  consuming func release() -> UnsafeMutablePointer<AVPacket> {
    let pointer = pointer
    discard self
    return pointer
  }

  /// Calls `body` with the coded data.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: pointer.pointee.data, count: byteCount))
  }

  /// Puts other coded data in the place of the packet's own.
  func replaceBytes(with bytes: [UInt8]) throws(MediaError) {
    var fresh: UnsafeMutablePointer<AVPacket>? = try Packet().release()
    defer { av_packet_free(&fresh) }
    try check(av_new_packet(fresh, Int32(clamping: bytes.count)), "no memory for a packet")
    try check(av_packet_copy_props(fresh, pointer), "cannot copy a packet's properties")
    fresh?.pointee.data.update(from: bytes, count: bytes.count)
    av_packet_unref(pointer)
    av_packet_move_ref(pointer, fresh)
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

  /// Whether decoding can begin with the packet.
  public var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

  /// Whether the demuxer found the packet's data damaged or incomplete.
  public var isDamaged: Bool { pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

  /// Whether the packet is for the decoder only and is not to be shown, as an edit list asks.
  public var isHidden: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

  /// Whether the packet says that what is known of its stream holds no more.
  var changesParameters: Bool {
    [AV_PKT_DATA_NEW_EXTRADATA, AV_PKT_DATA_PARAM_CHANGE].contains { kind in
      var size = 0
      return av_packet_get_side_data(pointer, kind, &size) != nil
    }
  }

  /// Sets when the packet is due for decoding and how long it lasts, in ticks of its time base.
  public func retime(decodingTime: Int64, duration: Int64) {
    pointer.pointee.dts = decodingTime
    pointer.pointee.duration = duration
  }

  /// Moves both times by ticks of the stream's time base.
  func move(by ticks: Int64) {
    if presentationTime != nil { pointer.pointee.pts += ticks }
    if decodingTime != nil { pointer.pointee.dts += ticks }
  }
}
