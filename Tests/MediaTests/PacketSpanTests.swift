import Testing

@testable import Media

@Suite struct PacketSpanTests {
  @Test func `the last packet lasts until the end where nothing is reordered`() {
    var span = PacketSpan()
    for (time, duration) in [(0, 10), (10, 30), (40, 25)] as [(Int64, Int64)] {
      span.add((presentation: time, decoding: time, duration: duration))
    }
    #expect(span.durationOfLastPacket == 25)
  }

  @Test func `the last packet stands for what is shown last`() {
    var span = PacketSpan()
    // Shown at 0, 10, 40 and to 65; decoded as 0, 40, 10.
    span.add((presentation: 0, decoding: -10, duration: 10))
    span.add((presentation: 40, decoding: 0, duration: 25))
    span.add((presentation: 10, decoding: 10, duration: 30))
    #expect(span.durationOfLastPacket == 45)
  }

  @Test func `without packets there is none`() {
    #expect(PacketSpan().durationOfLastPacket == nil)
  }
}
