import CFFmpeg

/// What must be known of a stream's packets to decode or to mux them: an immutable copy of
/// `AVCodecParameters`, safe to share between the threads that read, encode and write.
final class CodecParameters: @unchecked Sendable {  // Never changed after `init`.
  let pointer: UnsafePointer<AVCodecParameters>
  private let owned: UnsafeMutablePointer<AVCodecParameters>

  private init(
    _ fill: (UnsafeMutablePointer<AVCodecParameters>?) -> Int32
  ) throws(MediaError) {
    var copy = avcodec_parameters_alloc()
    let status = fill(copy)
    guard status >= 0, let filled = copy else {
      avcodec_parameters_free(&copy)
      throw MediaError(status: status, "a stream's parameters cannot be copied")
    }
    owned = filled
    pointer = UnsafePointer(filled)
  }

  /// A copy of what a demuxer knows of a stream.
  convenience init(copying parameters: UnsafePointer<AVCodecParameters>) throws(MediaError) {
    try self.init { avcodec_parameters_copy($0, parameters) }
  }

  /// What must be known of video that is not made by libavcodec.
  convenience init(ofVideo codec: AVCodecID, size: PixelSize) throws(MediaError) {
    try self.init { parameters in
      guard let parameters else { return cffmpeg_error_no_memory }
      parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
      parameters.pointee.codec_id = codec
      parameters.pointee.width = Int32(clamping: size.width)
      parameters.pointee.height = Int32(clamping: size.height)
      return 0
    }
  }

  /// What an opened encoder says of its packets.
  convenience init(of encoder: UnsafePointer<AVCodecContext>) throws(MediaError) {
    try self.init { avcodec_parameters_from_context($0, encoder) }
  }

  /// The codec's own header.
  var header: [UInt8] {
    Array(
      UnsafeBufferPointer(
        start: pointer.pointee.extradata, count: Int(max(0, pointer.pointee.extradata_size))))
  }

  /// The same with another header.
  func withHeader(_ header: [UInt8]) throws(MediaError) -> CodecParameters {
    let copy = try CodecParameters(copying: pointer)
    try check(
      header.withUnsafeBufferPointer {
        cffmpeg_set_extradata(copy.owned, $0.baseAddress, Int32(clamping: $0.count))
      }, "no memory for a stream's header")
    return copy
  }

  deinit {
    var owned: UnsafeMutablePointer<AVCodecParameters>? = owned
    avcodec_parameters_free(&owned)
  }
}
