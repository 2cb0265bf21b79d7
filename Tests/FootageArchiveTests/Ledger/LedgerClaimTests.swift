import Foundation
import TestSupport
import Testing

@testable import FootageArchive

@Suite struct LedgerClaimTests {
  private let folder: TemporaryFolder
  private let ledger: Ledger

  init() throws {
    folder = try TemporaryFolder()
    ledger = try folder.ledger()
  }

  private func fill() throws {
    var entries = [
      try newEntry("d", size: 5, modified: 3), try newEntry("c", size: 5, modified: -1),
      try newEntry("b", size: 9, modified: 3), try newEntry("a", size: 1, modified: 2),
      try newEntry("0", size: 100, modified: -100),
    ]
    entries[4].state = .skipped
    for index in 0..<3 { entries[index].turn = index }
    try ledger.save(&entries)
  }

  private func claimAll(
    _ order: WorkOrder, share: (index: Int, count: Int)? = nil, limitedToTurns: Bool = false
  ) throws -> String {
    var text = ""
    while let entry = try ledger.claim(
      worker: "w", order: order, share: share, limitedToTurns: limitedToTurns, now: 1)
    {
      text += "\(entry.path)"
    }
    return text
  }

  @Test(arguments: [(WorkOrder.largest, "bcda"), (.oldest, "cabd"), (.path, "abcd")])
  func `files are claimed in order`(_ order: WorkOrder, _ expected: String) throws {
    try fill()
    #expect(try claimAll(order) == expected)
  }

  @Test func `a share takes only its turns`() throws {
    try fill()
    #expect(try claimAll(.path, share: (1, 2)) == "c")
    #expect(try claimAll(.path, share: (0, 2)) == "bd")
    #expect(try claimAll(.path, limitedToTurns: true) == "")
    #expect(try claimAll(.path) == "a")
  }

  @Test func `only files with a turn are taken where that is asked`() throws {
    try fill()
    #expect(try claimAll(.largest, limitedToTurns: true) == "bcd")
  }

  @Test func `a claimed file is its worker's`() throws {
    try fill()
    let before = try #require(try ledger.entry(at: path("a")))
    let claimed = try #require(try ledger.claim(worker: "w 1", order: .path, now: 12.5))
    var expected = before
    expected.state = .running
    expected.worker = "w 1"
    expected.started = 12.5
    #expect(claimed == expected)
    #expect(try ledger.running() == [expected])
  }

  @Test func `files that are to be left are not claimed`() throws {
    try fill()
    let ids = try ["a", "b"].map { try #require(try ledger.entry(at: path($0))?.id) }
    let claimed = try ledger.claim(worker: "w", order: .path, excluding: Set(ids), now: 1)
    #expect(claimed?.path == (try path("c")))
    #expect(try ledger.entry(at: path("a"))?.state == .pending)
  }

  @Test(arguments: WorkOrder.allCases, [false, true])
  func `an index alone tells what is next`(_ order: WorkOrder, _ isShared: Bool) throws {
    let query = Ledger.claimQuery(
      order: order, share: isShared ? (1, 3) : nil, limitedToTurns: isShared)
    var plan: [String] = []
    try ledger.snapshot { database in
      try database.forEachRow("EXPLAIN QUERY PLAN \(query.sql)", query.values) { row in
        for _ in 0..<3 { _ = try row.integer() }
        plan.append(try row.text())
      }
    }
    #expect(plan.count == 1)
    #expect(plan.first?.contains("USING COVERING INDEX pending_by_") == true, "\(plan)")
  }

  @Test func `no two workers get the same file`() throws {
    var entries = try (0..<500).map { try newEntry("\($0)", size: Int64($0 % 7)) }
    try ledger.save(&entries)
    let ledgers = [ledger, try folder.ledger()]
    let lock = NSLock()
    nonisolated(unsafe) var claimed: [Int64: String] = [:]
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      do {
        while let entry = try ledgers[thread % 2].claim(
          worker: "\(thread)", order: .largest, now: 1)
        {
          let id = try #require(entry.id)
          lock.withLock {
            #expect(claimed[id] == nil)
            claimed[id] = "\(thread)"
          }
        }
      } catch { Issue.record(error) }
    }
    #expect(claimed.count == 500)
    let workers = try ledger.running().map { (try #require($0.id), try #require($0.worker)) }
    #expect(Dictionary(uniqueKeysWithValues: workers) == claimed)
  }
}
