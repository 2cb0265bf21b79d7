/// The messages beside coded pictures of H.264, of which some are texts, places or pictures.
///
/// Source: ITU-T H.264, 7.3.2.3 and annex D.
enum SupplementalInformation {
  /// What decoding and showing need: buffering, times, the part to show, recovery points, repeated
  /// marks of reference pictures, film grain, stereo arrangement, tone mapping, orientation, light.
  private static let playback: Set<Int> = [0, 1, 2, 6, 7, 19, 21, 23, 45, 47, 137, 144, 147, 148]
  /// How registered user data begins that holds closed captions or says which part of the picture is
  /// in use (ATSC A/53 and ETSI TS 101 154), or HDR10+ (SMPTE ST 2094-40).
  private static let registered: [[UInt8]] = [
    [0xB5, 0, 0x31] + Array("GA94".utf8) + [3], [0xB5, 0, 0x31] + Array("DTG1".utf8),
    [0xB5, 0, 0x3C, 0, 1, 4],
  ]
  /// What is longer may be a picture.
  private static let mostBytes = 1024

  /// A unit of messages with those that may go through.
  ///
  /// - Parameter keepsTexts: whether unregistered user data, which may be anything, goes through.
  /// - Returns: `unit` itself where all of them do; `nil` where none does, or where it makes no sense.
  static func filtered(_ unit: [UInt8], keepsTexts: Bool) -> [UInt8]? {
    let raw = RawPayload.unescaped(unit.dropFirst())
    var kept: [UInt8] = []
    var (place, dropped) = (0, false)
    // What is left in the end is the stop bit in a byte of its own.
    while place + 1 < raw.count, raw[place...] != [0x80] {
      let start = place
      guard let kind = number(in: raw, at: &place), let size = number(in: raw, at: &place),
        size <= raw.count - place
      else { return nil }
      let payload = raw[place..<place + size]
      place += size
      if mayPass(kind, payload, keepsTexts: keepsTexts) {
        kept += raw[start..<place]
      } else {
        dropped = true
      }
    }
    guard !kept.isEmpty else { return nil }
    return dropped ? [unit[0]] + RawPayload.escaped(kept + [0x80]) : unit
  }

  private static func mayPass(
    _ kind: Int, _ payload: ArraySlice<UInt8>, keepsTexts: Bool
  ) -> Bool {
    guard payload.count <= mostBytes else { return false }
    return switch kind {
    case 4: registered.contains { payload.starts(with: $0) }
    case 5: keepsTexts
    default: playback.contains(kind)
    }
  }

  private static func number(in raw: [UInt8], at place: inout Int) -> Int? {
    var value = 0
    while place < raw.count {
      let byte = raw[place]
      place += 1
      value += Int(byte)
      if byte != 0xFF { return value }
    }
    return nil
  }
}
