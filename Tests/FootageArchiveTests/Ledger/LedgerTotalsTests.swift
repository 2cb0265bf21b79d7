import Foundation
import TestSupport
import Testing

@testable import FootageArchive

@Suite struct LedgerTotalsTests {
  private let folder: TemporaryFolder
  private let ledger: Ledger
  private let utc: TimeZone

  init() throws {
    folder = try TemporaryFolder()
    ledger = try folder.ledger()
    utc = try #require(TimeZone(secondsFromGMT: 0))
  }

  private func done(
    _ name: String, size: Int64, finished: Double, fingerprint: String?
  ) throws -> LedgerEntry {
    var entry = try newEntry(name, size: size)
    entry.state = .done
    entry.finished = finished
    entry.fingerprint = fingerprint
    entry.output = LedgerEntry.Output(
      path: entry.path, size: size * 10, inode: 1, checksum: nil)
    entry.findings = LedgerEntry.Findings(
      frames: Int(size), tracks: 2, footageTime: 1.5, elapsed: 0.25)
    return entry
  }

  private func failed(_ name: String, finished: Double) throws -> LedgerEntry {
    var entry = try newEntry(name, size: 50)
    entry.state = .failed
    entry.attempts = 2
    entry.finished = finished
    entry.failure = LedgerEntry.Failure(status: 65, reason: "bad \(name)")
    return entry
  }

  @Test func `an empty ledger has empty totals`() throws {
    #expect(try ledger.totals(currentFingerprint: "f") == ArchiveTotals())
  }

  @Test func `all is summed up`() throws {
    var running = try done("r", size: 1000, finished: 5, fingerprint: "f")
    running.state = .running
    running.worker = "w"
    var pending = try done("p", size: 400, finished: 5, fingerprint: "f")
    pending.state = .pending
    var unknown = try done("u", size: 3, finished: 86400 * 2, fingerprint: nil)
    unknown.findings = nil
    var entries = [
      try done("1", size: 1, finished: 86399, fingerprint: "f"),
      try done("2", size: 2, finished: 86400, fingerprint: "g"), unknown, running, pending,
      try failed("z", finished: 86399), try failed("y", finished: 10),
    ]
    try ledger.save(&entries)
    try ledger.setFact(.source, to: "s")
    try ledger.setFact(.destination, to: "d")
    for (finished, status) in [(20.0, 0), (10.0, 0), (30.0, 1)] {
      var run = RunRecord(
        started: -finished, host: "h", process: 1, version: "v", settings: "")
      try ledger.beginRun(&run)
      run.finished = finished
      run.status = status
      try ledger.finishRun(run)
    }

    var expected = ArchiveTotals()
    expected.source = "s"
    expected.destination = "d"
    expected.files = [.done: 3, .running: 1, .pending: 1, .failed: 2]
    expected.sourceBytes = [.done: 6, .running: 1000, .pending: 400, .failed: 100]
    expected.outputBytes = 60 + 4000
    expected.footageTime = 3
    expected.workTime = 0.5
    expected.frames = 3
    expected.tracks = 4
    expected.otherSettings = 2
    expected.days = [
      ArchiveTotals.Day(date: "1970-01-01", files: [.done: 1, .failed: 2]),
      ArchiveTotals.Day(date: "1970-01-02", files: [.done: 1]),
      ArchiveTotals.Day(date: "1970-01-03", files: [.done: 1]),
    ]
    expected.failures = [("y", 10.0), ("z", 86399)].compactMap { name, finished in
      RelativePath(name).map {
        ArchiveTotals.FailedFile(
          path: $0, attempts: 2, finished: finished,
          failure: LedgerEntry.Failure(status: 65, reason: "bad \(name)"))
      }
    }
    expected.lastRun = try ledger.lastRun()
    expected.lastSuccess = 20
    #expect(expected.lastRun?.finished == 30)
    let totals = try folder.ledger(for: .reading).totals(
      currentFingerprint: "f", timeZone: utc)
    #expect(totals == expected)
    #expect(
      try ledger.totals(currentFingerprint: nil, timeZone: utc).otherSettings == 0)
  }

  @Test func `days are those of a time zone, in summer and in winter`() throws {
    let times = [
      ("a", "2026-07-01T21:59:59Z"), ("b", "2026-07-01T22:00:00Z"),
      ("c", "2026-11-30T22:59:59Z"), ("d", "2026-11-30T23:00:00Z"),
    ]
    var entries = try times.map { name, time in
      let date = try #require(ISO8601DateFormatter().date(from: time))
      return try done(name, size: 1, finished: date.timeIntervalSince1970, fingerprint: nil)
    }
    try ledger.save(&entries)
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let days = try ledger.totals(currentFingerprint: nil, timeZone: berlin).days
    #expect(days.map(\.date) == ["2026-07-01", "2026-07-02", "2026-11-30", "2026-12-01"])
    let kathmandu = try #require(TimeZone(identifier: "Asia/Kathmandu"))
    #expect(
      try ledger.totals(currentFingerprint: nil, timeZone: kathmandu).days.map(\.date)
        == ["2026-07-02", "2026-12-01"])
  }

  @Test func `times that no calendar has are on no day`() throws {
    var entries = try [-1.0, 1e18, .infinity, -.infinity].enumerated().map { index, time in
      try done("\(index)", size: 1, finished: time, fingerprint: nil)
    }
    try ledger.save(&entries)
    let totals = try ledger.totals(currentFingerprint: nil)
    #expect(totals.days.isEmpty)
    #expect(totals.files == [.done: 4])
  }
}
