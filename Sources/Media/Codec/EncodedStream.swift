/// What a muxer must know of the packets that an encoder makes.
public struct EncodedStream: Sendable {
  var parameters: CodecParameters
  let frameRate: Rational
  /// `nil` for what is not footage.
  var metadata: StaticMetadata?

  /// Whether another has the same header for decoders.
  public func hasHeader(of other: EncodedStream) -> Bool {
    parameters.header == other.parameters.header
  }
}
