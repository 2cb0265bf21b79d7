import Testing

@testable import FootageArchive

@Suite struct SettleRuleTests {
  private static let second: Int64 = 1_000_000_000
  private let now = 1_000_000 * second
  private let rule = SettleRule(seconds: 60)

  private func isSettled(
    modified: Int64, changed: Int64, wasSeen: Bool = false, rule: SettleRule? = nil
  ) -> Bool {
    let stamp = FileStamp(size: 1, modified: now + modified * Self.second, inode: 1)
    return (rule ?? self.rule).isSettled(
      stamp, changed: now + changed * Self.second, now: now, wasSeen: wasSeen)
  }

  @Test func `a file is settled from its age on`() {
    #expect(!isSettled(modified: -59, changed: -59))
    #expect(isSettled(modified: -60, changed: -59))
  }

  @Test func `having been seen does not make a young file older`() {
    #expect(!isSettled(modified: -59, changed: -59, wasSeen: true))
  }

  @Test func `a time in the future gives way to that of the last change`() {
    #expect(!isSettled(modified: 3600, changed: -59, wasSeen: true))
    #expect(isSettled(modified: 3600, changed: -60))
  }

  @Test func `where both times are in the future the file must have been seen`() {
    #expect(!isSettled(modified: 1, changed: 1))
    #expect(isSettled(modified: 1, changed: 1, wasSeen: true))
  }

  @Test func `zero seconds ask for nothing`() {
    #expect(isSettled(modified: 1, changed: 1, rule: SettleRule(seconds: 0)))
  }

  @Test func `times at the ends of what can be said are no trouble`() {
    let stamp = FileStamp(size: 1, modified: .min, inode: 1)
    #expect(rule.isSettled(stamp, changed: 0, now: now, wasSeen: false))
    #expect(!isSettled(modified: -3600, changed: -3600, rule: SettleRule(seconds: 1e300)))
  }
}
