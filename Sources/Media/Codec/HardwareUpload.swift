import CFFmpeg

/// Brings frames into the memory of a device, for an encoder that takes them only from there: the
/// owner of an `AVHWFramesContext`.
///
/// Used by one thread at a time.
final class HardwareUpload {
  /// The layout of frames in this machine's memory that the device takes.
  let source: PixelFormat
  /// The device's own format, which stands for a place in its memory.
  let format: PixelFormat
  private var frames: UnsafeMutablePointer<AVBufferRef>?

  /// Frames that the device has room for: those that an encoder holds back, and a few on the way.
  private static let poolSize: Int32 = 48

  /// An upload for frames like `frame`; `nil` where the encoder takes frames as they are.
  ///
  /// - Throws: `MediaError.Code.unencodable` where this machine has no such device.
  init?(for encoder: UnsafePointer<AVCodec>, like frame: borrowing Frame) throws(MediaError) {
    guard let config = HardwareUpload.config(of: encoder) else { return nil }
    let name = String(cString: encoder.pointee.name)
    let message = "\(name) finds no device on this machine"
    var device: UnsafeMutablePointer<AVBufferRef>?
    defer { av_buffer_unref(&device) }
    let status = av_hwdevice_ctx_create(&device, config.device_type, nil, nil, 0)
    guard status >= 0 else { throw MediaError(status: status, message).as(.unencodable) }
    format = PixelFormat(config.pix_fmt)
    source = HardwareUpload.nearest(to: frame.format, on: device)
    frames = av_hwframe_ctx_alloc(device)
    guard let context = frames?.pointee.data else {
      throw MediaError(.internalFault, "no memory for the frames of \(name)")
    }
    context.withMemoryRebound(to: AVHWFramesContext.self, capacity: 1) { context in
      context.pointee.format = config.pix_fmt
      context.pointee.sw_format = source.libav
      context.pointee.width = Int32(frame.size.width)
      context.pointee.height = Int32(frame.size.height)
      context.pointee.initial_pool_size = HardwareUpload.poolSize
    }
    let ready = av_hwframe_ctx_init(frames)
    guard ready >= 0 else { throw MediaError(status: ready, message).as(.unencodable) }
  }

  deinit { av_buffer_unref(&frames) }

  /// Has an encoder that is not open yet take its frames from here.
  func attach(to encoder: UnsafeMutablePointer<AVCodecContext>) {
    encoder.pointee.pix_fmt = format.libav
    encoder.pointee.hw_frames_ctx = frames.flatMap { av_buffer_ref($0) }
  }

  /// The frame in the device's memory, with all its properties.
  func upload(_ frame: borrowing Frame) throws(MediaError) -> Frame {
    let uploaded = try Frame()
    try check(
      av_hwframe_get_buffer(frames, uploaded.pointer, 0), "the device has no room for a frame")
    try check(
      av_hwframe_transfer_data(uploaded.pointer, frame.pointer, 0),
      "a frame cannot be brought to the device")
    try check(
      av_frame_copy_props(uploaded.pointer, frame.pointer), "cannot copy a picture's properties")
    return uploaded
  }

  private static func config(of encoder: UnsafePointer<AVCodec>) -> AVCodecHWConfig? {
    guard var next = cffmpeg_encoder_formats(encoder), next.pointee != AV_PIX_FMT_NONE else {
      return nil
    }
    while next.pointee != AV_PIX_FMT_NONE {
      guard PixelFormat(next.pointee).isHardware else { return nil }
      next += 1
    }
    var index: Int32 = 0
    while let config = avcodec_get_hw_config(encoder, index)?.pointee {
      if config.methods & Int32(AV_CODEC_HW_CONFIG_METHOD_HW_FRAMES_CTX) != 0 { return config }
      index += 1
    }
    return nil
  }

  private static func nearest(
    to format: PixelFormat, on device: UnsafeMutablePointer<AVBufferRef>?
  ) -> PixelFormat {
    var limits = av_hwdevice_get_hwframe_constraints(device, nil)
    defer { av_hwframe_constraints_free(&limits) }
    var formats: [PixelFormat] = []
    if var next = limits?.pointee.valid_sw_formats {
      while next.pointee != AV_PIX_FMT_NONE {
        formats.append(PixelFormat(next.pointee))
        next += 1
      }
    }
    // Every device takes this one.
    return format.nearest(among: formats) ?? PixelFormat(AV_PIX_FMT_NV12)
  }
}
