import Foundation

@testable import FootageArchive

/// Totals as a ledger might have them, and the time at which they are told.
enum SampleTotals {
  /// 2026-11-30 21:00 in Greenwich.
  static let now = 1_796_072_400.0
  static let zone = TimeZone(secondsFromGMT: 3600) ?? .gmt

  /// Something of everything; names and reasons that mean something to terminals and browsers.
  static var mixed: ArchiveTotals {
    get throws {
      var totals = ArchiveTotals()
      totals.source = "/video/<in> & \"out\""
      totals.destination = "/public/it's\\new"
      totals.files = [.pending: 3, .running: 1, .done: 1234, .failed: 2, .skipped: 5]
      totals.sourceBytes = [
        .pending: 1_200_000_000, .running: 300_000, .done: 41_200_000_000, .failed: 7_500_000,
        .skipped: 12_345,
      ]
      totals.outputBytes = 38_000_000_000
      totals.footageTime = 12.4 * 3600
      totals.workTime = 6.2 * 3600
      totals.frames = 1_120_345
      totals.tracks = 312
      totals.otherSettings = 4
      totals.days = [
        ArchiveTotals.Day(date: "2026-11-24", files: [.done: 700, .skipped: 5]),
        ArchiveTotals.Day(date: "2026-11-29", files: [.done: 500]),
        ArchiveTotals.Day(date: "2026-11-30", files: [.done: 34, .failed: 2, .pending: 1]),
      ]
      totals.failures = [
        ArchiveTotals.FailedFile(
          path: try path(Array("a/<script>alert(\"1\")</script>&amp;'\n.mp4".utf8)), attempts: 3,
          finished: now - 3600,
          failure: LedgerEntry.Failure(
            status: 65, reason: "<img src=x onerror=alert(1)> is damaged; \u{1B}[31mget a whole one"
          )),
        ArchiveTotals.FailedFile(
          path: try path([0x62, 0xFF, 0x2E, 0x6D, 0x6B, 0x76]), attempts: 1, finished: nil,
          failure: LedgerEntry.Failure(status: 137, reason: "was killed")),
      ]
      var run = RunRecord(
        started: now - 7200, host: "reel & co", process: 4711, version: "1.0.0",
        settings: "--style solid --color <red>")
      run.id = 7
      run.finished = now - 3540
      run.status = 1
      run.done = 34
      run.failed = 2
      run.footageTime = 1230.5
      totals.lastRun = run
      totals.lastSuccess = now - 86_400
      return totals
    }
  }

  /// So many failed files, and nothing else.
  static func failed(_ count: Int) throws -> ArchiveTotals {
    var totals = ArchiveTotals()
    totals.source = "/video"
    totals.destination = "/public"
    totals.files = [.failed: count]
    totals.failures = try (0..<count).map { index in
      ArchiveTotals.FailedFile(
        path: try path(Array("clip-\(index).mp4".utf8)), attempts: 3, finished: now,
        failure: LedgerEntry.Failure(status: 65, reason: "is damaged"))
    }
    return totals
  }

  /// Some files done on each of so many days up to today, the number of which says the day.
  static func days(_ count: Int) -> ArchiveTotals {
    var totals = ArchiveTotals()
    let today = CivilDay(at: now, in: zone).number
    totals.days = (0..<count).reversed().map { age in
      ArchiveTotals.Day(date: CivilDay(number: today - age).text, files: [.done: age + 1])
    }
    totals.files = [.done: count * (count + 1) / 2]
    return totals
  }

  private struct NoPath: Error {}

  private static func path(_ bytes: [UInt8]) throws -> RelativePath {
    guard let path = RelativePath(bytes: bytes) else { throw NoPath() }
    return path
  }
}
