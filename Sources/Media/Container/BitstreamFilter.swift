import CFFmpeg

/// Rewrites the packets of one stream without decoding them: the owner of an `AVBSFContext`.
///
/// Used by one thread at a time.
final class BitstreamFilter {
  private let context: UnsafeMutablePointer<AVBSFContext>

  /// A filter for the packets of a stream.
  ///
  /// - Parameter name: libavcodec's name of it, such as `aac_adtstoasc`.
  init(_ name: String, for stream: MediaStream) throws(MediaError) {
    guard let filter = av_bsf_get_by_name(name) else {
      throw MediaError(.unencodable, "this build of libavcodec has no bitstream filter \(name)")
    }
    var context: UnsafeMutablePointer<AVBSFContext>?
    var status = av_bsf_alloc(filter, &context)
    if status >= 0 {
      status = avcodec_parameters_copy(
        context?.pointee.par_in, stream.codecParameters.pointer)
      context?.pointee.time_base_in = stream.timeBase.libav
    }
    if status >= 0 { status = av_bsf_init(context) }
    guard status >= 0, let opened = context else {
      let error = MediaError(status: status, "the bitstream filter \(name) cannot be used")
      av_bsf_free(&context)
      throw error
    }
    self.context = opened
  }

  deinit {
    var owned: UnsafeMutablePointer<AVBSFContext>? = context
    av_bsf_free(&owned)
  }

  /// Rewrites a packet in place.
  ///
  /// - Throws: `MediaError.Code.damaged` where the filter does not understand it.
  func filter(_ packet: borrowing Packet) throws(MediaError) {
    try check(av_bsf_send_packet(context, packet.pointer), "has a packet that cannot be read")
    try check(av_bsf_receive_packet(context, packet.pointer), "has a packet that cannot be read")
  }
}
