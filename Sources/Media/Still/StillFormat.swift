import CFFmpeg

/// A kind of file that holds one still picture.
enum StillFormat: String, Hashable, Sendable {
  case jpeg
  case png
  case webp
  case tiff
  case bmp

  /// The kind that a file name's ending stands for; `nil` where it stands for none.
  init?(forFileName name: String) {
    let file = name.split(separator: "/").last ?? ""
    guard file.contains("."), let ending = file.split(separator: ".").last else { return nil }
    switch ending.lowercased() {
    case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
    case "png": self = .png
    case "webp": self = .webp
    case "tif", "tiff": self = .tiff
    case "bmp": self = .bmp
    default: return nil
    }
  }

  /// How its pixels are coded.
  var codec: AVCodecID {
    switch self {
    case .jpeg: AV_CODEC_ID_MJPEG
    case .png: AV_CODEC_ID_PNG
    case .webp: AV_CODEC_ID_WEBP
    case .tiff: AV_CODEC_ID_TIFF
    case .bmp: AV_CODEC_ID_BMP
    }
  }

  /// Whether it can hold an alpha channel.
  var carriesAlpha: Bool { self != .jpeg }

  /// The most pixels along a row or a column that can be written; `nil` where encoders set the
  /// limit.
  ///
  /// Source: libjpeg's `JPEG_MAX_DIMENSION`; RFC 9649, section 2.5.
  var longestSide: Int? {
    switch self {
    case .jpeg: 65_500
    case .webp: 16_383
    case .png, .tiff, .bmp: nil
    }
  }
}
