import Foundation

/// A first-in first-out queue between two stages that makes the faster one wait.
///
/// Bounded by the number of elements and by their bytes. Elements may be noncopyable: they move
/// from sender to receiver. Any number of threads may send and receive.
public final class BoundedQueue<Element: ~Copyable & Sendable>: Cancellable, @unchecked Sendable {
  // `condition` protects everything mutable below.
  private let condition = NSCondition()
  private var entries = FIFO<Entry>()
  private var bytes = 0
  private var isFinished = false
  private var isCancelled = false

  private let maximumCount: Int
  private let maximumBytes: Int
  private let watch: QueueWatch?

  private struct Entry: ~Copyable, Sendable {
    let element: Element
    let bytes: Int
  }

  /// An empty queue.
  ///
  /// - Parameters:
  ///   - maximumCount: the most elements that it holds, at least 1.
  ///   - maximumBytes: the most bytes that its elements make up together; a single element may
  ///     exceed it when the queue is empty, since it could never go through otherwise.
  ///   - name: what it is called in a trace.
  ///   - trace: where its length, and who waits for it, is recorded.
  public init(
    maximumCount: Int, maximumBytes: Int = .max, name: String = "queue", trace: Trace? = nil
  ) {
    self.maximumCount = max(1, maximumCount)
    self.maximumBytes = max(1, maximumBytes)
    watch = trace.map { QueueWatch(name: name, trace: $0) }
  }

  /// Appends an element, waiting until there is room.
  ///
  /// - Throws: `PipelineCancellation` once the queue is cancelled; the element is destroyed then.
  public func send(_ element: consuming Element, bytes size: Int = 0) throws {
    var wait: Trace.Span?
    var length: Trace.Sample?
    // Recorded without the lock: a trace that fails cancels the queue.
    defer {
      wait?.endWait()
      length?.record()
    }
    condition.lock()
    defer { condition.unlock() }
    let size = max(0, size)
    while !isCancelled,
      entries.count >= maximumCount || (!entries.isEmpty && size > maximumBytes - bytes)
    {
      wait = wait ?? watch?.waitForRoom()
      condition.wait()
    }
    precondition(!isFinished, "an element was sent after the end")
    if isCancelled { throw PipelineCancellation() }
    entries.append(Entry(element: element, bytes: size))
    bytes += size
    length = watch?.sample(entries.count)
    condition.broadcast()
  }

  /// Takes the oldest element, waiting for one; `nil` after the last one.
  ///
  /// - Throws: `PipelineCancellation` once the queue is cancelled.
  public func receive() throws -> Element? {
    var wait: Trace.Span?
    var length: Trace.Sample?
    defer {
      wait?.endWait()
      length?.record()
    }
    condition.lock()
    defer { condition.unlock() }
    while !isCancelled, entries.isEmpty, !isFinished {
      wait = wait ?? watch?.waitForElement()
      condition.wait()
    }
    if isCancelled { throw PipelineCancellation() }
    guard let entry = entries.removeFirst() else { return nil }
    bytes -= entry.bytes
    length = watch?.sample(entries.count)
    condition.broadcast()
    return entry.element
  }

  /// Says that no element will follow.
  public func finish() {
    condition.lock()
    defer { condition.unlock() }
    isFinished = true
    condition.broadcast()
  }

  /// Wakes everyone who waits, with an error, and destroys what is held.
  public func cancel() {
    condition.lock()
    defer { condition.unlock() }
    isCancelled = true
    entries = FIFO()
    bytes = 0
    condition.broadcast()
  }
}
