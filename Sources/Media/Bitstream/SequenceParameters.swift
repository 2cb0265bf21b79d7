/// What a sequence parameter set of H.264 says that an encoder of more pictures has to keep to.
///
/// Source: ITU-T H.264, 7.3.2.1.1.
struct SequenceParameters: Hashable, Sendable {
  /// The profile, such as 100 for High.
  let profile: Int
  /// Ten times the level.
  let level: Int
  /// The number under which picture parameter sets name it, 0...31.
  let id: Int
  /// Pictures that may be kept for prediction.
  let referenceFrames: Int
  /// The number of a chroma format: 0 for none, 1 for 4:2:0, 2 for 4:2:2 and 3 for 4:4:4.
  private(set) var chromaFormat = 1
  /// Bits of a luma sample.
  private(set) var lumaBits = 8
  /// Bits of a chroma sample.
  private(set) var chromaBits = 8

  /// Whether pictures may be coded as fields.
  let codesFields: Bool

  /// Reads a set's NAL unit; `nil` where it is none that makes sense.
  init?(_ unit: [UInt8]) {
    guard unit.count >= 4, unit[0] & 0x1F == 7 else { return nil }
    var reader = BitReader(RawPayload.unescaped(unit.dropFirst()))
    profile = reader.bits(8)
    _ = reader.bits(8)
    level = reader.bits(8)
    id = reader.number()
    if [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(profile) {
      (chromaFormat, lumaBits, chromaBits) = SequenceParameters.format(in: &reader)
    }
    _ = reader.number()
    switch reader.number() {
    case 0:
      _ = reader.number()
    case 1:
      _ = reader.bit()
      _ = reader.signedNumber()
      _ = reader.signedNumber()
      for _ in 0..<min(255, reader.number()) { _ = reader.signedNumber() }
    default:
      break
    }
    referenceFrames = reader.number()
    _ = (reader.bit(), reader.number(), reader.number())
    codesFields = reader.bit() == 0
    guard !reader.isExhausted, id < 32, referenceFrames <= 16, chromaFormat < 4, lumaBits <= 14,
      chromaBits <= 14
    else { return nil }
  }

  // Chroma format, bit depths and scaling matrices.
  private static func format(
    in reader: inout BitReader
  ) -> (chromaFormat: Int, lumaBits: Int, chromaBits: Int) {
    let chromaFormat = reader.number()
    if chromaFormat == 3 { _ = reader.bit() }
    let format = (chromaFormat, reader.number() + 8, reader.number() + 8)
    _ = reader.bit()
    guard reader.bit() == 1 else { return format }
    for list in 0..<(chromaFormat == 3 ? 12 : 8) where reader.bit() == 1 {
      var (last, next) = (8, 8)
      for _ in 0..<(list < 6 ? 16 : 64) {
        if next != 0 { next = (last + reader.signedNumber() + 256) % 256 }
        if next != 0 { last = next }
      }
    }
    return format
  }
}
