public import Dispatch
import Synchronization

/// A record of when each stage of a pipeline works, when it waits and for what, and of how full the
/// queues are.
///
/// It is written as JSON in the array form of Chrome's Trace Event Format, one event a line, while
/// the pipeline runs, so that its memory does not grow: each stage is a thread with complete events
/// (`X`) of the categories `work` and `wait`, each queue a counter (`C`). Waits of less than
/// `leastWait` are left out, and a queue's length is noted at most once in ten milliseconds. Events
/// of one thread lie apart or one in the other, and an event comes behind those within it. Viewers
/// can do without the end of the array, which a process that is killed never writes.
///
/// Safe to use from several threads; what is recorded on a thread that is no stage's is left out.
public final class Trace: Sendable {
  /// Nanoseconds below which a wait is left out.
  public static let leastWait: UInt64 = 50_000

  /// Which stage a dispatch queue belongs to, by its number in the trace.
  static let threadKey = DispatchSpecificKey<Int>()

  private let state: Mutex<State>
  private let clock: @Sendable () -> UInt64
  private let start: UInt64
  private let bufferedBytes: Int

  private struct State {
    let sink: @Sendable ([UInt8]) throws -> Void
    var buffer: [UInt8] = []
    var threads = 0
    var isOver = false
    var failure: (any Error)?
    var listeners: [@Sendable (any Error) -> Void] = []

    mutating func flush() {
      defer { buffer.removeAll(keepingCapacity: true) }
      do {
        try sink(buffer)
      } catch {
        failure = error
        isOver = true
      }
    }
  }

  /// What an event says of its work.
  public enum Value: Sendable {
    /// A number; `nil`, and what is not finite, is left out.
    case number(Double?)
    /// A whole number.
    case count(Int)
    /// A text.
    case text(String)
  }

  /// The kinds of complete events.
  enum Category: String {
    case work, wait
  }

  /// A piece of work, or a wait, that has begun.
  public struct Span: Sendable {
    let trace: Trace
    let name: String
    let category: Category
    let arguments: KeyValuePairs<String, Value>
    let began: UInt64

    /// Records the piece of work, which ends here, for the stage that calls.
    public func end() { trace.record(self, ended: trace.now) }

    /// Records the wait unless it was very short.
    func endWait() {
      let now = trace.now
      if now - began >= Trace.leastWait { trace.record(self, ended: now) }
    }
  }

  /// A queue's length at one time.
  struct Sample {
    let trace: Trace
    let name: String
    let length: Int
    let time: UInt64

    func record() { trace.record(self) }
  }

  /// A trace that begins now.
  ///
  /// - Parameters:
  ///   - process: the name of the process.
  ///   - bufferedBytes: about how many bytes are kept before they are written.
  ///   - clock: nanoseconds of a clock that never goes back.
  ///   - sink: writes bytes behind those before; called by one thread at a time, which waits for it.
  public init(
    of process: String, bufferedBytes: Int = 64 << 10,
    clock: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds },
    sink: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.clock = clock
    self.bufferedBytes = bufferedBytes
    start = clock()
    var state = State(sink: sink)
    state.buffer = Array("[\n".utf8)
    state.buffer += Trace.metadata("process_name") { $0.add("name", process) }.utf8
    self.state = Mutex(state)
  }

  /// Begins a piece of work; it is recorded when it ends.
  ///
  /// - Parameters:
  ///   - name: the kind of work.
  ///   - arguments: what it is about, such as a frame's time.
  public func begin(
    _ name: String, _ arguments: KeyValuePairs<String, Value> = [:]
  ) -> Span { begin(name, in: .work, arguments) }

  func begin(
    _ name: String, in category: Category, _ arguments: KeyValuePairs<String, Value> = [:]
  ) -> Span {
    Span(trace: self, name: name, category: category, arguments: arguments, began: now)
  }

  /// Closes the array and writes what is left; events that come later are left out.
  ///
  /// - Throws: what the sink threw, now or before. Nothing was written after that.
  public func finish() throws {
    try state.withLock { state in
      if !state.isOver {
        state.isOver = true
        state.buffer += "\n]\n".utf8
        state.flush()
      }
      if let failure = state.failure { throw failure }
    }
  }

  /// Nanoseconds since the beginning.
  var now: UInt64 { clock() - start }

  /// Has `listener` told once the sink has thrown.
  func onFailure(_ listener: @escaping @Sendable (any Error) -> Void) {
    let failure = state.withLock { state in
      state.listeners.append(listener)
      return state.failure
    }
    if let failure { listener(failure) }
  }

  /// Adds a thread below the others; returns its number.
  func addThread(named name: String) -> Int {
    let thread = state.withLock { state in
      state.threads += 1
      return state.threads
    }
    append(Trace.metadata("thread_name", thread: thread) { $0.add("name", name) })
    append(Trace.metadata("thread_sort_index", thread: thread) { $0.add("sort_index", thread) })
    return thread
  }

  private func record(_ span: Span, ended: UInt64) {
    guard let thread = DispatchQueue.getSpecific(key: Trace.threadKey) else { return }
    append(
      JSONText.object { event in
        event.add("ph", "X")
        event.add("pid", Trace.process)
        event.add("tid", thread)
        event.add("ts", Trace.microseconds(span.began))
        event.add("dur", Trace.microseconds(ended - span.began))
        event.add("cat", span.category.rawValue)
        event.add("name", span.name)
        guard !span.arguments.isEmpty else { return }
        event.add("args") { arguments in
          for (name, value) in span.arguments { arguments.add(name, value) }
        }
      })
  }

  private func record(_ sample: Sample) {
    append(
      JSONText.object { event in
        event.add("ph", "C")
        event.add("pid", Trace.process)
        event.add("ts", Trace.microseconds(sample.time))
        event.add("name", sample.name)
        event.add("args") { $0.add("length", sample.length) }
      })
  }

  private func append(_ event: String) {
    let told = state.withLock { state -> (any Error, [@Sendable (any Error) -> Void])? in
      guard !state.isOver else { return nil }
      state.buffer += ",\n".utf8
      state.buffer += event.utf8
      guard state.buffer.count >= bufferedBytes else { return nil }
      state.flush()
      return state.failure.map { ($0, state.listeners) }
    }
    // Without the lock: those who are told may end what waits for it.
    if let (failure, listeners) = told { for listener in listeners { listener(failure) } }
  }

  private static let process = 1

  private static func metadata(
    _ name: String, thread: Int? = nil, _ value: (inout JSONText) -> Void
  ) -> String {
    JSONText.object { event in
      event.add("ph", "M")
      event.add("pid", process)
      event.add("tid", thread)
      event.add("name", name)
      event.add("args", object: value)
    }
  }

  // To the nanosecond, for as long as a double tells them apart: three months.
  private static func microseconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1000 }
}

extension JSONText {
  fileprivate mutating func add(_ name: String, _ value: Trace.Value) {
    switch value {
    case .number(let number):
      if let number, number.isFinite { add(name, number) }
    case .count(let count): add(name, count)
    case .text(let text): add(name, text)
    }
  }
}
