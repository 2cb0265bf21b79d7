/// What a muxer must know of the packets that an encoder makes.
public struct EncodedStream: Sendable {
  let parameters: CodecParameters
  let frameRate: Rational
  let metadata: StaticMetadata
}
