/// Puts texts that are shown at the same time into one, for containers that show one at a time.
struct SubtitleTimeline {
  /// Texts and when they are shown, in ticks.
  struct Event: Hashable {
    var start: Int64
    /// `nil` where they are shown until the next begin.
    var end: Int64?
    var texts: [String]
  }

  // All of them are shown at `time`, the latest start so far.
  private var shown: [Event] = []
  private var time: Int64 = 0

  /// Adds a text, and returns what is settled by that: the times before its start.
  ///
  /// A text that begins before the one added last is taken to begin with it.
  mutating func add(_ event: Event) -> [Event] {
    var event = event
    event.start = max(event.start, time)
    if let end = event.end, end <= event.start { event.end = nil }
    let settled = settle(upTo: event.start)
    shown.append(event)
    return settled
  }

  /// Returns what is left.
  mutating func finish() -> [Event] {
    settle(upTo: nil)
  }

  private mutating func settle(upTo limit: Int64?) -> [Event] {
    var settled: [Event] = []
    while !shown.isEmpty, time < limit ?? .max {
      let end = (shown.compactMap(\.end) + [limit].compactMap { $0 }).min()
      settled.append(Event(start: time, end: end, texts: shown.flatMap(\.texts)))
      time = end ?? .max
      shown.removeAll { $0.end ?? time <= time }
    }
    if let limit { time = limit }
    return settled
  }
}
