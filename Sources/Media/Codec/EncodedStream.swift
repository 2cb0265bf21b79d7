/// What a muxer must know of the packets that an encoder makes.
public struct EncodedStream: Sendable {
  let parameters: CodecParameters
  let frameRate: Rational
  /// `nil` for what is not footage.
  var metadata: StaticMetadata?
}
