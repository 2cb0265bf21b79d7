import Dispatch
import Foundation
import Pipeline
import TestSupport
import Testing

/// A clock that goes on by a step with each look at it, and can tell of the next look.
private final class Ticker: @unchecked Sendable {  // `lock` protects everything mutable.
  private let lock = NSLock()
  private let step: UInt64
  private var time: UInt64 = 5_000_000_000
  private var awaited: DispatchSemaphore?

  init(step: UInt64 = 1_000_000) { self.step = step }

  func look() -> UInt64 {
    lock.withLock {
      awaited?.signal()
      awaited = nil
      time += step
      return time
    }
  }

  func tellOfNextLook(_ semaphore: DispatchSemaphore) { lock.withLock { awaited = semaphore } }
}

/// What a trace has written.
private final class Paper: @unchecked Sendable {  // `lock` protects everything mutable.
  struct Full: Error, Equatable {}

  private let lock = NSLock()
  private let room: Int
  private var written: [[UInt8]] = []
  private var refusals = 0

  init(room: Int = .max) { self.room = room }

  func write(_ bytes: [UInt8]) throws {
    try lock.withLock {
      guard written.count < room else {
        refusals += 1
        throw Full()
      }
      written.append(bytes)
    }
  }

  var pieces: [[UInt8]] { lock.withLock { written } }
  var refused: Int { lock.withLock { refusals } }

  /// Everything that was written, as JSON.
  func events() throws -> [TraceEvent] { try TraceEvent.all(of: Data(pieces.joined())) }
}

extension [TraceEvent] {
  /// The complete events of a stage.
  fileprivate func of(_ stage: String) -> [TraceEvent] {
    let thread = first { $0.name == "thread_name" && $0.args?.name == stage }?.tid
    return filter { $0.ph == "X" && $0.tid == thread }
  }
}

@Suite struct TraceTests {
  private let paper = Paper()

  private func trace(step: UInt64 = 1_000_000) -> (Trace, Ticker) {
    let ticker = Ticker(step: step)
    return (Trace(of: "test", clock: ticker.look, sink: paper.write), ticker)
  }

  /// Runs two stages of which the second does not receive before the first waits for room.
  private func runSlowReceiver(_ trace: Trace, _ ticker: Ticker) throws {
    let pipeline = Pipeline(trace: trace)
    let queue = pipeline.makeQueue(of: Token.self, named: "things", maximumCount: 1)
    let isWaiting = DispatchSemaphore(value: 0)
    pipeline.addStage("send") {
      try queue.send(Token(0))
      // The wait begins with a look at the clock, under the queue's lock.
      ticker.tellOfNextLook(isWaiting)
      try queue.send(Token(1))
      queue.finish()
    }
    pipeline.addStage("receive") {
      isWaiting.wait()
      while let token = try queue.receive() { _ = token.number }
    }
    try pipeline.run()
    try trace.finish()
  }

  @Test func `where the receiver is slow, the sender waits for room`() throws {
    let (trace, ticker) = trace()
    try runSlowReceiver(trace, ticker)
    let waits = try paper.events().of("send").filter { $0.cat == "wait" }
    #expect(waits.map(\.name) == ["wait for room in things"])
    #expect((waits.first?.dur ?? 0) >= 1000)
  }

  @Test func `where the sender is slow, the receiver waits for an element`() throws {
    let (trace, ticker) = trace()
    let pipeline = Pipeline(trace: trace)
    let queue = pipeline.makeQueue(of: Token.self, named: "things", maximumCount: 1)
    let isWaiting = DispatchSemaphore(value: 0)
    pipeline.addStage("send") {
      isWaiting.wait()
      try queue.send(Token(0))
      queue.finish()
    }
    pipeline.addStage("receive") {
      ticker.tellOfNextLook(isWaiting)
      while let token = try queue.receive() { _ = token.number }
    }
    try pipeline.run()
    try trace.finish()
    let events = try paper.events()
    #expect(events.of("receive").first?.name == "wait for things")
    #expect(events.of("receive").allSatisfy { $0.cat == "wait" })
    #expect(events.of("send").isEmpty)
  }

  @Test func `very short waits are left out`() throws {
    let (trace, ticker) = trace(step: Trace.leastWait / 10)
    try runSlowReceiver(trace, ticker)
    #expect(try paper.events().of("send").isEmpty)
  }

  @Test func `a wait that is called off is recorded`() throws {
    let (trace, ticker) = trace()
    let pipeline = Pipeline(trace: trace)
    let queue = pipeline.makeQueue(of: Token.self, named: "things", maximumCount: 1)
    let isWaiting = DispatchSemaphore(value: 0)
    pipeline.addStage("receive") {
      ticker.tellOfNextLook(isWaiting)
      _ = try queue.receive()
    }
    pipeline.addStage("fail") {
      isWaiting.wait()
      throw Paper.Full()
    }
    #expect(throws: Paper.Full()) { try pipeline.run() }
    try trace.finish()
    #expect(try paper.events().of("receive").map(\.name) == ["wait for things"])
  }

  @Test func `stages are threads in the order of the pipeline, and work lies in them`() throws {
    let (trace, _) = trace()
    let pipeline = Pipeline(trace: trace)
    let name = "say \"no\"\\\n\t\u{1}ü"
    for stage in [name, "second"] {
      pipeline.addStage(stage) {
        let outer = trace.begin("outer")
        let inner = trace.begin(
          stage,
          ["text": .text(stage), "number": .number(1.5), "count": .count(-3)])
        inner.end()
        trace.begin("none", ["number": .number(nil), "text": .text("a")]).end()
        trace.begin("infinite", ["number": .number(.infinity)]).end()
        outer.end()
      }
    }
    try pipeline.run()
    try trace.finish()
    let events = try paper.events()
    #expect(events.first?.name == "process_name" && events.first?.args?.name == "test")
    let threads = events.filter { $0.name == "thread_name" }
    #expect(threads.map { $0.args?.name } == [name, "second"])
    let places = events.filter { $0.name == "thread_sort_index" }
    #expect(places.map(\.tid) == threads.map(\.tid) && Set(places.map(\.tid)).count == 2)
    #expect(places.map { $0.args?.sortIndex } == [1, 2])
    for stage in [name, "second"] {
      let work = events.of(stage)
      #expect(work.map(\.name) == [stage, "none", "infinite", "outer"])
      #expect(work.allSatisfy { $0.cat == "work" && $0.pid == 1 })
      #expect(work.first?.args?.text == stage && work.first?.args?.number == 1.5)
      #expect(work.first?.args?.count == -3)
      #expect(work[1].args?.number == nil && work[2].args?.number == nil)
      let (inner, outer) = (try #require(work.first), try #require(work.last))
      let (start, end) = (try #require(outer.ts), try #require(outer.ts) + #require(outer.dur))
      #expect(start >= 0 && start < 1e6, "times count from the trace's beginning")
      #expect(try #require(inner.ts) > start && #require(inner.ts) + #require(inner.dur) < end)
    }
  }

  @Test func `the length of a queue is noted now and then`() throws {
    let (trace, _) = trace()
    let queue = BoundedQueue<Token>(maximumCount: 100, name: "things", trace: trace)
    for number in 0..<25 { try queue.send(Token(number)) }
    for _ in 0..<10 { _ = try queue.receive() }
    try trace.finish()
    let counters = try paper.events().filter { $0.ph == "C" }
    #expect(counters.allSatisfy { $0.name == "things" })
    #expect(counters.map { $0.args?.length } == [1, 11, 21, 19])
  }

  @Test func `what happens outside of stages, or after the end, is left out`() throws {
    let (trace, _) = trace()
    trace.begin("outside").end()
    let pipeline = Pipeline(trace: trace)
    pipeline.addStage("late") {
      let work = trace.begin("late")
      try trace.finish()
      work.end()
    }
    try pipeline.run()
    try trace.finish()
    #expect(try paper.events().allSatisfy { $0.ph == "M" })
    #expect(paper.pieces.count == 1)
  }

  @Test func `it is written bit by bit, and nothing is lost`() throws {
    let trace = Trace(of: "test", bufferedBytes: 1000, sink: paper.write)
    let pipeline = Pipeline(trace: trace)
    for stage in ["first", "second"] {
      pipeline.addStage(stage) {
        for number in 0..<500 { trace.begin("\(number)").end() }
      }
    }
    try pipeline.run()
    #expect(paper.pieces.count > 50)
    try trace.finish()
    #expect(paper.pieces.allSatisfy { $0.count < 1300 })
    let events = try paper.events()
    for stage in ["first", "second"] {
      #expect(events.of(stage).map(\.name) == (0..<500).map { "\($0)" })
    }
  }

  @Test func `a trace that cannot be written ends the pipeline`() throws {
    let paper = Paper(room: 2)
    let trace = Trace(of: "test", bufferedBytes: 100, sink: paper.write)
    let pipeline = Pipeline(trace: trace)
    let queue = pipeline.makeQueue(of: Token.self, named: "things", maximumCount: 1)
    pipeline.addStage("work") {
      // Endless: only the failure ends it.
      while true {
        trace.begin("work").end()
        try pipeline.checkCancellation()
      }
    }
    pipeline.addStage("wait") { _ = try queue.receive() }
    #expect(throws: Paper.Full()) { try pipeline.run() }
    #expect(throws: Paper.Full()) { try trace.finish() }
    #expect(paper.refused == 1, "nothing may follow on what was lost")
    #expect(throws: Paper.Full()) { try Pipeline(trace: trace).checkCancellation() }
  }
}
