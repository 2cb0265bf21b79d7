import CFFmpeg

/// Turns the packets of one video stream into frames: the owner of a decoding `AVCodecContext`.
///
/// Used by one thread at a time.
public final class Decoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  // Stands for this decoder in log lines, which come from threads with contexts of their own.
  private let owner: UnsafeMutableRawPointer
  // Of the newest frame, where frames have few colours.
  private var colours: ColourList?
  // Set where damage is passed over.
  private var damage: DamageTrail?

  /// Packets that could not be decoded and were passed over.
  public private(set) var lostPackets = 0

  /// Opens the decoder for a video stream.
  ///
  /// - Parameters:
  ///   - threads: upper bound of decoding threads; 0 leaves the number to libavcodec.
  ///   - isLive: whether each frame is to come out as soon as it can.
  ///   - passesDamage: whether frames that are not to be trusted are handed out, marked as damaged,
  ///     and packets that cannot be decoded are passed over.
  /// - Throws: `MediaError.Code.unsupported` where libavcodec cannot decode the stream.
  public init(
    for stream: MediaStream, threads: Int, isLive: Bool = false, passesDamage: Bool = false
  ) throws(MediaError) {
    guard let codec = Decoder.codec(for: stream) else {
      throw MediaError(.unsupported, "this build of libavcodec cannot decode \(stream.codecName)")
    }
    var context = avcodec_alloc_context3(codec)
    context?.pointee.thread_count = Decoder.threadCount(threads, for: stream)
    if isLive {
      // Frame threads delay each frame.
      context?.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
      context?.pointee.thread_type = FF_THREAD_SLICE
    }
    // Frame threads leave it open which packet a log line is about, and slice threads leave out
    // marks of damage.
    if passesDamage { context?.pointee.thread_count = 1 }
    damage = passesDamage ? DamageTrail() : nil
    let owner = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    context?.pointee.opaque = owner
    context?.pointee.err_recognition = AV_EF_CRCCHECK
    context?.pointee.pkt_timebase = stream.timeBase.libav
    var status = avcodec_parameters_to_context(context, stream.codecParameters.pointer)
    if status >= 0 { status = avcodec_open2(context, codec, nil) }
    guard status >= 0, let opened = context else {
      var error = MediaError(status: status, "cannot decode \(stream.codecName)")
      // Decoders take any error's name for headers that they do not like.
      if status != cffmpeg_error_no_memory { error = error.as(.unsupported) }
      avcodec_free_context(&context)
      owner.deallocate()
      throw error
    }
    self.context = opened
    self.owner = owner
    LibavLog.shared.watch(owner)
  }

  deinit {
    var owned: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&owned)
  }

  // libavcodec's own VP8 and VP9 decoders pass over the alpha channel.
  private static func codec(for stream: MediaStream) -> UnsafePointer<AVCodec>? {
    let name =
      switch stream.codec {
      case AV_CODEC_ID_VP8: "libvpx"
      case AV_CODEC_ID_VP9: "libvpx-vp9"
      default: ""
      }
    if stream.hasSeparateAlpha, let codec = avcodec_find_decoder_by_name(name) { return codec }
    return avcodec_find_decoder(stream.codec)
  }

  // Frame threads hold a picture each.
  private static func threadCount(_ wanted: Int, for stream: MediaStream) -> Int32 {
    let pixels = (stream.size?.width ?? 0) * (stream.size?.height ?? 0)
    if pixels >= LargePicture.leastPixels { return wanted == 1 ? 1 : 2 }
    return Int32(min(wanted, 64))
  }

  /// Decodes one packet and hands out every frame that is complete, in presentation order.
  ///
  /// - Throws: `MediaError.Code.damaged` where the packet or a frame is damaged; whatever `body`
  ///   throws.
  public func decode(
    _ packet: borrowing Packet, into body: (consuming Frame) throws -> Void
  ) throws {
    damage?.begin(packet)
    let status = avcodec_send_packet(context, packet.pointer)
    if !passes(status) {
      try checkDecoding(status, "is damaged: a packet cannot be decoded")
    }
    try receive(into: body)
  }

  /// Whether a failure is damage that is to be passed over.
  private func passes(_ status: Int32) -> Bool {
    let isFinal = [
      cffmpeg_error_no_memory, cffmpeg_error_again, cffmpeg_error_end,
    ].contains(status)
    guard status < 0, damage != nil, !isFinal else { return false }
    lostPackets += 1
    damage?.spread()
    return true
  }

  /// Hands out the frames that the decoder still holds; nothing may be decoded afterwards.
  public func finish(into body: (consuming Frame) throws -> Void) throws {
    try check(avcodec_send_packet(context, nil), "the decoder cannot be flushed")
    try receive(into: body)
    try checkLog()
  }

  // Decoders also call what they do not like an invalid argument, or by the name of a system's
  // error.
  private func checkDecoding(_ status: Int32, _ message: String) throws(MediaError) {
    do throws(MediaError) {
      try check(status, message)
    } catch {
      guard status != cffmpeg_error_no_memory else { throw error }
      throw error.as(.damaged)
    }
  }

  // With frame threads a picture may come out before its damage is found; then only the log tells.
  private func checkLog() throws(MediaError) {
    guard damage == nil, let line = LibavLog.shared.error(of: owner) else { return }
    throw MediaError(.damaged, "is damaged: a frame is incomplete", cause: line)
  }

  private func receive(into body: (consuming Frame) throws -> Void) throws {
    while true {
      var frame = try Frame()
      let status = avcodec_receive_frame(context, frame.pointer)
      if status == cffmpeg_error_again || status == cffmpeg_error_end { return }
      if passes(status) { continue }
      try checkDecoding(status, "is damaged: a frame cannot be decoded")
      if damage != nil {
        if LibavLog.shared.takeError(of: owner) != nil { damage?.spread() }
        damage?.mark(&frame)
      } else {
        if frame.isDamaged {
          throw MediaError(
            .damaged, "is damaged: a frame is incomplete", cause: LibavLog.shared.takeLastError())
        }
        try checkLog()
      }
      frame.moveRangeOutOfFormat()
      if context.pointee.codec_id == AV_CODEC_ID_GIF {
        colours = ColourList(of: frame, after: colours)
        try colours?.remember(in: &frame)
      }
      try body(frame)
    }
  }
}
