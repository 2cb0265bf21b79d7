import CFFmpeg

/// What is special about writing one still picture: quality, kind of colours, and what is put into
/// the file beside the coded pixels.
struct StillEncoding {
  private let kind: StillFormat
  private let header: StillHeader?
  private let isLossless: Bool
  /// The ICC profile of the prepared frame's colours; `nil` where it has none that fits.
  private(set) var colourProfile: [UInt8]?
  private var isUsed = false

  /// The way to write a picture of a stream as a file of one kind.
  init(_ kind: StillFormat, source: MediaStream) {
    self.kind = kind
    header = source.stillHeader
    let properties = avcodec_descriptor_get(source.codec)?.pointee.props ?? 0
    isLossless =
      source.codec == AV_CODEC_ID_WEBP
      ? header?.isLosslessWebP == true
      : properties & AV_CODEC_PROP_LOSSLESS != 0 && properties & AV_CODEC_PROP_LOSSY == 0
  }

  /// The density that the source's file says; `nil` where it says none.
  var density: PixelDensity? { header?.density }

  /// The kind of YUV that the file can say.
  var colours: PictureColours {
    switch kind {
    case .jpeg: .fullRange
    case .webp: .limitedRange
    case .png, .tiff, .bmp: .kept
    }
  }

  /// The encoder's options.
  func quality(_ settings: EncoderSettings) -> EncoderQuality {
    var quality = EncoderQuality(options: [])
    switch kind {
    case .jpeg:
      quality.quantiser = settings.quality ?? 1
      quality.options = [("qmin", "1"), ("huffman", "optimal")]
    case .webp:
      quality.options =
        isLossless && settings.quality == nil
        ? [("lossless", "1"), ("quality", "75")]
        : [("quality", String(settings.quality ?? 97))]
    case .tiff:
      quality.options = [("compression_algo", "lzw")] + densityOption
    case .png:
      quality.options = densityOption
    case .bmp:
      break
    }
    quality.options += settings.options.map { ($0.name, $0.value) }
    return quality
  }

  private var densityOption: [(name: String, value: String)] {
    // The encoders' option holds for both directions.
    guard let density = header?.density, abs(density.x - density.y) < 0.5 else { return [] }
    return [("dpi", String(Int(density.x.rounded())))]
  }

  /// The formats among those of the encoder that suit the kind of file.
  func formats(of formats: [PixelFormat]) -> [PixelFormat] {
    formats.filter { format in
      // Decoders give the fourth ink's place to an alpha channel that means nothing.
      if header?.hasInks == true, format.hasAlpha { return false }
      return switch kind {
      // The range is said by the frame and not by the format.
      case .jpeg: !format.description.hasPrefix("yuvj")
      case .webp: !isLossless || format.model == .rgb
      // Few programs read TIFF files in YUV.
      case .tiff: format.model != .yuv
      case .png, .bmp: true
      }
    }
  }

  /// Sets up an encoder that is about to be opened.
  func prepare(_ encoder: UnsafeMutablePointer<AVCodecContext>) {
    // No name of a program goes into the file.
    encoder.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    if encoder.pointee.sample_aspect_ratio.num <= 0 {
      encoder.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    }
    if kind == .jpeg { encoder.pointee.color_range = AVCOL_RANGE_JPEG }
  }

  /// Prepares a frame that is about to be encoded.
  ///
  /// - Throws: `MediaError.Code.unencodable` for all frames but the first.
  mutating func prepare(_ frame: borrowing Frame) throws(MediaError) {
    guard !isUsed else {
      throw MediaError(
        .unencodable, "a \(kind.rawValue) file holds one picture, and the input has more")
    }
    isUsed = true
    frame.removeMetadata()
    colourProfile = frame.colourProfile
    // A profile of inks or of gray says nothing of a picture in other colours.
    let space = colourProfile.map { Array($0.dropFirst(16).prefix(4)) }
    let fits = space == Array((frame.format.model == .gray ? "GRAY" : "RGB ").utf8)
    if !fits {
      colourProfile = nil
      av_frame_remove_side_data(frame.pointer, AV_FRAME_DATA_ICC_PROFILE)
    }
  }

  /// Puts what the encoder leaves out into the coded picture.
  func finish(_ packet: borrowing Packet) throws(MediaError) {
    guard colourProfile != nil || header?.density != nil else { return }
    var file = packet.withBytes { Array($0) }
    switch kind {
    case .jpeg:
      if let density = header?.density { StillFile.set(density, inJPEG: &file) }
    case .webp:
      if let colourProfile { StillFile.add(colourProfile, toWebP: &file) }
    case .tiff:
      if let colourProfile { StillFile.add(colourProfile, toTIFF: &file) }
    case .png, .bmp:
      return
    }
    try packet.replaceBytes(with: file)
  }
}
