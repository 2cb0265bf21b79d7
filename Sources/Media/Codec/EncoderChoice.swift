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
    if let name = settings.encoderName {
      guard let encoder = avcodec_find_encoder_by_name(name),
        encoder.pointee.type == AVMEDIA_TYPE_VIDEO
      else { throw MediaError(.unencodable, "there is no video encoder named '\(name)'") }
      try requireHeld(encoder.pointee.id, by: container)
      return [encoder]
    }
    if let name = settings.codecName {
      guard let descriptor = avcodec_descriptor_get_by_name(name),
        let encoder = encoder(
          for: descriptor.pointee.id, like: frame, isSource: descriptor.pointee.id == source)
      else {
        throw MediaError(.unencodable, "this build of libavcodec has no encoder for \(name)")
      }
      try requireHeld(descriptor.pointee.id, by: container)
      return [encoder]
    }
    // Bare samples are what cameras give for want of an encoder, and Matroska holds them by a
    // notation of other files only.
    let isBare =
      source == AV_CODEC_ID_WRAPPED_AVFRAME
      || source == AV_CODEC_ID_RAWVIDEO && (settings.isLive || container.name == "matroska")
    let codecs = [source, AV_CODEC_ID_H264, container.videoCodec]
    var found: [UnsafePointer<AVCodec>] = []
    for (index, codec) in codecs.enumerated()
    where container.holds(codec) && !codecs.prefix(index).contains(where: { $0 == codec }) {
      if index == 0, isBare { continue }
      if let encoder = encoder(for: codec, like: frame, isSource: index == 0) {
        found.append(encoder)
      }
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

  // Of the encoders for the source's own coding the first that loses nothing of the pixel format is
  // best: not all have every one that the coding has.
  private static func encoder(
    for codec: AVCodecID, like frame: borrowing Frame, isSource: Bool
  ) -> UnsafePointer<AVCodec>? {
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
      .map { UnsafePointer($0) }
    if isSource {
      for encoder in preferred {
        let format = try? Encoder.format(of: frame, for: encoder, still: nil)
        if let format, format.holds(frame.format) { return encoder }
      }
    }
    if let first = preferred.first { return first }
    guard let encoder = avcodec_find_encoder(codec),
      encoder.pointee.capabilities & AV_CODEC_CAP_EXPERIMENTAL == 0
    else { return nil }
    return UnsafePointer(encoder)
  }
}
