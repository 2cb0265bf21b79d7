/// How NAL units follow each other in coded data.
enum NALFraming: Hashable, Sendable {
  /// Behind start codes, as in streams and discs (ITU-T H.264, annex B).
  case startCodes
  /// Each behind its length in so many bytes, 1, 2 or 4, as in files (ISO/IEC 14496-15, 5.3.2).
  case lengths(bytes: Int)

  /// Where the units lie in coded data, in its order, without what frames them; `nil` where the
  /// data is not framed so.
  func units(in data: UnsafeRawBufferPointer) -> [Range<Int>]? {
    switch self {
    case .startCodes: NALFraming.unitsBehindStartCodes(in: data)
    case .lengths(let bytes): NALFraming.units(in: data, lengthBytes: bytes)
    }
  }

  /// Puts a unit behind others, framed.
  func append(_ unit: some Collection<UInt8>, to data: inout [UInt8]) {
    switch self {
    case .startCodes: data += [0, 0, 0, 1]
    case .lengths(let bytes):
      let count = UInt32(truncatingIfNeeded: unit.count)
      for place in (0..<bytes).reversed() {
        data.append(UInt8(truncatingIfNeeded: count >> (8 * place)))
      }
    }
    data += unit
  }

  private static func units(
    in data: UnsafeRawBufferPointer, lengthBytes: Int
  ) -> [Range<Int>]? {
    var units: [Range<Int>] = []
    var place = 0
    while place < data.count {
      guard place + lengthBytes <= data.count else { return nil }
      var length = 0
      for byte in data[place..<place + lengthBytes] { length = length << 8 | Int(byte) }
      place += lengthBytes
      guard length > 0, length <= data.count - place,
        !holdsStartCode(data[place..<place + length])
      else { return nil }
      units.append(place..<place + length)
      place += length
    }
    return units
  }

  // What follows a start code within a unit would be one of its own to some decoders.
  private static func holdsStartCode(_ unit: UnsafeRawBufferPointer.SubSequence) -> Bool {
    var end = unit.endIndex
    while end > unit.startIndex, unit[end - 1] == 0 { end -= 1 }
    var place = unit.startIndex
    while place + 2 < end {
      if unit[place + 2] > 2 {
        place += 3
      } else if unit[place] == 0, unit[place + 1] == 0 {
        return true
      } else {
        place += 1
      }
    }
    return false
  }

  private static func unitsBehindStartCodes(in data: UnsafeRawBufferPointer) -> [Range<Int>]? {
    var units: [Range<Int>] = []
    var start: Int?
    var place = 0
    func end(_ end: Int) -> Bool {
      guard let start else { return data[..<end].allSatisfy { $0 == 0 } }
      // Zeros before a start code belong to it, and those at the end are padding.
      var end = end
      while end > start, data[end - 1] == 0 { end -= 1 }
      if end > start { units.append(start..<end) }
      return end > start
    }
    while place + 2 < data.count {
      if data[place + 2] > 1 {
        place += 3
      } else if data[place] == 0, data[place + 1] == 0, data[place + 2] == 1 {
        guard end(place) else { return nil }
        start = place + 3
        place += 3
      } else {
        place += 1
      }
    }
    guard start != nil, end(data.count) else { return nil }
    return units
  }
}
