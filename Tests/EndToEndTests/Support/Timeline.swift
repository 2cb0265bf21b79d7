import Foundation
import TestSupport
import Testing

/// A trace that the program has written.
struct Timeline {
  let events: [TraceEvent]

  /// Reads a whole trace.
  init(_ text: Data) throws { events = try TraceEvent.all(of: text) }

  /// The stages in the order in which viewers show them.
  var stages: [String] {
    let places = Dictionary(
      uniqueKeysWithValues: events.filter { $0.name == "thread_sort_index" }.map {
        ($0.tid, $0.args?.sortIndex ?? 0)
      })
    return events.filter { $0.name == "thread_name" }
      .sorted { places[$0.tid] ?? 0 < places[$1.tid] ?? 0 }.compactMap { $0.args?.name }
  }

  /// The pieces of work of a kind.
  func work(_ name: String) -> [TraceEvent] {
    events.filter { $0.cat == "work" && $0.name == name }
  }

  /// Expects that times make sense: events of one stage lie apart, or one in the other.
  func expectOrder(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let threads = Set(events.filter { $0.name == "thread_name" }.map(\.tid))
    var spans: [Int?: [(start: Int, end: Int)]] = [:]
    for event in events where event.ph == "X" {
      let start = Int((try #require(event.ts) * 1000).rounded())
      let length = Int((try #require(event.dur) * 1000).rounded())
      #expect(start >= 0 && length >= 0, sourceLocation: sourceLocation)
      spans[event.tid, default: []].append((start, start + length))
    }
    #expect(Set(spans.keys).isSubset(of: threads), sourceLocation: sourceLocation)
    for (_, spans) in spans {
      var open: [Int] = []
      for span in spans.sorted(by: { ($0.start, -$0.end) < ($1.start, -$1.end) }) {
        while let end = open.last, end <= span.start { open.removeLast() }
        #expect(open.last ?? .max >= span.end, sourceLocation: sourceLocation)
        open.append(span.end)
      }
    }
  }
}
