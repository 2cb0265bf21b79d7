import CFFmpeg

/// Turns one frame into the one packet of a JPEG file.
final class JPEGEncoder: FrameEncoder {
  let name = "jpeg"
  private let compressor: JPEGCompressor
  private let converter: FrameConverter
  private let size: PixelSize
  private let source: MediaStream
  private var still: StillEncoding

  /// An encoder for frames like `frame`.
  ///
  /// - Throws: `MediaError.Code.unencodable` where the settings ask for what JPEG cannot do.
  init(
    like frame: borrowing Frame, source: MediaStream, settings: EncoderSettings
  ) throws(MediaError) {
    if let codec = settings.codecName, codec != "mjpeg" {
      throw MediaError(.unencodable, "jpeg files cannot hold \(codec) video")
    }
    guard let format = frame.format.nearest(among: JPEGCompressor.formats) else {
      throw MediaError(.unencodable, "jpeg files cannot hold \(frame.format) pictures")
    }
    compressor = try JPEGCompressor(
      quality: Int(min(max(settings.quality ?? JPEGEncoder.quality, 1), 100)))
    still = StillEncoding(.jpeg, source: source)
    converter = FrameConverter(to: format, colours: still.colours)
    size = frame.size
    self.source = source
  }

  /// At this quality no trace of the coding is seen, even after several rounds of it.
  private static let quality = 97.0

  func describe() throws(MediaError) -> EncodedStream {
    EncodedStream(
      parameters: try CodecParameters(ofVideo: AV_CODEC_ID_MJPEG, size: size),
      frameRate: source.frameRate ?? Rational(25, 1))
  }

  // Every picture stands alone.
  func beginGroup() {}

  func encode(
    _ frame: consuming Frame, time: Int64, duration: Int64,
    into body: (consuming Packet) throws -> Void
  ) throws {
    guard frame.size == size else {
      throw MediaError(
        .unsupported, "the picture's size changes from \(size) to \(frame.size) in mid-stream")
    }
    let converted = try converter.convert(frame)
    try still.prepare(converted)
    var file = try compressor.file(of: converted)
    if let density = still.density {
      StillFile.set(density, inJPEG: &file)
    } else {
      StillFile.set(pixelAspect: source.pixelAspect, inJPEG: &file)
    }
    if let profile = still.colourProfile { StillFile.add(profile, toJPEG: &file) }
    let packet = try Packet()
    try packet.replaceBytes(with: file)
    packet.pointer.pointee.pts = time
    packet.pointer.pointee.dts = time
    packet.pointer.pointee.duration = duration
    packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY
    try body(packet)
  }

  func finish(into body: (consuming Packet) throws -> Void) throws {}
}
