import CFFmpeg

/// The container format that an output is written in.
public struct OutputContainer: @unchecked Sendable {  // Points to libavformat's constant tables.
  let format: UnsafePointer<AVOutputFormat>

  /// The container that a file name asks for.
  ///
  /// - Throws: `MediaError.Code.unencodable` where the name's ending stands for none, or for one
  ///   that holds no video or more than one file.
  public init(forFileName name: String) throws(MediaError) {
    _ = LibavLog.shared
    guard let format = av_guess_format(nil, name, nil) else {
      throw MediaError(.unencodable, "the name's ending stands for no container")
    }
    // Others hold no video or no times, only pictures, or more than one file.
    let known = [
      "mp4", "mov", "ipod", "3gp", "3g2", "f4v", "matroska", "webm", "mpegts", "avi", "mpeg", "vob",
      "svcd", "dvd", "flv", "nut", "ogg", "asf", "gif",
    ]
    let name = String(cString: format.pointee.name)
    guard known.contains(name) else {
      throw MediaError(.unencodable, "\(name) files are not supported as an output")
    }
    self.format = format
  }

  /// libavformat's name, such as `matroska`.
  public var name: String { String(cString: format.pointee.name) }

  /// Whether the container belongs to the family of QuickTime and MPEG-4 files.
  public var isQuickTimeFamily: Bool {
    ["mov", "mp4", "ipod", "3gp", "3g2", "f4v", "psp", "ismv"].contains(name)
  }

  /// Whether a rotation can be written beside the coded picture.
  public var carriesDisplayMatrix: Bool { isQuickTimeFamily }

  /// Whether chapters can be written.
  public var carriesChapters: Bool { isQuickTimeFamily || ["matroska", "webm"].contains(name) }

  /// Whether files, such as fonts, can be put in.
  public var carriesAttachments: Bool { name == "matroska" }

  /// Whether VP8 and VP9 may have an alpha channel beside their coded colours.
  var carriesSeparateAlpha: Bool { ["matroska", "webm"].contains(name) }

  /// Whether coded data of a stream of the input can be put in as it is.
  public func holds(_ stream: MediaStream) -> Bool {
    stream.kind == .attachment ? carriesAttachments : holds(stream.codec)
  }

  func holds(_ codec: AVCodecID) -> Bool {
    switch name {
    // These two answer "unknown" for everything.
    case "mpegts":
      return [
        AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO,
        AV_CODEC_ID_MPEG4, AV_CODEC_ID_AAC, AV_CODEC_ID_AAC_LATM, AV_CODEC_ID_MP2,
        AV_CODEC_ID_MP3, AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_DTS, AV_CODEC_ID_OPUS,
        AV_CODEC_ID_TRUEHD, AV_CODEC_ID_DVB_SUBTITLE, AV_CODEC_ID_DVB_TELETEXT,
        AV_CODEC_ID_HDMV_PGS_SUBTITLE,
      ].contains { $0 == codec }
    case "mpeg", "vob", "svcd", "dvd", "vcd":
      return [
        AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MP1, AV_CODEC_ID_MP2,
        AV_CODEC_ID_MP3, AV_CODEC_ID_AC3, AV_CODEC_ID_DTS, AV_CODEC_ID_DVD_SUBTITLE,
      ].contains { $0 == codec }
    case "mov" where [AV_CODEC_ID_VP9, AV_CODEC_ID_AV1].contains { $0 == codec }:
      // Its muxer leaves these to MP4, but only says so when the header is written.
      return false
    case "matroska"
    where [AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO].contains(avcodec_get_type(codec)):
      // What Matroska has no name for goes in under the tags of WAV, AVI and QuickTime files.
      var tables =
        avcodec_get_type(codec) == AVMEDIA_TYPE_AUDIO
        ? [avformat_get_riff_audio_tags(), nil]
        : [avformat_get_riff_video_tags(), avformat_get_mov_video_tags(), nil]
      return avformat_query_codec(format, codec, FF_COMPLIANCE_NORMAL) == 1
        || av_codec_get_tag(&tables, codec) != 0
    default:
      return avformat_query_codec(format, codec, FF_COMPLIANCE_NORMAL) == 1
    }
  }
}
