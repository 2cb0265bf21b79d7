/// A first-in first-out list of elements that may be noncopyable; not for more than one thread.
public struct FIFO<Element: ~Copyable>: ~Copyable {
  private final class Node {
    var element: Element?
    var next: Node?

    init(_ element: consuming Element) { self.element = consume element }

    func lend<Value>(_ body: (borrowing Element) throws -> Value) rethrows -> Value? {
      switch element {
      case .some(let element): try body(element)
      case .none: nil
      }
    }
  }

  private var first: Node?
  private var last: Node?

  /// The number of elements.
  public private(set) var count = 0

  /// An empty list.
  public init() {}

  deinit {
    // Unlinked one by one: freeing a long chain at its head would recurse.
    var node = first
    while let current = node {
      node = current.next
      current.next = nil
    }
  }

  /// Whether there is no element.
  public var isEmpty: Bool { count == 0 }

  /// Puts an element at the end.
  public mutating func append(_ element: consuming Element) {
    let node = Node(element)
    if let last { last.next = node } else { first = node }
    last = node
    count += 1
  }

  /// Lends the element that came in so many elements before the newest; `nil` where it is not
  /// there.
  public func withElement<Value>(
    ago: Int, _ body: (borrowing Element) throws -> Value
  ) rethrows -> Value? {
    guard ago >= 0, ago < count else { return nil }
    var node = first
    for _ in 0..<count - 1 - ago { node = node?.next }
    guard let node else { return nil }
    return try node.lend(body)
  }

  /// Takes the oldest element; `nil` where there is none.
  public mutating func removeFirst() -> Element? {
    guard let node = first else { return nil }
    first = node.next
    if first == nil { last = nil }
    count -= 1
    return node.element.take()
  }
}
