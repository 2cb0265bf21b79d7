import CFFmpeg

/// How many channels sound has and where they are heard.
///
/// The counterpart of libavutil's `AVChannelLayout`, for layouts that own no memory.
struct ChannelLayout: CustomStringConvertible {
  private(set) var libav: AVChannelLayout

  /// The usual layout of a number of channels.
  init(count: Int32) {
    libav = AVChannelLayout()
    av_channel_layout_default(&libav, count)
  }

  /// A layout of libavutil's; the usual one where channels have places of their own or none.
  init(_ layout: AVChannelLayout) {
    self.init(count: layout.nb_channels)
    if layout.order == AV_CHANNEL_ORDER_NATIVE { libav = layout }
  }

  /// The number of channels.
  var count: Int32 { libav.nb_channels }

  /// Whether it is known where each channel is heard.
  var hasPlaces: Bool { libav.order == AV_CHANNEL_ORDER_NATIVE }

  /// libavutil's name, such as `stereo`.
  var description: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      var layout = libav
      guard let base = buffer.baseAddress, av_channel_layout_describe(&layout, base, 128) > 0
      else { return "\(count) channels" }
      return String(cString: base)
    }
  }
}
