import Media
import Testing

@testable import Anonymizer

/// Decoding times of new packets in the places of others.
@Suite struct DecodingTimesTests {
  private func times(
    of packets: [(shown: Int64, due: Int64?)], behind latest: Int64? = nil
  ) throws -> [Int64] {
    var times = DecodingTimes()
    times.pass(latest)
    var result: [Int64] = []
    for packet in packets {
      times.add(shown: packet.shown, due: packet.due)
      while let time = try times.next(isEnd: false) { result.append(time) }
    }
    while let time = try times.next(isEnd: true) { result.append(time) }
    return result
  }

  @Test func `times of the source are kept where they fit`() throws {
    let packets: [(Int64, Int64?)] = [(0, -20), (30, -10), (10, 0), (20, 10), (60, 20), (40, 30)]
    #expect(try times(of: packets) == [-20, -10, 0, 10, 20, 30])
  }

  @Test func `a source that never reorders leaves room for pictures that are shown later`() throws {
    // Each packet was due when it was shown, and the new ones go 0, 3, 1, 2 and so on.
    let packets = [0, 30, 10, 20, 60, 40, 50, 90, 70, 80].enumerated().map { place, shown in
      (shown: Int64(shown), due: Optional(Int64(place * 10)))
    }
    let result = try times(of: packets, behind: -10)
    #expect(zip(result, result.dropFirst()).allSatisfy { $0 < $1 })
    #expect(zip(result, packets).allSatisfy { $0 <= $1.shown })
    #expect(result[0] > -10)
  }

  @Test func `a long gap is no reason to be late`() throws {
    let packets: [(Int64, Int64?)] = [(0, -2), (1000, 998), (10, 999), (1010, 1005)]
    let result = try times(of: packets)
    #expect(result[1] <= 9 && result[2] <= 10 && result[1] < result[2])
    #expect(result[3] == 1005)
  }

  @Test func `packets without a place get the latest time that they can`() throws {
    #expect(try times(of: [(0, nil), (20, nil), (10, nil)]) == [0, 9, 10])
  }

  @Test func `no packet is later than it is shown`() {
    #expect(throws: MediaError.self) { try times(of: [(5, 4), (4, 5)], behind: 4) }
  }

  @Test func `packets wait until enough have come behind them`() throws {
    var times = DecodingTimes()
    for place in 0..<DecodingTimes.depth {
      times.add(shown: Int64(place), due: Int64(place))
      #expect(try times.next(isEnd: false) == nil)
    }
    times.add(shown: 100, due: 100)
    #expect(try times.next(isEnd: false) == 0)
    #expect(try times.next(isEnd: false) == nil)
    #expect(try times.next(isEnd: true) == 1)
  }
}
