import CFFmpeg

/// What a muxer must know of an encoder's packets: an immutable copy of `AVCodecParameters`.
public final class EncodedStream: @unchecked Sendable {  // Never changed after `init`.
  let parameters: UnsafePointer<AVCodecParameters>
  let frameRate: Rational
  private let owned: UnsafeMutablePointer<AVCodecParameters>

  init(
    of encoder: UnsafePointer<AVCodecContext>, frameRate: Rational
  ) throws(MediaError) {
    var copy = avcodec_parameters_alloc()
    let status = avcodec_parameters_from_context(copy, encoder)
    guard status >= 0, let filled = copy else {
      avcodec_parameters_free(&copy)
      throw MediaError(status: status, "the encoder's parameters cannot be copied")
    }
    owned = filled
    parameters = UnsafePointer(filled)
    self.frameRate = frameRate
  }

  deinit {
    var owned: UnsafeMutablePointer<AVCodecParameters>? = owned
    avcodec_parameters_free(&owned)
  }

  /// libavcodec's name of the coding.
  public var codecName: String {
    String(cString: avcodec_get_name(parameters.pointee.codec_id))
  }
}
