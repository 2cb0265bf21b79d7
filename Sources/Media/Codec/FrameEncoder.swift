/// Turns the frames of one video stream into packets that carry the frames' times.
///
/// Used by one thread at a time.
public protocol FrameEncoder: AnyObject {
  /// The encoder's name.
  var name: String { get }

  /// What was asked for, by the names of options, and is left out since it means nothing to the
  /// encoder.
  var ignoredSettings: [String] { get }

  /// What a muxer must know of the packets to come.
  func describe() throws(MediaError) -> EncodedStream

  /// Has decoding begin with the next frame, so that nothing after it needs what comes before.
  func beginGroup()

  /// Encodes one frame and hands out the packets that are ready, in decoding order.
  ///
  /// - Parameters:
  ///   - frame: of the size that the encoder was opened for.
  ///   - time: presentation time, in ticks of the source stream's time base.
  ///   - duration: how long the frame is shown, in the same ticks; 0 where unknown.
  /// - Throws: `MediaError` where encoding fails; whatever `body` throws.
  func encode(
    _ frame: consuming Frame, time: Int64, duration: Int64,
    into body: (consuming Packet) throws -> Void
  ) throws

  /// Hands out the packets that the encoder still holds; nothing may be encoded afterwards.
  func finish(into body: (consuming Packet) throws -> Void) throws
}

extension FrameEncoder {
  /// Nothing.
  public var ignoredSettings: [String] { [] }
}

extension OutputContainer {
  /// Opens an encoder for frames like `frame`: what `Encoder` chooses, but for JPEG files.
  ///
  /// - Throws: `MediaError.Code.unencodable` where no encoder takes the frames or the settings, or
  ///   where the file format holds no picture of that size.
  public func openEncoder(
    like frame: borrowing Frame, source: MediaStream, settings: EncoderSettings
  ) throws(MediaError) -> any FrameEncoder {
    let size = frame.size
    if let still, let most = still.longestSide, max(size.width, size.height) > most {
      throw MediaError(
        .unencodable,
        "\(still.rawValue) files hold at most \(most) pixels in a row or column, and the picture is "
          + "\(size)")
    }
    if still == .jpeg, settings.encoderName == nil, settings.options.isEmpty {
      return try JPEGEncoder(like: frame, source: source, settings: settings)
    }
    return try Encoder(like: frame, source: source, container: self, settings: settings)
  }
}
