import CFFmpeg

/// Turns the frames of one video stream into packets: the owner of an encoding `AVCodecContext`.
///
/// Packets carry exactly the frames' times. Used by one thread at a time.
public final class Encoder: FrameEncoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  /// Seconds per tick of the times on frames and packets: the source stream's time base.
  public let timeBase: Rational
  private let frameRate: Rational
  private let metadata: StaticMetadata

  private let converter: FrameConverter
  private let size: PixelSize
  private var table: TimestampTable
  private let quantiser: Double?
  private let keepsUserData: Bool
  private var still: StillEncoding?
  private let upload: HardwareUpload?
  private var isFinished = false
  private var beginsGroup = false
  private let isLive: Bool

  /// What was asked for, by the names of options, and means nothing to this encoder; that is an error
  /// where an encoder or a coding was asked for, too.
  public let ignoredSettings: [String]

  // Whether what comes out is not all of its stream.
  private let isSpliced: Bool
  // The newest packet, since the last one of all is treated apart.
  private var waiting: Packet?
  private var span = PacketSpan()

  /// Opens an encoder for frames like `frame`.
  ///
  /// Colour tags, pixel aspect and field order are taken from the frame. Without a wish in
  /// `settings` the source's coding is tried first, then H.264, then the container's own.
  ///
  /// - Throws: `MediaError.Code.unencodable` where no encoder takes the frames or the settings.
  public init(
    like frame: borrowing Frame, source: MediaStream, container: OutputContainer,
    settings: EncoderSettings
  ) throws(MediaError) {
    let candidates = try EncoderChoice.candidates(
      like: frame, source: source.codec, container: container, settings: settings)
    // The first refusal tells most: later candidates are makeshifts.
    var failure: MediaError?
    for candidate in candidates {
      do throws(MediaError) {
        try Encoder.checkPreset(settings.preset, of: String(cString: candidate.pointee.name))
        let still = container.still.map { StillEncoding($0, source: source) }
        let name = String(cString: candidate.pointee.name)
        var quality =
          still?.quality(settings)
          ?? EncoderQuality(encoder: name, settings: settings, frame: frame, source: source)
        let ignored = settings.isOpenToAny ? quality.dropUnknown(to: candidate) : []
        let upload = try HardwareUpload(for: candidate, like: frame)
        let format =
          if let upload { upload.source } else {
            try Encoder.format(of: frame, for: candidate, still: still)
          }
        context = try Encoder.open(
          candidate, like: frame, format: format, source: source, container: container,
          quality: quality, settings: settings, still: still, upload: upload)
        if candidate.pointee.id == source.codec, container.isQuickTimeFamily,
          cffmpeg_tag_fits(container.format, source.codec, source.tag) != 0
        {
          context.pointee.codec_tag = source.tag
        }
        converter = FrameConverter(to: format, colours: still?.colours ?? .kept)
        self.still = still
        self.upload = upload
        ignoredSettings = ignored
        quantiser = quality.quantiser
        keepsUserData = settings.keepsUserData
        isLive = settings.isLive
        isSpliced = settings.form != nil
        timeBase = source.timeBase
        size = frame.size
        frameRate = source.frameRate ?? Rational(25, 1)
        metadata = StaticMetadata(of: frame, source: source)
        table = TimestampTable(nominalDuration: frameRate.inverse.rescale(1, to: timeBase))
        return
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? MediaError(.unencodable, "no encoder takes \(frame.format) pictures")
  }

  deinit {
    if !isFinished { Encoder.unblock(context, hasFrames: table.nextIndex > 0) }
    var owned: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&owned)
  }

  /// What a muxer must know of the packets to come.
  public func describe() throws(MediaError) -> EncodedStream {
    EncodedStream(
      parameters: try CodecParameters(of: context), frameRate: frameRate, metadata: metadata)
  }

  /// libavcodec's name of the encoder in use.
  public var name: String { String(cString: context.pointee.codec.pointee.name) }

  /// Has decoding begin with the next frame, so that nothing after it needs what comes before.
  public func beginGroup() { beginsGroup = true }

  /// Encodes one frame and hands out the packets that are ready, in decoding order.
  ///
  /// - Parameters:
  ///   - frame: of the size that the encoder was opened for.
  ///   - time: presentation time, in ticks of `timeBase`.
  ///   - duration: how long the frame is shown, in ticks of `timeBase`; 0 where unknown.
  /// - Throws: `MediaError` where encoding fails; whatever `body` throws.
  public func encode(
    _ frame: consuming Frame, time: Int64, duration: Int64,
    into body: (consuming Packet) throws -> Void
  ) throws {
    guard frame.size == size else {
      throw MediaError(
        .unsupported, "the picture's size changes from \(size) to \(frame.size) in mid-stream")
    }
    var converted = try converter.convert(frame)
    if let upload { converted = try upload.upload(converted) }
    try still?.prepare(converted)
    converted.pointer.pointee.pts = table.nextIndex
    cffmpeg_set_frame_type(
      converted.pointer, beginsGroup ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE)
    beginsGroup = false
    // Dash cameras put places into unregistered user data, which encoders may pass on; and what is
    // long may be a picture.
    if !keepsUserData || converted.userDataCount > 1024 {
      av_frame_remove_side_data(converted.pointer, AV_FRAME_DATA_SEI_UNREGISTERED)
    }
    // Of Dolby Vision the base layer is kept, which these would change for players that know it.
    for kind in [AV_FRAME_DATA_DOVI_RPU_BUFFER, AV_FRAME_DATA_DOVI_METADATA] {
      av_frame_remove_side_data(converted.pointer, kind)
    }
    if let quantiser {
      converted.pointer.pointee.quality = Int32(quantiser * Double(cffmpeg_quality_scale))
    }
    table.append(time: time, duration: duration)
    try check(avcodec_send_frame(context, converted.pointer), "a frame cannot be encoded")
    try receive(into: body)
  }

  /// Hands out the packets that the encoder still holds; nothing may be encoded afterwards.
  public func finish(into body: (consuming Packet) throws -> Void) throws {
    try check(avcodec_send_frame(context, nil), "the encoder cannot be flushed")
    try receive(into: body)
    isFinished = true
    guard let last = waiting.take() else { return }
    if !isSpliced { last.pointer.pointee.duration = span.durationOfLastPacket ?? last.duration }
    try body(last)
  }

  private func receive(into body: (consuming Packet) throws -> Void) throws {
    while true {
      let packet = try Packet()
      let status = avcodec_receive_packet(context, packet.pointer)
      if status == cffmpeg_error_again || status == cffmpeg_error_end { return }
      try check(status, "a frame cannot be encoded")
      guard let presentation = packet.presentationTime,
        let times = table.times(
          presentationIndex: presentation, decodingIndex: packet.decodingTime)
      else {
        throw MediaError(.internalFault, "\(name) returned a packet for no frame")
      }
      packet.pointer.pointee.pts = times.presentation
      packet.pointer.pointee.dts = times.decoding
      packet.pointer.pointee.duration = times.duration
      try still?.finish(packet)
      span.add(times)
      if let previous = waiting.take() { try body(previous) }
      if isLive {
        try body(packet)
      } else {
        waiting = consume packet
      }
    }
  }

  /// The pixel format in which an encoder loses least of a frame.
  static func format(
    of frame: borrowing Frame, for encoder: UnsafePointer<AVCodec>, still: StillEncoding?
  ) throws(MediaError) -> PixelFormat {
    guard let list = cffmpeg_encoder_formats(encoder) else { return frame.format }
    var formats: [PixelFormat] = []
    var next = list
    while next.pointee != AV_PIX_FMT_NONE {
      formats.append(PixelFormat(next.pointee))
      next += 1
    }
    if [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC].contains(where: { $0 == encoder.pointee.id }) {
      // These cannot end a picture in the middle of a chroma sample.
      let size = frame.size
      formats.removeAll { format in
        format.components.contains { component in
          size.width % (1 << component.horizontalShift) != 0
            || size.height % (1 << component.verticalShift) != 0
        }
      }
    }
    // Its fixed lists of colours are for want of one that suits the picture.
    if encoder.pointee.id == AV_CODEC_ID_GIF { formats = [PixelFormat(AV_PIX_FMT_PAL8)] }
    if let still { formats = still.formats(of: formats) }
    guard let nearest = frame.format.nearest(among: formats) else {
      let name = String(cString: encoder.pointee.name)
      throw MediaError(.unencodable, "\(name) takes no \(frame.format) pictures")
    }
    return nearest
  }

  // These two libraries print their own line to standard error for a preset that they don't know.
  private static func checkPreset(
    _ preset: String?, of encoder: String
  ) throws(MediaError) {
    guard let preset, ["libx264", "libx264rgb", "libx265"].contains(encoder) else { return }
    let known = [
      "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower",
      "veryslow", "placebo",
    ]
    guard known.contains(preset) else {
      throw MediaError(
        .unknownName,
        "\(encoder) has no preset '\(preset)', only \(known.joined(separator: ", "))")
    }
  }

  private static func open(
    _ encoder: UnsafePointer<AVCodec>, like frame: borrowing Frame, format: PixelFormat,
    source: MediaStream, container: OutputContainer, quality: EncoderQuality,
    settings: EncoderSettings,
    still: StillEncoding?, upload: HardwareUpload?
  ) throws(MediaError) -> UnsafeMutablePointer<AVCodecContext> {
    var context = try Optional(
      allocated(avcodec_alloc_context3(encoder), "an encoder"))
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (name, value) in quality.options { av_dict_set(&options, name, value, 0) }
    let metadata = StaticMetadata(of: frame, source: source).x265Parameters
    if String(cString: encoder.pointee.name) == "libx265", !metadata.isEmpty {
      let others = av_dict_get(options, "x265-params", nil, 0)
      // Behind it, so that the user's own words count.
      let words = others.map { ":" + String(cString: $0.pointee.value) } ?? ""
      av_dict_set(&options, "x265-params", metadata + words, 0)
    }
    if let context {
      describe(
        frame, format: format, source: source,
        codesFields: settings.form?.codesFields ?? frame.isInterlaced, to: context)
    }
    if container.format.pointee.flags & AVFMT_GLOBALHEADER != 0 || settings.form != nil {
      context?.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    }
    if let rates = cffmpeg_encoder_rates(encoder), let rate = context?.pointee.framerate {
      let nearest = rates[Int(av_find_nearest_q_idx(rate, rates))]
      context?.pointee.framerate = nearest
      context?.pointee.time_base = AVRational(num: nearest.den, den: nearest.num)
    }
    if let quantiser = quality.quantiser {
      context?.pointee.flags |= AV_CODEC_FLAG_QSCALE
      context?.pointee.global_quality = Int32(quantiser * Double(cffmpeg_quality_scale))
    }
    switch encoder.pointee.id {
    case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO:
      // These claim a frame of reorder delay even where nothing is reordered, which would put the
      // first decoding time before zero, where MPEG program and transport streams have no times.
      context?.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
      context?.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
    case AV_CODEC_ID_MJPEG:
      // Limited range is outside the standard, but what some cameras record.
      context?.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
    default:
      break
    }
    if let still, let context { still.prepare(context) }
    if let upload, let context { upload.attach(to: context) }
    // AVI says when packets are decoded and not when their frames are shown, and ASF's muxer writes
    // no times for frames that are reordered.
    if ["avi", "asf"].contains(container.name) { context?.pointee.max_b_frames = 0 }
    let isLarge = frame.size.width * frame.size.height >= LargePicture.leastPixels
    context?.pointee.thread_count = Int32(
      isLarge ? min(max(settings.threads, 2), 4) : min(settings.threads, 16))
    let status = avcodec_open2(context, encoder, &options)
    guard status >= 0, let opened = context else {
      let error = MediaError(status: status, "")
      avcodec_free_context(&context)
      let name = String(cString: encoder.pointee.name)
      throw MediaError(
        .unencodable, "\(name) does not take this picture or its settings", cause: error.cause)
    }
    if let unused = av_dict_get(options, "", nil, AV_DICT_IGNORE_SUFFIX) {
      let option = String(cString: unused.pointee.key)
      unblock(opened, hasFrames: false)
      avcodec_free_context(&context)
      throw MediaError(
        .unknownName,
        "the encoder \(String(cString: encoder.pointee.name)) has no option '\(option)'")
    }
    return opened
  }

  // SVT-AV1's threads wait for ever where it is closed before it has seen a frame or heard of the
  // end, and so does it where it hears of the end before it has seen a frame.
  private static func unblock(_ context: UnsafeMutablePointer<AVCodecContext>, hasFrames: Bool) {
    guard String(cString: context.pointee.codec.pointee.name) == "libsvtav1" else { return }
    if !hasFrames {
      let size = PixelSize(width: Int(context.pointee.width), height: Int(context.pointee.height))
      guard let frame = try? Frame(format: PixelFormat(context.pointee.pix_fmt), size: size) else {
        return
      }
      frame.pointer.pointee.pts = 0
      avcodec_send_frame(context, frame.pointer)
    }
    avcodec_send_frame(context, nil)
    guard let packet = try? Packet() else { return }
    while avcodec_receive_packet(context, packet.pointer) >= 0 {}
  }

  private static func describe(
    _ frame: borrowing Frame, format: PixelFormat, source: MediaStream, codesFields: Bool,
    to context: UnsafeMutablePointer<AVCodecContext>
  ) {
    let picture = frame.pointer.pointee
    context.pointee.width = picture.width
    context.pointee.height = picture.height
    context.pointee.pix_fmt = format.libav
    context.pointee.sample_aspect_ratio = source.pixelAspect.libav
    context.pointee.color_range = picture.color_range
    context.pointee.color_primaries = picture.color_primaries
    context.pointee.color_trc = picture.color_trc
    context.pointee.colorspace = picture.colorspace
    context.pointee.chroma_sample_location = picture.chroma_location
    if frame.format.model.isAdditive, format.model == .yuv {
      // As `FrameConverter` makes them.
      context.pointee.color_range = AVCOL_RANGE_MPEG
      context.pointee.colorspace = AVCOL_SPC_SMPTE170M
    }
    let rate = source.frameRate ?? Rational(25, 1)
    var reduced = rate.libav
    av_reduce(&reduced.num, &reduced.den, Int64(rate.numerator), Int64(rate.denominator), 65535)
    context.pointee.framerate = reduced
    context.pointee.time_base = AVRational(num: reduced.den, den: reduced.num)
    if codesFields {
      let isTopFirst = cffmpeg_frame_is_top_field_first(frame.pointer) != 0
      context.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME
      context.pointee.field_order = isTopFirst ? AV_FIELD_TT : AV_FIELD_BB
    }
  }
}
