import Testing

@testable import Media

/// NAL units among other bytes.
@Suite struct NALFramingTests {
  private func units(_ data: [UInt8], _ framing: NALFraming) -> [[UInt8]]? {
    data.withUnsafeBytes { bytes in framing.units(in: bytes)?.map { Array(bytes[$0]) } }
  }

  @Test func `units are found behind start codes of either length`() {
    let data: [UInt8] = [0, 0, 0, 1, 9, 0x10, 0, 0, 1, 0x65, 1, 2, 3, 0, 0, 0, 1, 0x41, 7]
    #expect(units(data, .startCodes) == [[9, 0x10], [0x65, 1, 2, 3], [0x41, 7]])
  }

  @Test func `zeros at the end are padding`() {
    #expect(units([0, 0, 1, 0x65, 5, 0, 0, 0], .startCodes) == [[0x65, 5]])
  }

  @Test func `a start code is found at every place`() {
    for pad in 0..<6 {
      let unit = [0x65] + Array(repeating: UInt8(2), count: pad)
      #expect(units([0, 0, 1] + unit + [0, 0, 1, 0x41, 9], .startCodes) == [unit, [0x41, 9]])
    }
  }

  @Test(arguments: [[], [0, 0], [1, 2, 3, 4], [5, 0, 0, 1, 0x65], [0, 0, 1, 0, 0, 1, 0x65]])
  func `other bytes are not taken for units behind start codes`(data: [UInt8]) {
    #expect(units(data, .startCodes) == nil)
  }

  @Test func `units are found by their lengths`() {
    #expect(units([2, 0x65, 1, 1, 0x41], .lengths(bytes: 1)) == [[0x65, 1], [0x41]])
    #expect(units([0, 2, 0x65, 1, 0, 1, 0x41], .lengths(bytes: 2)) == [[0x65, 1], [0x41]])
    #expect(units([0, 0, 0, 2, 0x65, 1], .lengths(bytes: 4)) == [[0x65, 1]])
    #expect(units([], .lengths(bytes: 4)) == [])
  }

  @Test(arguments: [[0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 3, 0x65, 1], [255, 255, 255, 255, 0x65]])
  func `lengths that don't fit are refused`(data: [UInt8]) {
    #expect(units(data, .lengths(bytes: 4)) == nil)
  }

  @Test func `a unit that a start code lies in is refused`() {
    for pad in 0..<6 {
      for last: UInt8 in 0...2 {
        let unit = [0x41] + Array(repeating: UInt8(3), count: pad) + [0, 0, last, 0x65]
        #expect(units([UInt8(unit.count)] + unit, .lengths(bytes: 1)) == nil)
      }
      let plain = [0x41] + Array(repeating: UInt8(3), count: pad) + [0, 0, 3, 1, 0, 0]
      #expect(units([UInt8(plain.count)] + plain, .lengths(bytes: 1)) == [plain])
    }
  }

  @Test(arguments: [NALFraming.startCodes, .lengths(bytes: 2), .lengths(bytes: 4)])
  func `what is framed is found again`(framing: NALFraming) {
    let original: [[UInt8]] = [[9, 0xF0], Array(repeating: 0x65, count: 700), [0x41, 0, 3, 1]]
    var data: [UInt8] = []
    for unit in original { framing.append(unit, to: &data) }
    #expect(units(data, framing) == original)
  }
}
