/// The payload of a NAL unit without the bytes that keep start codes out of it, and back.
///
/// Source: ITU-T H.264, 7.3.1 and 7.4.1.
enum RawPayload {
  /// The bytes that a unit's bytes stand for.
  static func unescaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var raw: [UInt8] = []
    var zeros = 0
    for byte in bytes {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      raw.append(byte)
    }
    return raw
  }

  /// The bytes of a unit that stand for `raw`.
  static func escaped(_ raw: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in raw {
      if zeros >= 2, byte <= 3 {
        bytes.append(3)
        zeros = 0
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }
}
