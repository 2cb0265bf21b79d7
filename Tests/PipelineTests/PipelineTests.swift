import Dispatch
import Pipeline
import Testing

private struct Trouble: Error, Equatable {
  let number: Int
}

@Suite struct PipelineTests {
  @Test func `stages work at the same time and hand everything on`() throws {
    let pipeline = Pipeline()
    let first = pipeline.makeQueue(of: Token.self, named: "first", maximumCount: 1)
    let second = pipeline.makeQueue(of: Token.self, named: "second", maximumCount: 1)
    let sum = Counter()
    pipeline.addStage("make") {
      for number in 1...1000 { try first.send(Token(number)) }
      first.finish()
    }
    pipeline.addStage("pass") {
      while let token = try first.receive() { try second.send(token) }
      second.finish()
    }
    pipeline.addStage("take") {
      while let token = try second.receive() { sum.add(token.number) }
    }
    try pipeline.run()
    #expect(sum.value == 500_500)
  }

  @Test(arguments: ["make", "pass", "take"])
  func `an error in any stage stops all of them and comes out`(failing: String) {
    let pipeline = Pipeline()
    let first = pipeline.makeQueue(of: Token.self, named: "first", maximumCount: 2)
    let second = pipeline.makeQueue(of: Token.self, named: "second", maximumCount: 2)
    func fail(_ stage: String, at number: Int) throws {
      if stage == failing, number == 50 { throw Trouble(number: number) }
    }
    pipeline.addStage("make") {
      // Endless: only the failure ends it.
      for number in 1... {
        try fail("make", at: number)
        try first.send(Token(number))
      }
    }
    pipeline.addStage("pass") {
      while let token = try first.receive() {
        try fail("pass", at: token.number)
        try second.send(token)
      }
    }
    pipeline.addStage("take") {
      while let token = try second.receive() { try fail("take", at: token.number) }
    }
    #expect(throws: Trouble(number: 50)) { try pipeline.run() }
  }

  @Test func `cancelling from outside ends a running pipeline with the given error`() {
    let pipeline = Pipeline()
    let queue = pipeline.makeQueue(of: Token.self, named: "queue", maximumCount: 1)
    let started = DispatchSemaphore(value: 0)
    pipeline.addStage("wait") {
      started.signal()
      _ = try queue.receive()
    }
    DispatchQueue(label: "canceller").async {
      started.wait()
      pipeline.cancel(Trouble(number: 1))
      pipeline.cancel(Trouble(number: 2))
    }
    #expect(throws: Trouble(number: 1)) { try pipeline.run() }
    #expect(throws: Trouble(number: 1)) { try pipeline.checkCancellation() }
  }

  @Test func `a queue made after the failure is cancelled from the start`() {
    let pipeline = Pipeline()
    pipeline.cancel(Trouble(number: 3))
    let queue = pipeline.makeQueue(of: Token.self, named: "queue", maximumCount: 1)
    #expect(throws: PipelineCancellation.self) { _ = try queue.receive() }
    #expect(throws: Trouble(number: 3)) { try pipeline.run() }
  }
}
