import CFFmpeg

/// Which encoders come into question for a source, a container and the user's wishes.
enum EncoderChoice {
  /// The encoders to try for frames like `frame`, best first.
  ///
  /// - Throws: `MediaError.Code.unencodable` with what the user can change where there is none.
  static func candidates(
    like frame: borrowing Frame, source: AVCodecID, container: OutputContainer,
    settings: EncoderSettings
  ) throws(MediaError) -> [UnsafePointer<AVCodec>] {
    if let asked = try asked(by: settings, container: container) {
      return sorted(asked, like: frame, source: source)
    }
    var found: [UnsafePointer<AVCodec>] = []
    for codec in codecs(source: source, container: container, isLive: settings.isLive)
    where container.holds(codec) && !found.contains(where: { $0.pointee.id == codec }) {
      found += sorted(encoders(for: codec), like: frame, source: source)
    }
    guard !found.isEmpty else {
      throw MediaError(.unencodable, "no encoder here writes what \(container.name) files hold")
    }
    return found
  }

  /// The encoders that the user asks for by name; `nil` where it is left open.
  ///
  /// - Throws: as above.
  static func asked(
    by settings: EncoderSettings, container: OutputContainer
  ) throws(MediaError) -> [UnsafePointer<AVCodec>]? {
    if let name = settings.encoderName {
      guard let encoder = avcodec_find_encoder_by_name(name),
        encoder.pointee.type == AVMEDIA_TYPE_VIDEO
      else { throw MediaError(.unencodable, "there is no video encoder named '\(name)'") }
      try requireHeld(encoder.pointee.id, by: container)
      if let codec = settings.codecName,
        avcodec_descriptor_get_by_name(codec)?.pointee.id != encoder.pointee.id
      {
        throw MediaError(.unencodable, "\(name) does not write \(codec)")
      }
      return [UnsafePointer(encoder)]
    }
    guard let name = settings.codecName else { return nil }
    let found = avcodec_descriptor_get_by_name(name).map { encoders(for: $0.pointee.id) } ?? []
    guard let first = found.first else {
      throw MediaError(.unencodable, "this build of libavcodec has no encoder for \(name)")
    }
    try requireHeld(first.pointee.id, by: container)
    return found
  }

  // What is tried where it is left open: the source's own coding, then the most common one, then
  // the container's.
  private static func codecs(
    source: AVCodecID, container: OutputContainer, isLive: Bool
  ) -> [AVCodecID] {
    let others = [AV_CODEC_ID_H264, container.videoCodec]
    switch source {
    case AV_CODEC_ID_WRAPPED_AVFRAME:
      return others
    // Bare samples are what cameras give for want of an encoder, and Matroska holds them by a
    // notation of other files only.
    case AV_CODEC_ID_RAWVIDEO where isLive || container.name == "matroska":
      return others
    // Elsewhere its pictures are not found again.
    case AV_CODEC_ID_GIF where container.name != "gif":
      return others
    // See `OutputContainer.videoCodec`.
    case AV_CODEC_ID_THEORA:
      return others
    default:
      return [source] + others
    }
  }

  private static func requireHeld(
    _ codec: AVCodecID, by container: OutputContainer
  ) throws(MediaError) {
    guard container.holds(codec) else {
      let name = String(cString: avcodec_get_name(codec))
      throw MediaError(.unencodable, "\(container.name) files cannot hold \(name) video")
    }
  }

  // Of the encoders for the source's own coding those that lose nothing of the pixel format are
  // best: not all have every one that the coding has.
  private static func sorted(
    _ encoders: [UnsafePointer<AVCodec>], like frame: borrowing Frame, source: AVCodecID
  ) -> [UnsafePointer<AVCodec>] {
    var faithful: [UnsafePointer<AVCodec>] = []
    var others: [UnsafePointer<AVCodec>] = []
    for encoder in encoders {
      let format = try? Encoder.format(of: frame, for: encoder, still: nil)
      if encoder.pointee.id == source, format?.holds(frame.format) == true {
        faithful.append(encoder)
      } else {
        others.append(encoder)
      }
    }
    return faithful + others
  }

  private static func encoders(for codec: AVCodecID) -> [UnsafePointer<AVCodec>] {
    let names: [String] =
      switch codec {
      case AV_CODEC_ID_H264: ["libx264", "libx264rgb"]
      case AV_CODEC_ID_HEVC: ["libx265"]
      case AV_CODEC_ID_AV1: ["libsvtav1", "libaom-av1"]
      case AV_CODEC_ID_VP9: ["libvpx-vp9"]
      case AV_CODEC_ID_VP8: ["libvpx"]
      case AV_CODEC_ID_PRORES: ["prores_ks"]
      case AV_CODEC_ID_WEBP: ["libwebp"]
      default: []
      }
    let preferred = names.compactMap { avcodec_find_encoder_by_name($0) }
    if !preferred.isEmpty { return preferred.map { UnsafePointer($0) } }
    guard let encoder = avcodec_find_encoder(codec),
      encoder.pointee.capabilities & AV_CODEC_CAP_EXPERIMENTAL == 0
    else { return [] }
    return [UnsafePointer(encoder)]
  }
}
