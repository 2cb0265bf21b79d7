import CFFmpeg

/// The container format that an output is written in.
public struct OutputContainer: @unchecked Sendable {  // Points to libavformat's constant tables.
  let format: UnsafePointer<AVOutputFormat>
  /// The kind of a file that is one still picture; `nil` for containers of footage.
  let still: StillFormat?

  /// The container that a name asks for.
  ///
  /// - Parameters:
  ///   - format: libavformat's name, or the ending of such files' names, such as `mkv`; `nil` goes by
  ///     the ending of `name`.
  /// - Throws: `MediaError.Code.unencodable` where that stands for none, or for one that holds no
  ///   video or more than one file.
  public init(forFileName name: String, format wanted: String? = nil) throws(MediaError) {
    _ = LibavLog.shared
    still = StillFormat(forFileName: wanted.map { "file.\($0)" } ?? name)
    // This muxer writes a packet's bytes as they are.
    if still != nil, let format = av_guess_format("image2pipe", nil, nil) {
      self.format = format
      return
    }
    let found =
      wanted.map { av_guess_format($0, nil, nil) ?? av_guess_format(nil, "file.\($0)", nil) }
      ?? av_guess_format(nil, name, nil)
    guard let format = found else {
      throw MediaError(
        .unencodable,
        wanted.map { "there is no container format '\($0)'" }
          ?? "the name's ending stands for no container")
    }
    // Others hold no video or no times, only pictures, or more than one file.
    let known = [
      "mp4", "mov", "ipod", "3gp", "3g2", "f4v", "matroska", "webm", "mpegts", "avi", "mpeg", "vob",
      "svcd", "dvd", "flv", "nut", "ogg", "ogv", "asf", "gif", "apng",
    ]
    let name = String(cString: format.pointee.name)
    guard known.contains(name) else {
      throw MediaError(.unencodable, "\(name) files are not supported as an output")
    }
    self.format = format
  }

  /// libavformat's name, such as `matroska`.
  public var name: String { still?.rawValue ?? String(cString: format.pointee.name) }

  /// Checks that the container holds what settings ask for by name, before any work is done.
  ///
  /// - Throws: `MediaError.Code.unencodable`.
  public func check(_ settings: EncoderSettings) throws(MediaError) {
    _ = try EncoderChoice.asked(by: settings, container: self)
  }

  /// Whether a file is one still picture.
  public var isStill: Bool { still != nil }

  /// Whether a file is one still picture in a format without transparency.
  public var isOpaqueStill: Bool { still?.carriesAlpha == false }

  /// The coding that suits the container best.
  var videoCodec: AVCodecID {
    // The encoder of Theora, which Ogg has as its own, makes no packets of pictures that repeat.
    ["ogg", "ogv"].contains(name) ? AV_CODEC_ID_VP8 : still?.codec ?? format.pointee.video_codec
  }

  /// Whether the container belongs to the family of QuickTime and MPEG-4 files.
  public var isQuickTimeFamily: Bool {
    ["mov", "mp4", "ipod", "3gp", "3g2", "f4v", "psp", "ismv"].contains(name)
  }

  /// Whether a rotation can be written beside the coded picture.
  public var carriesDisplayMatrix: Bool { isQuickTimeFamily }

  /// Whether chapters can be written.
  public var carriesChapters: Bool { isQuickTimeFamily || ["matroska", "webm"].contains(name) }

  /// Whether there is a place for sound.
  public var carriesSound: Bool { !isStill && format.pointee.audio_codec != AV_CODEC_ID_NONE }

  /// Whether a file can be written without ever going back in it.
  public var canBePiped: Bool { name != "avi" }

  /// Whether files, such as fonts, can be put in.
  public var carriesAttachments: Bool { name == "matroska" }

  /// Whether every text about the footage has a place of its own in the container's older notation;
  /// for files of the QuickTime family.
  ///
  /// Source: libavformat's `movenc.c`.
  func hasPlaces(for metadata: Metadata) -> Bool {
    let shared: Set = [
      "album", "artist", "comment", "composer", "copyright", "creation_time", "date", "genre",
      "keywords", "location", "title",
    ]
    let own: Set =
      name == "mov"
      ? ["make", "model"]
      : ["album_artist", "description", "grouping", "lyrics", "network", "show", "synopsis"]
    return metadata.tags.allSatisfy { shared.union(own).contains($0.name.lowercased()) }
  }

  /// Whether VP8 and VP9 may have an alpha channel beside their coded colours.
  var carriesSeparateAlpha: Bool { ["matroska", "webm"].contains(name) }

  /// Whether coded data of a stream of the input can be put in as it is.
  public func holds(_ stream: MediaStream) -> Bool {
    switch stream.kind {
    case .attachment: carriesAttachments
    case .data: holdsData(stream)
    default: holds(stream.codec)
    }
  }

  // Their own tables promise more than their muxers can write.
  private func holdsData(_ stream: MediaStream) -> Bool {
    switch name {
    case "mp4", "mov": stream.tagName == "gpmd"
    case "mpegts": stream.codec == AV_CODEC_ID_SMPTE_KLV
    case "nut": stream.codec != AV_CODEC_ID_NONE
    default: false
    }
  }

  func holds(_ codec: AVCodecID) -> Bool {
    if let still { return still.codec == codec }
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
    // And this one names only the coding of each kind that it prefers.
    case "ogg", "ogv":
      return [
        AV_CODEC_ID_THEORA, AV_CODEC_ID_VP8, AV_CODEC_ID_VORBIS, AV_CODEC_ID_OPUS,
        AV_CODEC_ID_FLAC, AV_CODEC_ID_SPEEX,
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
