/// What a picture parameter set of H.264 says of the form of its pictures.
///
/// Source: ITU-T H.264, 7.3.2.2.
struct PictureParameters: Hashable, Sendable {
  /// The number under which slices name it, 0...255.
  let id: Int
  /// Whether pictures may be coded a second time, for decoders that have lost the first; taken as so
  /// where slices are scattered over the picture.
  let allowsRedundantPictures: Bool

  /// Reads a set's NAL unit; `nil` where it is none that makes sense.
  init?(_ unit: [UInt8]) {
    guard unit.count >= 2, unit[0] & 0x1F == 8 else { return nil }
    var reader = BitReader(RawPayload.unescaped(unit.dropFirst()))
    id = reader.number()
    _ = reader.number()
    _ = reader.bits(2)
    if reader.number() == 0 {
      // References, weights, quantisers and filters.
      _ = (reader.number(), reader.number(), reader.bits(3))
      _ = (reader.signedNumber(), reader.signedNumber(), reader.signedNumber(), reader.bits(2))
      allowsRedundantPictures = reader.bit() == 1
    } else {
      allowsRedundantPictures = true
    }
    guard !reader.isExhausted, id < 256 else { return nil }
  }
}
