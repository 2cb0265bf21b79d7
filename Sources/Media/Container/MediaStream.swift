import CFFmpeg

/// What a demuxer says of one stream of its input.
public struct MediaStream: Sendable {
  /// What a stream carries.
  public enum Kind: String, Hashable, Sendable {
    /// Moving pictures.
    case video
    /// A single picture that goes with the footage: a cover or thumbnail.
    case attachedPicture = "attached picture"
    /// Sound.
    case audio
    /// Subtitles, as text or pictures.
    case subtitle
    /// Telemetry, timecode and the like.
    case data
    /// A file, such as a font.
    case attachment
    /// None of the above.
    case unknown
  }

  /// The stream's index in the input.
  public let index: Int
  /// What the stream carries.
  public let kind: Kind
  /// libavcodec's name of the coding, such as `h264`.
  public let codecName: String
  /// The container's four characters for the coding, such as `tmcd`; `nil` where it has none.
  public let tagName: String?
  /// Seconds per tick of the stream's timestamps.
  public let timeBase: Rational
  /// Frames per second that a constant-rate encoder should be told; `nil` for what is not video.
  public let frameRate: Rational?
  /// The number of frames or packets that the container announces; `nil` where it does not.
  public let frameCount: Int?
  /// Length in seconds that the container announces; `nil` where it does not.
  public let duration: Double?
  /// When the last frame ceases to be shown, in ticks; `nil` where the container does not say so of
  /// this very stream.
  public let endTime: Int64?
  /// Bits a second of coded data, as far as the container tells or lets guess; `nil` elsewhere.
  public let bitRate: Int?
  /// Presentation time of the first packet in seconds, as far as the container tells; else 0.
  public let startTime: Double
  /// Coded size; `nil` for what is not video or where unknown.
  public private(set) var size: PixelSize?
  /// Width of a coded pixel by its height, as container or codec say; 0/1 where they don't.
  public private(set) var pixelAspect: Rational
  /// How the picture is turned to stand upright.
  public private(set) var orientation: Orientation
  /// Whether `orientation` says all that the container does: no other angle, no scaling.
  public private(set) var isOrientationExact: Bool
  /// Whether it is the coded pictures that say how they are turned, and not the container.
  public private(set) var isTurnedByItsPictures = false
  /// Whether the stream is a single picture.
  public private(set) var isStill: Bool
  /// Whether enough is known of the stream's coding to copy it: sound without a sample rate is not.
  public let isDescribed: Bool
  /// Whether the stream is a file that is a font and nothing else, by its bytes.
  public let isFont: Bool
  /// Whether the stream's pictures have an alpha channel beside their coded colours.
  public let hasSeparateAlpha: Bool
  /// Whether the container says that the stream has not a single packet.
  public let isEmpty: Bool

  /// Whether the pictures are in Dolby Vision's own colours, which nothing but its decoder can
  /// show: those of other profiles are HDR10, HLG or plain ones beneath.
  public let isDolbyVisionAlone: Bool

  let codecParameters: CodecParameters
  let averageFrameRate: Rational
  /// Whether frames follow each other at `frameRate` throughout, as far as the container tells.
  let hasConstantRate: Bool
  let disposition: Int32
  let metadata: Metadata
  private(set) var sideData: [SideData]
  private(set) var stillHeader: StillHeader?

  /// A property of the whole stream that a container keeps beside the coded data.
  struct SideData: Sendable {
    let kind: AVPacketSideDataType
    let bytes: [UInt8]
  }

  var codec: AVCodecID { codecParameters.pointer.pointee.codec_id }
  var tag: UInt32 { codecParameters.pointer.pointee.codec_tag }

  init(
    _ stream: UnsafeMutablePointer<AVStream>, of context: UnsafeMutablePointer<AVFormatContext>,
    origin: Int64
  ) throws(MediaError) {
    codecParameters = try CodecParameters(copying: stream.pointee.codecpar)
    let parameters = codecParameters.pointer.pointee
    averageFrameRate = Rational(stream.pointee.avg_frame_rate)
    let finest = Rational(stream.pointee.r_frame_rate)
    hasConstantRate =
      finest.isPositive
      && (!averageFrameRate.isPositive
        || abs(averageFrameRate.value / finest.value - 1) < 0.001)
    disposition = stream.pointee.disposition
    metadata = Metadata(stream.pointee.metadata)
    hasSeparateAlpha = metadata["alpha_mode"] == "1"
    isDescribed =
      parameters.codec_type != AVMEDIA_TYPE_AUDIO || parameters.sample_rate > 0
    isFont =
      parameters.codec_type == AVMEDIA_TYPE_ATTACHMENT
      && FontFile.isFont(codecParameters.header)
    sideData = [
      AV_PKT_DATA_DISPLAYMATRIX, AV_PKT_DATA_MASTERING_DISPLAY_METADATA,
      AV_PKT_DATA_CONTENT_LIGHT_LEVEL, AV_PKT_DATA_STEREO3D, AV_PKT_DATA_SPHERICAL,
    ].compactMap { kind in
      var size = 0
      guard let bytes = cffmpeg_side_data(stream, kind, &size) else { return nil }
      return SideData(kind: kind, bytes: Array(UnsafeBufferPointer(start: bytes, count: size)))
    }
    var doviSize = 0
    let dovi = cffmpeg_side_data(stream, AV_PKT_DATA_DOVI_CONF, &doviSize)
    isDolbyVisionAlone =
      dovi.map {
        doviSize >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size
          && UnsafeRawPointer($0).loadUnaligned(as: AVDOVIDecoderConfigurationRecord.self)
            .dv_bl_signal_compatibility_id == 0
      } ?? false
    index = Int(stream.pointee.index)
    kind =
      switch parameters.codec_type {
      case AVMEDIA_TYPE_VIDEO:
        stream.pointee.disposition
          & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS) != 0
          ? .attachedPicture : .video
      case AVMEDIA_TYPE_AUDIO: .audio
      case AVMEDIA_TYPE_SUBTITLE: .subtitle
      case AVMEDIA_TYPE_DATA: .data
      case AVMEDIA_TYPE_ATTACHMENT: .attachment
      default: .unknown
      }
    tagName = name(of: parameters.codec_tag)
    codecName =
      parameters.codec_id == AV_CODEC_ID_NONE
      ? tagName ?? "unknown coding"
      : String(cString: avcodec_get_name(parameters.codec_id))
    timeBase = Rational(stream.pointee.time_base)
    if kind == .video {
      // Containers with millisecond clocks (FLV, Matroska without a default duration) announce
      // 1000 frames a second; the mean says more than such a guess.
      let mean = averageFrameRate
      let guess = Rational(av_guess_frame_rate(context, stream, nil))
      let rate = mean.isPositive && (!guess.isPositive || guess.value > 240) ? mean : guess
      frameRate = rate.isPositive && rate.value <= 1000 ? rate : Rational(25, 1)
    } else {
      frameRate = nil
    }
    frameCount = stream.pointee.nb_frames > 0 ? Int(stream.pointee.nb_frames) : nil
    if let ticks = timestamp(stream.pointee.duration), ticks > 0 {
      duration = Double(ticks) * timeBase.value
    } else if let total = timestamp(context.pointee.duration), total > 0 {
      duration = Double(total) / Double(AV_TIME_BASE)
    } else {
      duration = nil
    }
    endTime = MediaStream.endTime(of: stream, metadata, in: context)
    bitRate = MediaStream.bitRate(of: stream, metadata, in: context)
    if let begins = timestamp(stream.pointee.start_time) {
      startTime = Double(begins) * timeBase.value - Double(origin) / Double(AV_TIME_BASE)
    } else {
      startTime = 0
    }
    size =
      parameters.width > 0 && parameters.height > 0
      ? PixelSize(width: Int(parameters.width), height: Int(parameters.height)) : nil
    pixelAspect = Rational(av_guess_sample_aspect_ratio(context, stream, nil))
    let matrix = sideData.first { $0.kind == AV_PKT_DATA_DISPLAYMATRIX }.map { data in
      data.bytes.withUnsafeBytes { raw in
        (0..<(raw.count / 4)).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) }
      }
    }
    orientation = matrix.map { Orientation(displayMatrix: $0) } ?? .upright
    isOrientationExact = matrix.map { Orientation.isExact(displayMatrix: $0) } ?? true
    isStill = frameCount == 1
    // Fragmented files fill their index only as they are read, but know their codec beforehand.
    isEmpty =
      String(cString: context.pointee.iformat.pointee.name).hasPrefix("mov")
      && stream.pointee.nb_frames == 0 && avformat_index_get_entries_count(stream) == 0
  }

  /// Whether the stream is a still picture whose pixels are mixed from four printing inks.
  public var isMixedFromInks: Bool { stillHeader?.hasInks == true }

  /// Whether the stream is a still picture with more pages, which decoders don't show.
  public var hasMorePages: Bool { stillHeader?.hasMorePages == true }

  /// The stream once its frames have been turned upright in their pixels.
  public var turnedUpright: MediaStream {
    var stream = self
    stream.size = size.map { orientation.upright($0) }
    if orientation.isTransposed { stream.pixelAspect = pixelAspect.inverse }
    stream.orientation = .upright
    stream.isOrientationExact = true
    stream.isTurnedByItsPictures = false
    stream.sideData.removeAll { $0.kind == AV_PKT_DATA_DISPLAYMATRIX }
    stream.stillHeader?.turnDensity(by: orientation)
    return stream
  }

  /// The stream with what its first picture says of it.
  func described(by picture: FirstPicture, isStill: Bool) -> MediaStream {
    var stream = self
    stream.isStill = isStill || self.isStill
    stream.stillHeader = picture.header
    if orientation == .upright, let turned = picture.orientation, turned != .upright {
      stream.orientation = turned
      stream.isTurnedByItsPictures = true
      stream.isOrientationExact = picture.isExact
    }
    return stream
  }
}

extension MediaStream {
  // Elsewhere libavformat guesses, or takes another stream's.
  fileprivate static func endTime(
    of stream: UnsafeMutablePointer<AVStream>, _ metadata: Metadata,
    in context: UnsafeMutablePointer<AVFormatContext>
  ) -> Int64? {
    let format = String(cString: context.pointee.iformat.pointee.name)
    if format.hasPrefix("mov"), let start = timestamp(stream.pointee.start_time),
      let duration = timestamp(stream.pointee.duration), duration > 0
    {
      return start + duration
    }
    // Such as 00:01:02.345000000, by the clock of the file.
    if format.hasPrefix("matroska"), let text = metadata["duration"] {
      let parts = text.split(separator: ":").compactMap { Double($0) }
      guard parts.count == 3, parts.allSatisfy({ (0..<1e6).contains($0) }) else { return nil }
      let seconds = (parts[0] * 60 + parts[1]) * 60 + parts[2]
      return Int64((seconds / Rational(stream.pointee.time_base).value).rounded())
    }
    return nil
  }

  // Codecs' own figures are bounds and not means, so only containers that have counted are asked.
  fileprivate static func bitRate(
    of stream: UnsafeMutablePointer<AVStream>, _ metadata: Metadata,
    in context: UnsafeMutablePointer<AVFormatContext>
  ) -> Int? {
    if let counted = (metadata["bps"] ?? metadata["bps-eng"]).flatMap({ Int($0) }) {
      return counted
    }
    if String(cString: context.pointee.iformat.pointee.name).hasPrefix("mov"),
      let rate = stream.pointee.codecpar?.pointee.bit_rate, rate > 0
    {
      return Int(rate)
    }
    guard let input = context.pointee.pb, let length = timestamp(context.pointee.duration),
      length > 0
    else { return nil }
    let bytes = avio_size(input)
    guard bytes > 0 else { return nil }
    var rest = Double(bytes) * 8 * Double(AV_TIME_BASE) / Double(length)
    var videos = 0
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let other = context.pointee.streams[index]?.pointee.codecpar?.pointee else { continue }
      if other.codec_type == AVMEDIA_TYPE_VIDEO { videos += 1 }
      if other.codec_type == AVMEDIA_TYPE_AUDIO { rest -= Double(max(0, other.bit_rate)) }
    }
    let rate = rest / Double(max(1, videos))
    return rate >= 1 && rate < Double(Int32.max) ? Int(rate) : nil
  }
}

/// The four characters of a container's tag for a coding; `nil` where they are none.
private func name(of tag: UInt32) -> String? {
  let characters = (0..<4).map { UInt8(truncatingIfNeeded: tag >> (8 * $0)) }
  guard characters.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
  return String(decoding: characters, as: UTF8.self)
}
