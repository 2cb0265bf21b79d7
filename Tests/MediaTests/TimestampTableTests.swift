import Testing

@testable import Media

@Suite struct TimestampTableTests {
  /// Encodes frames as an encoder with the given coding order would; returns what comes out.
  private func packets(
    times: [Int64], order: [Int64], delay: Int64, nominal: Int64 = 10
  ) -> [(presentation: Int64, decoding: Int64, duration: Int64)] {
    var table = TimestampTable(nominalDuration: nominal)
    for (index, time) in times.enumerated() {
      let next = index + 1 < times.count ? times[index + 1] : time + 7
      #expect(table.nextIndex == Int64(index))
      table.append(time: time, duration: next - time)
    }
    return order.enumerated().compactMap { position, index in
      table.times(presentationIndex: index, decodingIndex: Int64(position) - delay)
    }
  }

  @Test func `irregular times come back unchanged on reordered packets`() {
    let times: [Int64] = [0, 3, 50, 51, 200, 1000]
    let found = packets(times: times, order: [0, 3, 1, 2, 5, 4], delay: 2)
    #expect(found.map(\.presentation) == [0, 51, 3, 50, 1000, 200])
    #expect(found.map(\.duration) == [3, 149, 47, 1, 7, 800])
  }

  @Test func `decoding times rise and never pass presentation times`() {
    let times: [Int64] = (0..<100).map { $0 * $0 + 5 }
    var order: [Int64] = []
    for group in stride(from: Int64(0), to: 100, by: 4) {
      order += [group + 3, group + 1, group, group + 2]
    }
    let found = packets(times: times, order: order, delay: 2)
    #expect(found.count == 100)
    for (earlier, later) in zip(found, found.dropFirst()) {
      #expect(earlier.decoding < later.decoding)
    }
    #expect(found.allSatisfy { $0.decoding <= $0.presentation })
  }

  @Test func `what is decoded before the first frame is due one frame apart`() {
    let found = packets(times: [100, 110, 120], order: [0, 2, 1], delay: 1)
    #expect(found.map(\.decoding) == [90, 100, 110])
  }

  @Test func `behind a long gap decoding times stay near presentation times`() {
    let gap: Int64 = 1 << 40
    let times = (0..<40).map { Int64($0) * 10 + ($0 < 20 ? 0 : gap) }
    var order: [Int64] = []
    for group in stride(from: Int64(0), to: 40, by: 4) {
      order += [group + 3, group + 1, group, group + 2]
    }
    let found = packets(times: times, order: order, delay: 2)
    #expect(found.count == 40)
    for (earlier, later) in zip(found, found.dropFirst()) {
      #expect(earlier.decoding < later.decoding)
    }
    #expect(found.allSatisfy { $0.decoding <= $0.presentation })
    #expect(found.allSatisfy { $0.presentation - $0.decoding < 200 })
  }

  @Test func `an encoder without decoding times codes in presentation order`() {
    var table = TimestampTable(nominalDuration: 10)
    table.append(time: 5, duration: 0)
    let found = table.times(presentationIndex: 0, decodingIndex: nil)
    #expect(found?.decoding == 5)
    #expect(found?.duration == 10)
  }

  @Test func `a packet for a frame that never was is refused`() {
    var table = TimestampTable(nominalDuration: 10)
    table.append(time: 5, duration: 0)
    #expect(table.times(presentationIndex: 1, decodingIndex: 0) == nil)
    #expect(table.times(presentationIndex: -1, decodingIndex: -1) == nil)
  }

  @Test func `the table stays small in long footage`() {
    var table = TimestampTable(nominalDuration: 1)
    for index in 0..<Int64(10_000) {
      table.append(time: index, duration: 1)
      let found = table.times(presentationIndex: index, decodingIndex: index)
      #expect(found?.presentation == index)
    }
    #expect(table.heldCount < 200)
  }
}
