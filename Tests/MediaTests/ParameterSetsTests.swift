import Testing

@testable import Media

/// Parameter sets of H.264, as x264 wrote them into MP4 files.
@Suite struct ParameterSetsTests {
  private static func bytes(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }

  private static let baseline = bytes(
    "0142c01effe100196742c01ed900a02ff97011000003000100000300320f162e4801000568cb83cb20")
  private static let high = bytes(
    "0164001effe1001a6764001eacd940a02ff97011000003000100000300320f162d9601000668ebe3cb22c0fdf8f800"
  )
  private static let high10 = bytes(
    "016e001effe1001b676e001ea6cd940a02ff97011000000300100000030320f162d96001000668ebe3cb22c0fdfafa00"
  )
  private static let high444 = bytes(
    "01f4001effe1001b67f4001e919b281405ff1380880000030008000003019078b16cb001000668ebe3c44844fff8f800"
  )

  @Test(
    arguments: zip([baseline, high, high10, high444], [(66, 3), (100, 4), (110, 4), (244, 4)]))
  func `a sequence says its profile, level and references`(
    header: [UInt8], expected: (profile: Int, references: Int)
  ) throws {
    let sets = try #require(ParameterSets(header: header))
    #expect(sets.framing == .lengths(bytes: 4))
    #expect(sets.sequences.count == 1 && sets.pictures.count == 1)
    let sequence = try #require(SequenceParameters(sets.sequences[0]))
    #expect(sequence.profile == expected.profile)
    #expect(sequence.level == 30 && sequence.id == 0 && !sequence.codesFields)
    #expect(sequence.referenceFrames == expected.references)
    #expect(sets.ids == [0])
  }

  @Test func `a sequence says whether pictures may be coded as fields`() throws {
    let header = Self.bytes(
      "0164001effe1001a6764001eacd940a063f3e022000003000200000300643e28532c01000668fba3cb22c0fdf8f800"
    )
    let sets = try #require(ParameterSets(header: header))
    #expect(try #require(SequenceParameters(sets.sequences[0])).codesFields)
  }

  @Test func `numbers are read as they are coded`() {
    // 1, 010, 011, 00100, 00111, and the signed ones for 1 and 2.
    var reader = BitReader([0b1010_0110, 0b0100_0011, 0b1010_0110])
    #expect((0..<5).map { _ in reader.number() } == [0, 1, 2, 3, 6])
    #expect(reader.signedNumber() == 1 && reader.signedNumber() == -1)
    #expect(!reader.isExhausted)
    _ = reader.bits(2)
    #expect(reader.isExhausted)
  }

  @Test func `one record holds the sets of two headers`() throws {
    let first = try #require(ParameterSets(header: Self.high))
    let second = try #require(ParameterSets(header: Self.baseline))
    let record = first.record(with: second)
    #expect(record.starts(with: [1, 100, 0, 30, 0xFF, 0xE2]))
    let both = try #require(ParameterSets(header: record))
    #expect(both.sequences == first.sequences + second.sequences)
    #expect(both.pictures == first.pictures + second.pictures)
    #expect(both.framing == .lengths(bytes: 4))
    let coded = try #require(ParameterSets(header: first.startCoded(with: second)))
    #expect(coded.sequences == both.sequences && coded.pictures == both.pictures)
    #expect(coded.framing == .startCodes)
  }

  @Test(arguments: [high, high10, high444])
  func `a record says the format of samples as x264's does`(header: [UInt8]) throws {
    let sets = try #require(ParameterSets(header: header))
    #expect(sets.record(with: sets).suffix(4) == header.suffix(4))
  }

  @Test func `a record claims no more than all sets keep to`() throws {
    let first = try #require(ParameterSets(header: Self.baseline))
    var higher = Self.baseline
    // Another level and other constraints in the set itself.
    (higher[10], higher[11]) = (0x40, 40)
    let second = try #require(ParameterSets(header: higher))
    let sequence = try #require(SequenceParameters(second.sequences[0]))
    #expect(sequence.level == 40)
    #expect(first.record(with: second).starts(with: [1, 66, 0x40, 40]))
    #expect(second.record(with: first).starts(with: [1, 66, 0x40, 40]))
  }

  @Test func `sets that allow pictures to be coded twice are told`() throws {
    let sets = try #require(ParameterSets(header: Self.high))
    #expect(sets.holdPicturesOnce)
    #expect(PictureParameters([0x68, 0xCE, 0x3C, 0x80])?.allowsRedundantPictures == false)
    #expect(PictureParameters([0x68, 0xCE, 0x3D, 0x80])?.allowsRedundantPictures == true)
    // With groups of slices.
    #expect(PictureParameters([0x68, 0xC5, 0x80])?.allowsRedundantPictures == true)
    #expect(PictureParameters([0x68, 0xCE]) == nil)
    #expect(PictureParameters([0x67, 0xCE, 0x3C, 0x80]) == nil)
  }

  @Test func `a set is known by its bytes`() throws {
    let sets = try #require(ParameterSets(header: Self.high))
    var unit = sets.pictures[0]
    #expect(unit.withUnsafeBytes { sets.contains($0[...]) })
    unit[unit.count - 1] ^= 0x40
    #expect(!unit.withUnsafeBytes { sets.contains($0[...]) })
  }

  @Test func `headers cut short anywhere are refused`() {
    // The last four bytes say again what the sets say.
    for count in 0..<Self.high.count - 4 {
      #expect(ParameterSets(header: Array(Self.high.prefix(count))) == nil)
    }
    for count in 0..<8 {
      #expect(SequenceParameters(Array(Self.bytes("6764001eacd940a02ff9").prefix(count))) == nil)
    }
  }
}
