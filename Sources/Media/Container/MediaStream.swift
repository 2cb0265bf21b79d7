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
  /// Seconds per tick of the stream's timestamps.
  public let timeBase: Rational
  /// Frames per second that a constant-rate encoder should be told; `nil` for what is not video.
  public let frameRate: Rational?
  /// The number of frames or packets that the container announces; `nil` where it does not.
  public let frameCount: Int?
  /// Length in seconds that the container announces; `nil` where it does not.
  public let duration: Double?
  /// Coded size; `nil` for what is not video or where unknown.
  public let size: PixelSize?
  /// Width of a coded pixel by its height, as container or codec say; 0/1 where they don't.
  public let pixelAspect: Rational
  /// How the picture is turned to stand upright.
  public let orientation: Orientation
  /// Whether the container says that the stream has not a single packet.
  public let isEmpty: Bool

  let codec: AVCodecID
  let tag: UInt32

  init(_ stream: UnsafeMutablePointer<AVStream>, of context: UnsafeMutablePointer<AVFormatContext>)
  {
    let parameters = stream.pointee.codecpar.pointee
    index = Int(stream.pointee.index)
    codec = parameters.codec_id
    tag = parameters.codec_tag
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
    codecName = String(cString: avcodec_get_name(parameters.codec_id))
    timeBase = Rational(stream.pointee.time_base)
    if kind == .video {
      // Containers with millisecond clocks (FLV, Matroska without a default duration) announce
      // 1000 frames a second; the mean says more than such a guess.
      let mean = Rational(stream.pointee.avg_frame_rate)
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
    size =
      parameters.width > 0 && parameters.height > 0
      ? PixelSize(width: Int(parameters.width), height: Int(parameters.height)) : nil
    pixelAspect = Rational(av_guess_sample_aspect_ratio(context, stream, nil))
    orientation =
      cffmpeg_display_matrix(stream).map {
        Orientation(displayMatrix: Array(UnsafeBufferPointer(start: $0, count: 9)))
      } ?? .upright
    // Fragmented files fill their index only as they are read, but know their codec beforehand.
    isEmpty =
      String(cString: context.pointee.iformat.pointee.name).hasPrefix("mov")
      && stream.pointee.nb_frames == 0 && avformat_index_get_entries_count(stream) == 0
  }
}
