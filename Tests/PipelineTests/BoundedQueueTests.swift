import Dispatch
import Foundation
import Pipeline
import Testing

/// An element that can't be copied and says when it is gone.
struct Token: ~Copyable, Sendable {
  let number: Int
  let onEnd: @Sendable () -> Void

  init(_ number: Int, onEnd: @escaping @Sendable () -> Void = {}) {
    self.number = number
    self.onEnd = onEnd
  }

  deinit { onEnd() }
}

/// The number on a token; `nil` where there is no token.
func number(of token: consuming Token?) -> Int? {
  guard let token else { return nil }
  return token.number
}

/// A number that threads may add to.
final class Counter: @unchecked Sendable {  // `lock` protects `count`.
  private let lock = NSLock()
  private var count = 0

  var value: Int { lock.withLock { count } }
  func add(_ number: Int) { lock.withLock { count += number } }
}

@Suite struct BoundedQueueTests {
  @Test func `elements come out in the order they went in`() throws {
    let queue = BoundedQueue<Token>(maximumCount: 10)
    for number in 0..<10 { try queue.send(Token(number)) }
    queue.finish()
    for expected in 0..<10 {
      let received = try number(of: queue.receive())
      #expect(received == expected)
    }
    let end = try [number(of: queue.receive()), number(of: queue.receive())]
    #expect(end == [nil, nil])
  }

  @Test func `a full queue makes the sender wait until there is room`() throws {
    let queue = BoundedQueue<Token>(maximumCount: 2)
    let sent = Counter()
    let done = DispatchSemaphore(value: 0)
    DispatchQueue(label: "sender").async {
      for number in 0..<100 {
        try? queue.send(Token(number))
        sent.add(1)
      }
      queue.finish()
      done.signal()
    }
    var received = 0
    while let token = try queue.receive() {
      // The sender is never further ahead than the bound and the element in its hand.
      #expect(sent.value <= received + 3)
      #expect(token.number == received)
      received += 1
    }
    done.wait()
    #expect(received == 100)
  }

  @Test func `bytes bound the queue as elements do`() throws {
    let queue = BoundedQueue<Token>(maximumCount: 100, maximumBytes: 10)
    try queue.send(Token(0), bytes: 6)
    let sent = Counter()
    let done = DispatchSemaphore(value: 0)
    DispatchQueue(label: "sender").async {
      try? queue.send(Token(1), bytes: 6)
      sent.add(1)
      try? queue.send(Token(2), bytes: 4)
      sent.add(1)
      done.signal()
    }
    let first = try number(of: queue.receive())
    #expect(first == 0)
    done.wait()
    #expect(sent.value == 2)
  }

  @Test func `an element larger than the bound goes through an empty queue`() throws {
    let queue = BoundedQueue<Token>(maximumCount: 4, maximumBytes: 10)
    try queue.send(Token(7), bytes: 1_000)
    let received = try number(of: queue.receive())
    #expect(received == 7)
  }

  @Test func `cancelling wakes a waiting receiver`() {
    let queue = BoundedQueue<Token>(maximumCount: 1)
    let woken = DispatchSemaphore(value: 0)
    DispatchQueue(label: "receiver").async {
      do {
        _ = try queue.receive()
      } catch is PipelineCancellation {
        woken.signal()
      } catch {}
    }
    queue.cancel()
    #expect(woken.wait(timeout: .now() + 10) == .success)
  }

  @Test func `cancelling wakes a waiting sender`() throws {
    let queue = BoundedQueue<Token>(maximumCount: 1)
    try queue.send(Token(0))
    let woken = DispatchSemaphore(value: 0)
    DispatchQueue(label: "sender").async {
      do {
        try queue.send(Token(1))
      } catch is PipelineCancellation {
        woken.signal()
      } catch {}
    }
    queue.cancel()
    #expect(woken.wait(timeout: .now() + 10) == .success)
  }

  @Test func `each element ends exactly once, whatever becomes of the queue`() throws {
    let ended = Counter()
    func token(_ number: Int) -> Token { Token(number) { ended.add(1) } }
    do {
      let queue = BoundedQueue<Token>(maximumCount: 10_000)
      for number in 0..<3 { try queue.send(token(number)) }
      _ = try queue.receive()
      #expect(ended.value == 1)
      queue.cancel()
      #expect(ended.value == 3)
      #expect(throws: PipelineCancellation.self) { try queue.send(token(3)) }
      #expect(ended.value == 4)
    }
    do {
      let dropped = BoundedQueue<Token>(maximumCount: 100_000)
      for number in 0..<100_000 { try dropped.send(token(number)) }
    }
    #expect(ended.value == 100_004)
  }

  @Test func `many senders and receivers lose nothing and double nothing`() throws {
    let queue = BoundedQueue<Token>(maximumCount: 3, maximumBytes: 50)
    let sum = Counter()
    let group = DispatchGroup()
    for _ in 0..<4 {
      DispatchQueue(label: "receiver").async(group: group) {
        while let token = try? queue.receive() { sum.add(token.number) }
      }
    }
    let senders = DispatchGroup()
    for _ in 0..<4 {
      DispatchQueue(label: "sender").async(group: senders) {
        for number in 1...500 { try? queue.send(Token(number), bytes: number % 40) }
      }
    }
    senders.wait()
    queue.finish()
    group.wait()
    #expect(sum.value == 4 * 500 * 501 / 2)
  }
}
