import Testing

@testable import FootageArchive

@Suite struct RetryRuleTests {
  @Test func `a failed file waits longer each time`() {
    let rule = RetryRule(retries: 20)
    #expect((1...4).map(rule.delay) == [300, 1200, 4800, 19_200])
    #expect(rule.delay(after: 20) == 86_400)
    #expect(!rule.isDue(attempts: 2, failed: 1000, now: 2199))
    #expect(rule.isDue(attempts: 2, failed: 1000, now: 2200))
  }

  @Test func `a file is left after its last retry`() {
    let rule = RetryRule(retries: 2)
    #expect((0...4).map(rule.retriesLeft) == [3, 2, 1, 0, 0])
    #expect(rule.isDue(attempts: 2, failed: 0, now: 1e9))
    #expect(!rule.isDue(attempts: 3, failed: 0, now: 1e9))
  }

  @Test func `a clock that was set back makes nothing wait`() {
    #expect(RetryRule(retries: 3).isDue(attempts: 1, failed: 5000, now: 100))
    #expect(RetryRule(retries: 3).isDue(attempts: 1, failed: nil, now: 100))
  }
}
