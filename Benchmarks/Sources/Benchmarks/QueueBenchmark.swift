import Foundation
import Pipeline

/// What handing elements from one thread to another takes.
enum QueueBenchmark {
  /// The product's queue between two stages.
  private static let capacity = 4

  /// Hands `count` elements over, as fast as both threads can.
  static func stream(_ count: Int) throws {
    let queue = BoundedQueue<Int>(maximumCount: capacity)
    let sender = thread {
      for number in 0..<count { try? queue.send(number) }
      queue.finish()
    }
    var received = 0
    while let number = try queue.receive() {
      guard number == received else { throw Failure(message: "the queue lost an element") }
      received += 1
    }
    sender.wait()
    guard received == count else { throw Failure(message: "the queue lost an element") }
  }

  /// Hands one element to another thread and back, `count` times: each time both have to be woken.
  static func exchange(_ count: Int) throws {
    let there = BoundedQueue<Int>(maximumCount: 1)
    let back = BoundedQueue<Int>(maximumCount: 1)
    let echo = thread {
      while let number = try? there.receive() { try? back.send(number) }
      back.finish()
    }
    for number in 0..<count {
      try there.send(number)
      guard try back.receive() == number else {
        throw Failure(message: "the queue lost an element")
      }
    }
    there.finish()
    echo.wait()
  }

  private static func thread(_ work: @escaping @Sendable () -> Void) -> DispatchGroup {
    let group = DispatchGroup()
    DispatchQueue(label: "benchmark").async(group: group, execute: work)
    return group
  }
}
