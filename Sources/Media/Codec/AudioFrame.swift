import CFFmpeg

/// A piece of decoded sound: the single owner of an `AVFrame` without pictures.
struct AudioFrame: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFrame>

  /// An empty frame for a decoder to fill.
  init() throws(MediaError) {
    pointer = try allocated(av_frame_alloc(), "a frame")
  }

  /// A frame with room for samples of undefined content.
  ///
  /// - Parameter count: samples of each channel.
  static func filled(
    format: AVSampleFormat, rate: Int32, layout: AVChannelLayout, count: Int32
  ) throws(MediaError) -> AudioFrame {
    let frame = try AudioFrame()
    frame.pointer.pointee.format = format.rawValue
    frame.pointer.pointee.sample_rate = rate
    frame.pointer.pointee.nb_samples = count
    var layout = layout
    try check(
      av_channel_layout_copy(&frame.pointer.pointee.ch_layout, &layout), "no memory for sound")
    try check(av_frame_get_buffer(frame.pointer, 0), "no memory for sound")
    return frame
  }

  deinit {
    var owned: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&owned)
  }

  /// A frame of silence with the sample format, rate and channels of this one.
  func silence(count: Int32) throws(MediaError) -> AudioFrame {
    let frame = try AudioFrame.filled(
      format: AVSampleFormat(pointer.pointee.format), rate: pointer.pointee.sample_rate,
      layout: pointer.pointee.ch_layout, count: count)
    cffmpeg_silence(frame.pointer)
    return frame
  }

  /// Samples of each channel.
  var count: Int { Int(pointer.pointee.nb_samples) }

  /// Samples of each channel in a second.
  var rate: Int32 { pointer.pointee.sample_rate }

  /// Presentation time in ticks of the stream's time base; `nil` where unknown.
  var presentationTime: Int64? {
    timestamp(pointer.pointee.pts) ?? timestamp(pointer.pointee.best_effort_timestamp)
  }

  /// Whether the decoder found the frame's data damaged, wholly or in part.
  var isDamaged: Bool {
    pointer.pointee.decode_error_flags != 0
      || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }

  /// Whether sample format, rate and channels are those of `other`.
  func isLike(_ other: borrowing AudioFrame) -> Bool {
    pointer.pointee.format == other.pointer.pointee.format && rate == other.rate
      && av_channel_layout_compare(&pointer.pointee.ch_layout, &other.pointer.pointee.ch_layout)
        == 0
  }

  /// Gives channels that are only counted their usual places.
  func nameChannels() {
    let layout = pointer.pointee.ch_layout
    guard layout.order == AV_CHANNEL_ORDER_UNSPEC else { return }
    av_channel_layout_default(&pointer.pointee.ch_layout, layout.nb_channels)
  }
}
