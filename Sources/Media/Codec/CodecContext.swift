import CFFmpeg

/// The owner of an `AVCodecContext`, whose log lines are told from those of others.
final class CodecContext {
  let pointer: UnsafeMutablePointer<AVCodecContext>

  /// A context that is not open yet.
  init(_ codec: UnsafePointer<AVCodec>) throws(MediaError) {
    pointer = try allocated(avcodec_alloc_context3(codec), "a codec")
    pointer.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    LibavLog.shared.unwatch(Unmanaged.passUnretained(self).toOpaque())
    var owned: UnsafeMutablePointer<AVCodecContext>? = pointer
    avcodec_free_context(&owned)
  }

  /// Opens a decoder for a stream.
  ///
  /// - Throws: `MediaError.Code.unsupported` where libavcodec cannot decode the stream.
  static func decoder(for stream: MediaStream) throws(MediaError) -> CodecContext {
    guard let codec = avcodec_find_decoder(stream.codec) else {
      throw MediaError(.unsupported, "this build of libavcodec cannot decode \(stream.codecName)")
    }
    let context = try CodecContext(codec)
    let message = "cannot decode \(stream.codecName)"
    try check(
      avcodec_parameters_to_context(context.pointer, stream.codecParameters.pointer), message)
    context.pointer.pointee.thread_count = 1
    context.pointer.pointee.err_recognition = AV_EF_CRCCHECK
    context.pointer.pointee.pkt_timebase = stream.timeBase.libav
    guard avcodec_open2(context.pointer, codec, nil) >= 0 else {
      throw MediaError(.unsupported, message, cause: LibavLog.shared.takeLastError())
    }
    return context
  }

  /// libavcodec's name of the coding, such as `aac`.
  var codecName: String { String(cString: avcodec_get_name(pointer.pointee.codec_id)) }

  /// The channels of its sound.
  var channels: ChannelLayout { ChannelLayout(pointer.pointee.ch_layout) }

  /// Forgets what libavcodec has logged of this codec and remembers what follows.
  func watchLog() {
    LibavLog.shared.watch(Unmanaged.passUnretained(self).toOpaque())
  }

  /// The last error that libavcodec has logged of this codec; `nil` where there is none.
  var loggedError: String? {
    LibavLog.shared.error(of: Unmanaged.passUnretained(self).toOpaque())
  }
}
