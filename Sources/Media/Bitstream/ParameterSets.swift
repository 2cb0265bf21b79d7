/// The parameter sets that a stream's header has for its decoder.
struct ParameterSets: Hashable, Sendable {
  /// Sequence parameter sets, as NAL units.
  private(set) var sequences: [[UInt8]] = []
  /// Picture parameter sets, as NAL units.
  private(set) var pictures: [[UInt8]] = []
  /// How the stream's packets are framed.
  let framing: NALFraming

  /// Reads the header of an H.264 stream: an `avcC` record (ISO/IEC 14496-15, 5.3.3.1) or units behind
  /// start codes; `nil` where it is neither or holds none of either kind.
  init?(header: [UInt8]) {
    guard header.count > 6 else { return nil }
    if header[0] == 1 {
      framing = .lengths(bytes: Int(header[4] & 3) + 1)
      var place = 5
      for mask: UInt8 in [0x1F, 0xFF] {
        guard place < header.count else { return nil }
        let count = Int(header[place] & mask)
        place += 1
        for _ in 0..<count {
          guard place + 2 <= header.count else { return nil }
          let length = Int(header[place]) << 8 | Int(header[place + 1])
          place += 2
          guard length > 0, place + length <= header.count else { return nil }
          add(Array(header[place..<place + length]))
          place += length
        }
      }
    } else {
      framing = .startCodes
      let units = header.withUnsafeBytes { bytes in
        framing.units(in: bytes)?.map { Array(bytes[$0]) }
      }
      guard let units else { return nil }
      for unit in units { add(unit) }
    }
    guard !sequences.isEmpty, !pictures.isEmpty, sequences.count < 32, pictures.count < 256 else {
      return nil
    }
  }

  /// Whether a unit is one of the sets, byte for byte.
  func contains(_ unit: UnsafeRawBufferPointer.SubSequence) -> Bool {
    (sequences + pictures).contains { $0.count == unit.count && $0.elementsEqual(unit) }
  }

  /// The numbers under which the sets are known, of both kinds; `nil` where one makes no sense.
  var ids: Set<Int>? {
    var ids: Set<Int> = []
    for unit in sequences {
      guard let parameters = SequenceParameters(unit) else { return nil }
      ids.insert(parameters.id)
    }
    for unit in pictures {
      guard let parameters = PictureParameters(unit) else { return nil }
      ids.insert(parameters.id)
    }
    return ids
  }

  /// Whether pictures have no second coding beside the first, which is passed over while that is whole
  /// and could show anything.
  var holdPicturesOnce: Bool {
    pictures.allSatisfy { PictureParameters($0)?.allowsRedundantPictures == false }
  }

  /// An `avcC` record of these sets and others behind them, for packets with lengths of four bytes.
  func record(with others: ParameterSets) -> [UInt8] {
    let sequences = sequences + others.sequences
    let pictures = pictures + others.pictures
    // A constraint counts that all of them keep to, and the highest level.
    let constraints = sequences.reduce(UInt8(0xFF)) { $0 & $1[2] }
    let level = sequences.reduce(UInt8(0)) { max($0, $1[3]) }
    var record: [UInt8] = [1, sequences[0][1], constraints, level, 0xFF]
    record.append(0xE0 | UInt8(sequences.count))
    for unit in sequences { NALFraming.lengths(bytes: 2).append(unit, to: &record) }
    record.append(UInt8(pictures.count))
    for unit in pictures { NALFraming.lengths(bytes: 2).append(unit, to: &record) }
    if let first = SequenceParameters(sequences[0]), ![66, 77, 88].contains(first.profile) {
      record += [0xFC | UInt8(first.chromaFormat)]
      record += [0xF8 | UInt8(first.lumaBits - 8), 0xF8 | UInt8(first.chromaBits - 8), 0]
    }
    return record
  }

  /// The same sets behind start codes.
  func startCoded(with others: ParameterSets) -> [UInt8] {
    let units = sequences + others.sequences + pictures + others.pictures
    return units.reduce(into: []) { NALFraming.startCodes.append($1, to: &$0) }
  }

  private mutating func add(_ unit: [UInt8]) {
    switch unit.first.map({ $0 & 0x1F }) {
    case 7: sequences.append(unit)
    case 8: pictures.append(unit)
    default: break
    }
  }
}
