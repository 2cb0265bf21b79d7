import Foundation

/// A first-in first-out queue between two stages that makes the faster one wait.
///
/// Bounded by the number of elements and by their bytes. Elements may be noncopyable: they move from
/// sender to receiver. Any number of threads may send and receive.
public final class BoundedQueue<Element: ~Copyable & Sendable>: Cancellable, @unchecked Sendable {
  // `condition` protects everything mutable below.
  private let condition = NSCondition()
  private var first: Node?
  private var last: Node?
  private var count = 0
  private var bytes = 0
  private var isFinished = false
  private var isCancelled = false

  private let maximumCount: Int
  private let maximumBytes: Int

  private final class Node {
    var element: Element?
    let bytes: Int
    var next: Node?

    init(_ element: consuming Element, bytes: Int) {
      self.element = consume element
      self.bytes = bytes
    }
  }

  /// An empty queue.
  ///
  /// - Parameters:
  ///   - maximumCount: the most elements that it holds, at least 1.
  ///   - maximumBytes: the most bytes that its elements make up together; a single element may
  ///     exceed it when the queue is empty, since it could never go through otherwise.
  public init(maximumCount: Int, maximumBytes: Int = .max) {
    self.maximumCount = max(1, maximumCount)
    self.maximumBytes = max(1, maximumBytes)
  }

  /// Appends an element, waiting until there is room.
  ///
  /// - Throws: `PipelineCancellation` once the queue is cancelled; the element is destroyed then.
  public func send(_ element: consuming Element, bytes size: Int = 0) throws {
    let node = Node(element, bytes: max(0, size))
    condition.lock()
    defer { condition.unlock() }
    while !isCancelled, count >= maximumCount || (count > 0 && node.bytes > maximumBytes - bytes) {
      condition.wait()
    }
    precondition(!isFinished, "an element was sent after the end")
    if isCancelled { throw PipelineCancellation() }
    if let last { last.next = node } else { first = node }
    last = node
    count += 1
    bytes += node.bytes
    condition.broadcast()
  }

  /// Takes the oldest element, waiting for one; `nil` after the last one.
  ///
  /// - Throws: `PipelineCancellation` once the queue is cancelled.
  public func receive() throws -> Element? {
    condition.lock()
    defer { condition.unlock() }
    while !isCancelled, first == nil, !isFinished { condition.wait() }
    if isCancelled { throw PipelineCancellation() }
    guard let node = first else { return nil }
    first = node.next
    if first == nil { last = nil }
    count -= 1
    bytes -= node.bytes
    condition.broadcast()
    return node.element.take()
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
    var dropped = first
    first = nil
    last = nil
    count = 0
    bytes = 0
    isCancelled = true
    condition.broadcast()
    condition.unlock()
    // Unlinked one by one: freeing a long chain at its head would recurse.
    while let node = dropped {
      dropped = node.next
      node.next = nil
    }
  }

  deinit { cancel() }
}
