import CFFmpeg

/// Makes sound that a container can hold out of sound that it cannot: the owner of a decoder, a
/// resampler and an encoder.
///
/// Channels and sample rate are kept where the encoder takes them. Every sample keeps its place in
/// time: gaps become silence, and what an encoder puts before the first sample to warm up comes
/// before that sample's time.
final class AudioConverter: StreamConverter {
  private let decoder: CodecContext
  private let encoder: CodecContext
  private let streamIndex: Int
  private var timeline: SoundTimeline

  private var decoded: AudioFrame
  // What the resampler has been set up for, as silence.
  private var silence: AudioFrame?
  private var resampler: OpaquePointer?

  // What the encoder gets next: the first samples of it are there already.
  private let pending: AudioFrame
  private let frameSize: Int32
  private var filled: Int32 = 0
  private var pendingTime: Int64?

  /// Opens decoder and encoder.
  ///
  /// - Throws: `MediaError`: `unsupported` where libavcodec cannot decode the stream, `unencodable`
  ///   where no encoder makes what the container holds.
  init(for stream: MediaStream, container: OutputContainer) throws(MediaError) {
    let parameters = stream.codecParameters.pointer.pointee
    guard stream.kind == .audio, parameters.sample_rate > 0,
      (1...64).contains(parameters.ch_layout.nb_channels)
    else { throw MediaError(.unsupported, "has sound of an unknown kind") }
    decoder = try CodecContext.decoder(for: stream)
    encoder = try AudioEncoderChoice.open(
      for: container, layout: ChannelLayout(parameters.ch_layout),
      rate: parameters.sample_rate)
    streamIndex = stream.index
    // AVI counts pieces of sound and has no times.
    timeline = SoundTimeline(
      timeBase: stream.timeBase, rate: parameters.sample_rate,
      startsAtZero: container.name == "avi")
    let coding = encoder.pointer.pointee
    // Those that leave it to others take any number.
    frameSize = coding.frame_size > 0 ? coding.frame_size : 1024
    decoded = try AudioFrame()
    pending = try AudioFrame.filled(
      format: coding.sample_fmt, rate: coding.sample_rate, layout: coding.ch_layout,
      count: frameSize)
    decoder.watchLog()
  }

  deinit { swr_free(&resampler) }

  var codecName: String { encoder.codecName }

  var timeBase: Rational { Rational(encoder.pointer.pointee.time_base) }

  func describe() throws -> EncodedStream {
    EncodedStream(
      parameters: try CodecParameters(of: encoder.pointer), frameRate: Rational(0, 1))
  }

  func convert(
    _ packet: borrowing Packet, into body: (consuming Packet) throws -> Void
  ) throws {
    try check(
      avcodec_send_packet(decoder.pointer, packet.pointer),
      "is damaged: a packet of stream \(streamIndex) cannot be decoded")
    try decode(into: body)
  }

  func finish(into body: (consuming Packet) throws -> Void) throws {
    try check(avcodec_send_packet(decoder.pointer, nil), "the decoder cannot be flushed")
    try decode(into: body)
    try checkWhole(false)
    if resampler != nil { try resample(nil, from: 0, count: 0, into: body) }
    if filled > 0 { try encodePending(into: body) }
    try check(avcodec_send_frame(encoder.pointer, nil), "the encoder cannot be flushed")
    try receive(into: body)
  }

  private func decode(into body: (consuming Packet) throws -> Void) throws {
    while true {
      let status = avcodec_receive_frame(decoder.pointer, decoded.pointer)
      if status == cffmpeg_error_again || status == cffmpeg_error_end { return }
      try check(status, "is damaged: sound of stream \(streamIndex) cannot be decoded")
      if timeline.position == nil {
        // A recording may begin with what refers to sound before it.
        decoder.watchLog()
      }
      try checkWhole(decoded.isDamaged)
      if decoded.count > 0 { try take(into: body) }
    }
  }

  // Some decoders pass over damage and only log it.
  private func checkWhole(_ isDamaged: Bool) throws(MediaError) {
    guard isDamaged || decoder.loggedError != nil else { return }
    throw MediaError(
      .damaged, "is damaged: sound of stream \(streamIndex) is incomplete",
      cause: decoder.loggedError ?? LibavLog.shared.takeLastError())
  }

  private func take(into body: (consuming Packet) throws -> Void) throws {
    decoded.nameChannels()
    if silence?.isLike(decoded) != true {
      if resampler != nil { try resample(nil, from: 0, count: 0, into: body) }
      try setUpResampler()
    }
    let placement = try timeline.place(count: decoded.count, time: decoded.presentationTime)
    guard let end = timeline.position else { return }
    if pendingTime == nil {
      let start = end - Int64(decoded.count - placement.skip) - placement.silence
      pendingTime = Rational(1, timeline.rate).rescale(start, to: timeBase)
    }
    var missing = placement.silence
    while missing > 0, let piece = silence?.count {
      let count = min(missing, Int64(piece))
      try resampleSilence(count: Int32(count), into: body)
      missing -= count
    }
    try resample(
      decoded.pointer, from: Int32(placement.skip),
      count: Int32(decoded.count - placement.skip), into: body)
  }

  private func setUpResampler() throws(MediaError) {
    swr_free(&resampler)
    resampler = try allocated(swr_alloc(), "a resampler")
    var status = swr_config_frame(resampler, pending.pointer, decoded.pointer)
    if status >= 0 { status = swr_init(resampler) }
    guard status >= 0 else {
      throw MediaError(
        .damaged, "is damaged: sound of stream \(streamIndex) is of an unknown kind",
        cause: LibavLog.shared.takeLastError())
    }
    silence = try decoded.silence(count: 4096)
    timeline.change(rate: decoded.rate)
  }

  private func resampleSilence(
    count: Int32, into body: (consuming Packet) throws -> Void
  ) throws {
    guard let source = silence?.pointer else { return }
    try resample(source, from: 0, count: count, into: body)
  }

  // Without a source, what the resampler still holds; it takes no more then.
  private func resample(
    _ source: UnsafeMutablePointer<AVFrame>?, from start: Int32, count: Int32,
    into body: (consuming Packet) throws -> Void
  ) throws {
    var count = count
    while true {
      if filled == 0 {
        try check(av_frame_make_writable(pending.pointer), "no memory for sound")
      }
      let room = frameSize - filled
      let got = try check(
        cffmpeg_resample(resampler, pending.pointer, filled, room, source, start, count),
        "sound of stream \(streamIndex) cannot be resampled")
      // The resampler keeps what finds no room.
      count = 0
      filled += got
      guard got == room else { return }
      try encodePending(into: body)
    }
  }

  private func encodePending(into body: (consuming Packet) throws -> Void) throws {
    let time = pendingTime ?? 0
    pending.pointer.pointee.nb_samples = filled
    pending.pointer.pointee.pts = time
    pendingTime = time + Int64(filled)
    filled = 0
    try check(
      avcodec_send_frame(encoder.pointer, pending.pointer), "a piece of sound cannot be encoded")
    pending.pointer.pointee.nb_samples = frameSize
    try receive(into: body)
  }

  private func receive(into body: (consuming Packet) throws -> Void) throws {
    while true {
      let packet = try Packet()
      let status = avcodec_receive_packet(encoder.pointer, packet.pointer)
      if status == cffmpeg_error_again || status == cffmpeg_error_end { return }
      try check(status, "a piece of sound cannot be encoded")
      if try cutEnd(of: packet) { try body(packet) }
    }
  }

  // Encoders fill up their last packets. Returns whether there is anything of the source in this
  // one.
  private func cutEnd(of packet: borrowing Packet) throws(MediaError) -> Bool {
    let size = Int64(encoder.pointer.pointee.frame_size)
    guard size > 0, let start = packet.presentationTime, let end = pendingTime,
      start + size > end
    else { return true }
    guard start < end else { return false }
    packet.pointer.pointee.duration = end - start
    // Those that know of it themselves have said so.
    guard av_packet_get_side_data(packet.pointer, AV_PKT_DATA_SKIP_SAMPLES, nil) == nil else {
      return true
    }
    let data = try allocated(
      av_packet_new_side_data(packet.pointer, AV_PKT_DATA_SKIP_SAMPLES, 10), "a packet")
    data.update(repeating: 0, count: 10)
    withUnsafeBytes(of: UInt32(clamping: start + size - end).littleEndian) { bytes in
      for (index, byte) in bytes.enumerated() { data[4 + index] = byte }
    }
    return true
  }
}
