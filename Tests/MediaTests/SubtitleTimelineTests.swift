import Testing

@testable import Media

@Suite struct SubtitleTimelineTests {
  private func settled(_ events: [(Int64, Int64?, String)]) -> [SubtitleTimeline.Event] {
    var timeline = SubtitleTimeline()
    return events.flatMap { start, end, text in
      timeline.add(.init(start: start, end: end, texts: [text]))
    } + timeline.finish()
  }

  @Test func `texts with time between them stay as they are`() {
    #expect(
      settled([(10, 20, "a"), (30, 40, "b")]) == [
        .init(start: 10, end: 20, texts: ["a"]), .init(start: 30, end: 40, texts: ["b"]),
      ])
  }

  @Test func `texts that overlap are one for as long as they do`() {
    #expect(
      settled([(10, 50, "a"), (10, 30, "b"), (40, 70, "c")]) == [
        .init(start: 10, end: 30, texts: ["a", "b"]), .init(start: 30, end: 40, texts: ["a"]),
        .init(start: 40, end: 50, texts: ["a", "c"]), .init(start: 50, end: 70, texts: ["c"]),
      ])
  }

  @Test func `a text without an end is shown until the next begins`() {
    #expect(
      settled([(10, nil, "a"), (30, nil, "b")]) == [
        .init(start: 10, end: 30, texts: ["a"]), .init(start: 30, end: nil, texts: ["b"]),
      ])
  }

  @Test func `a text that comes too late begins with the one before it`() {
    #expect(
      settled([(10, 50, "a"), (5, 20, "b")]) == [
        .init(start: 10, end: 20, texts: ["a", "b"]), .init(start: 20, end: 50, texts: ["a"]),
      ])
  }
}
