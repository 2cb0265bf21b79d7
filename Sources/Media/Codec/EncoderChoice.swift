import CFFmpeg

/// Which encoders come into question for a source, a container and the user's wishes.
enum EncoderChoice {
  /// The encoders to try, best first.
  ///
  /// - Throws: `MediaError.Code.unencodable` with what the user can change where there is none.
  static func candidates(
    source: AVCodecID, container: OutputContainer, settings: EncoderSettings
  ) throws(MediaError) -> [UnsafePointer<AVCodec>] {
    if let name = settings.encoderName {
      guard let encoder = avcodec_find_encoder_by_name(name),
        encoder.pointee.type == AVMEDIA_TYPE_VIDEO
      else { throw MediaError(.unencodable, "there is no video encoder named '\(name)'") }
      try requireHeld(encoder.pointee.id, by: container)
      return [encoder]
    }
    if let name = settings.codecName {
      guard let descriptor = avcodec_descriptor_get_by_name(name),
        let encoder = encoder(for: descriptor.pointee.id)
      else {
        throw MediaError(.unencodable, "this build of libavcodec has no encoder for \(name)")
      }
      try requireHeld(descriptor.pointee.id, by: container)
      return [encoder]
    }
    var codecs = [source, AV_CODEC_ID_H264, container.videoCodec]
    // Bare samples are what cameras give for want of an encoder, and Matroska holds them by a
    // notation of other files only.
    let isBare =
      source == AV_CODEC_ID_WRAPPED_AVFRAME
      || source == AV_CODEC_ID_RAWVIDEO && (settings.isLive || container.name == "matroska")
    if isBare { codecs.removeFirst() }
    let found = codecs.enumerated().compactMap { index, codec in
      codecs.prefix(index).contains { $0 == codec } || !container.holds(codec)
        ? nil : encoder(for: codec)
    }
    guard !found.isEmpty else {
      throw MediaError(.unencodable, "no encoder here writes what \(container.name) files hold")
    }
    return found
  }

  private static func requireHeld(
    _ codec: AVCodecID, by container: OutputContainer
  ) throws(MediaError) {
    guard container.holds(codec) else {
      let name = String(cString: avcodec_get_name(codec))
      throw MediaError(.unencodable, "\(container.name) files cannot hold \(name) video")
    }
  }

  private static func encoder(for codec: AVCodecID) -> UnsafePointer<AVCodec>? {
    let preferred: [String] =
      switch codec {
      case AV_CODEC_ID_H264: ["libx264"]
      case AV_CODEC_ID_HEVC: ["libx265"]
      case AV_CODEC_ID_AV1: ["libsvtav1", "libaom-av1"]
      case AV_CODEC_ID_VP9: ["libvpx-vp9"]
      case AV_CODEC_ID_VP8: ["libvpx"]
      case AV_CODEC_ID_PRORES: ["prores_ks"]
      case AV_CODEC_ID_WEBP: ["libwebp"]
      default: []
      }
    for name in preferred {
      if let encoder = avcodec_find_encoder_by_name(name) { return UnsafePointer(encoder) }
    }
    guard let encoder = avcodec_find_encoder(codec),
      encoder.pointee.capabilities & AV_CODEC_CAP_EXPERIMENTAL == 0
    else { return nil }
    return UnsafePointer(encoder)
  }
}
