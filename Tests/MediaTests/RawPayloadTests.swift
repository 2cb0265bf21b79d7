import Testing

@testable import Media

/// Bytes that keep start codes out of NAL units.
@Suite struct RawPayloadTests {
  @Test func `bytes that would look like a start code are kept apart`() {
    #expect(RawPayload.escaped([0, 0, 1]) == [0, 0, 3, 1])
    #expect(RawPayload.escaped([0, 0, 0, 0, 4]) == [0, 0, 3, 0, 0, 4])
    #expect(RawPayload.escaped([0, 1, 0, 2]) == [0, 1, 0, 2])
  }

  @Test func `what is kept apart comes back`() {
    var state: UInt32 = 1
    let raw = (0..<4000).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return [0, 0, 0, 1, 2, 3, 4, 200][Int(state >> 29)]
    }
    let escaped = RawPayload.escaped(raw)
    #expect(escaped.count > raw.count)
    #expect(RawPayload.unescaped(escaped) == raw)
    for place in 0..<escaped.count - 2 where escaped[place] == 0 && escaped[place + 1] == 0 {
      #expect(escaped[place + 2] >= 3)
    }
  }
}
