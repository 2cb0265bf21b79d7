import CFFmpeg

/// A library of FFmpeg that the process has loaded.
public enum MediaLibrary: String, CaseIterable, Sendable {
  /// Containers.
  case avformat = "libavformat"
  /// Codecs.
  case avcodec = "libavcodec"
  /// Palettes.
  case avfilter = "libavfilter"
  /// Scaling and pixel formats.
  case swscale = "libswscale"
  /// Sample rates, channels and sample formats of sound.
  case swresample = "libswresample"
  /// What the others share.
  case avutil = "libavutil"

  /// The version at run time as `major.minor.micro`, which may be newer than that at build time.
  public var version: String {
    let packed =
      switch self {
      case .avformat: avformat_version()
      case .avcodec: avcodec_version()
      case .avfilter: avfilter_version()
      case .swscale: swscale_version()
      case .swresample: swresample_version()
      case .avutil: avutil_version()
      }
    // Eight bits each for minor and micro, as AV_VERSION_INT packs them.
    return "\(packed >> 16).\(packed >> 8 & 0xFF).\(packed & 0xFF)"
  }
}
