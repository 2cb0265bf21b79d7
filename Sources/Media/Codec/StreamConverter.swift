/// Turns the packets of one stream into packets of another coding, which a container can hold.
///
/// Used by one thread at a time.
public protocol StreamConverter: AnyObject {
  /// libavcodec's name of the new coding, such as `aac`.
  var codecName: String { get }

  /// Seconds per tick of the times on the new packets.
  var timeBase: Rational { get }

  /// What a muxer must know of the packets to come.
  func describe() throws -> EncodedStream

  /// Converts one packet of the stream and hands out the packets that are ready.
  ///
  /// - Throws: `MediaError.Code.damaged` where the packet is damaged or out of its place in time;
  ///   whatever `body` throws.
  func convert(
    _ packet: borrowing Packet, into body: (consuming Packet) throws -> Void) throws

  /// Hands out what is still held; nothing may be converted afterwards.
  ///
  /// - Throws: as `convert` does.
  func finish(into body: (consuming Packet) throws -> Void) throws
}

extension OutputContainer {
  /// The converter for a stream of an input that the container does not hold as it is.
  ///
  /// - Returns: `nil` where nothing that the container holds can take the stream's content: there
  ///   is no decoder or no encoder, or subtitles are pictures.
  /// - Throws: `MediaError.Code.internalFault` where memory runs out.
  public func converter(for stream: MediaStream) throws(MediaError) -> (any StreamConverter)? {
    do throws(MediaError) {
      switch stream.kind {
      case .audio: return try AudioConverter(for: stream, container: self)
      case .subtitle: return try SubtitleConverter(for: stream, container: self)
      default: return nil
      }
    } catch  where error.code == .unencodable || error.code == .unsupported {
      return nil
    }
  }
}
