/// What a queue tells a trace of.
///
/// `sample` is protected by the lock of the queue that owns it, the rest is constant.
final class QueueWatch {
  private let name: String
  private let nameOfRoom: String
  private let nameOfElement: String
  private let trace: Trace
  private var lastSample: UInt64?

  /// Nanoseconds from one look at the queue's length to the next, at least.
  static let samplingPeriod: UInt64 = 10_000_000

  init(name: String, trace: Trace) {
    self.name = name
    nameOfRoom = "wait for room in \(name)"
    nameOfElement = "wait for \(name)"
    self.trace = trace
  }

  /// Begins a sender's wait.
  func waitForRoom() -> Trace.Span { trace.begin(nameOfRoom, in: .wait) }

  /// Begins a receiver's wait.
  func waitForElement() -> Trace.Span { trace.begin(nameOfElement, in: .wait) }

  /// The queue's length, if the last look at it was long enough ago.
  func sample(_ length: Int) -> Trace.Sample? {
    let now = trace.now
    if let lastSample, now - lastSample < Self.samplingPeriod { return nil }
    lastSample = now
    return Trace.Sample(trace: trace, name: name, length: length, time: now)
  }
}
