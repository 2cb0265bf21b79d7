import CFFmpeg

/// Which encoder a container's sound is made with, and how it is set.
enum AudioEncoderChoice {
  /// Opens the first encoder that comes into question for a container.
  ///
  /// The codings are, in this order, AAC, Opus, the container's own, MP3, MP2, AC-3 and PCM, as far
  /// as the container holds them; in AVI and ASF, which have no word for an encoder's delay, PCM is
  /// the first. A later one that keeps all channels comes before an earlier one that does not.
  ///
  /// - Throws: `MediaError.Code.unencodable` where there is none.
  static func open(
    for container: OutputContainer, layout: ChannelLayout, rate: Int32
  ) throws(MediaError) -> CodecContext {
    let encoders = codecs(for: container).compactMap(encoder)
    for layout in layouts(for: layout) {
      for encoder in encoders {
        if let context = try open(encoder, for: container, layout: layout, rate: rate) {
          return context
        }
      }
    }
    throw MediaError(
      .unencodable, "no encoder here makes sound that \(container.name) files hold")
  }

  /// The codings of sound that a container holds, best first.
  static func codecs(for container: OutputContainer) -> [AVCodecID] {
    let compressed = [
      AV_CODEC_ID_AAC, AV_CODEC_ID_OPUS, container.format.pointee.audio_codec, AV_CODEC_ID_MP3,
      AV_CODEC_ID_MP2, AV_CODEC_ID_AC3,
    ]
    let all =
      ["avi", "asf"].contains(container.name)
      ? [AV_CODEC_ID_PCM_S16LE] + compressed : compressed + [AV_CODEC_ID_PCM_S16LE]
    return all.filter { $0 != AV_CODEC_ID_NONE && container.holds($0) }
  }

  /// Ways to arrange channels, best first: as they are, then fewer.
  static func layouts(for source: ChannelLayout) -> [ChannelLayout] {
    let usual = ChannelLayout(count: source.count)
    // Coders and players tell "side" from "back" where there is only one of them, listeners don't.
    var layouts = [5, 6].contains(source.count) ? [usual, source] : [source, usual]
    if source.count > 6 { layouts.append(ChannelLayout(count: 6)) }
    if source.count != 2 { layouts.append(ChannelLayout(count: 2)) }
    if source.count != 1 { layouts.append(ChannelLayout(count: 1)) }
    return layouts.filter(\.hasPlaces)
  }

  /// The rate out of `supported` for sound of another: itself, else the next higher, else the
  /// highest.
  static func rate(for source: Int32, among supported: [Int32]) -> Int32 {
    guard !supported.isEmpty else { return source }
    return supported.filter { $0 >= source }.min() ?? supported.max() ?? source
  }

  /// Bits in a second at which a coding is transparent; 0 where its encoder decides.
  static func bitRate(_ codec: AVCodecID, channels: Int32, rate: Int32) -> Int64 {
    let channels = Int64(channels)
    switch codec {
    case AV_CODEC_ID_MP3:
      // Versions for low sample rates have lower bit rates.
      return min(channels * 160_000, rate >= 32000 ? 320_000 : rate >= 16000 ? 160_000 : 64_000)
    case AV_CODEC_ID_MP2:
      return rate >= 32000 ? channels * 192_000 : channels * 80_000
    case AV_CODEC_ID_AC3:
      return [192_000, 256_000, 384_000, 512_000, 640_000, 640_000][
        Int(min(max(channels, 1), 6)) - 1]
    case AV_CODEC_ID_PCM_S16LE, AV_CODEC_ID_FLAC:
      return 0
    default:
      return channels * 96_000
    }
  }

  private static func encoder(for codec: AVCodecID) -> UnsafePointer<AVCodec>? {
    let preferred =
      switch codec {
      case AV_CODEC_ID_OPUS: "libopus"
      case AV_CODEC_ID_VORBIS: "libvorbis"
      default: ""
      }
    guard let encoder = avcodec_find_encoder_by_name(preferred) ?? avcodec_find_encoder(codec),
      encoder.pointee.capabilities & AV_CODEC_CAP_EXPERIMENTAL == 0
    else { return nil }
    return UnsafePointer(encoder)
  }

  // `nil` where the encoder does not take it.
  private static func open(
    _ encoder: UnsafePointer<AVCodec>, for container: OutputContainer, layout: ChannelLayout,
    rate source: Int32
  ) throws(MediaError) -> CodecContext? {
    let context = try CodecContext(encoder)
    let codec = encoder.pointee.id
    // Opus itself knows one rate only, which its decoders give out whatever went in.
    let rates =
      codec == AV_CODEC_ID_OPUS
      ? [48000] : list(cffmpeg_encoder_sample_rates(encoder), until: { $0 == 0 })
    let rate = rate(for: source, among: rates)
    let formats = list(
      cffmpeg_encoder_sample_formats(encoder), until: { $0 == AV_SAMPLE_FMT_NONE })
    let wanted = [
      AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_S32P, AV_SAMPLE_FMT_S32,
      AV_SAMPLE_FMT_S16P,
    ].first { format in formats.contains { $0 == format } }
    let pointer = context.pointer
    pointer.pointee.ch_layout = layout.libav
    pointer.pointee.sample_rate = rate
    pointer.pointee.sample_fmt = wanted ?? AV_SAMPLE_FMT_S16
    pointer.pointee.time_base = AVRational(num: 1, den: rate)
    pointer.pointee.bit_rate = bitRate(codec, channels: layout.count, rate: rate)
    pointer.pointee.thread_count = 1
    // No name of a program goes into the sound.
    pointer.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    if container.format.pointee.flags & AVFMT_GLOBALHEADER != 0 {
      pointer.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    }
    guard avcodec_open2(pointer, encoder, nil) >= 0 else {
      _ = LibavLog.shared.takeLastError()
      return nil
    }
    return context
  }

  private static func list<Value>(
    _ pointer: UnsafePointer<Value>?, until isEnd: (Value) -> Bool
  ) -> [Value] {
    guard var next = pointer else { return [] }
    var values: [Value] = []
    while !isEnd(next.pointee) {
      values.append(next.pointee)
      next += 1
    }
    return values
  }
}
