public import Foundation

extension Ledger {
  /// Sums over everything at one moment.
  ///
  /// With `currentFingerprint`, done files are counted that have another fingerprint or none; without
  /// it none are. Days are those of `timeZone`; a file counts on the day of its last job while it is
  /// done, failed or skipped, and not while it is to be done once more. The outputs of files that are
  /// running are not counted, since they may not be published yet.
  public func totals(
    currentFingerprint: String?, timeZone: TimeZone = .current
  ) throws -> ArchiveTotals {
    try snapshot { database in
      var totals = ArchiveTotals()
      totals.source = try fact(.source) ?? ""
      totals.destination = try fact(.destination) ?? ""
      try database.forEachRow(
        "SELECT state, count(*), sum(size), ifnull(sum(output_size), 0) FROM files GROUP BY state"
      ) { row in
        let state = try LedgerEntry.State(from: &row)
        totals.files[state] = Int(try row.integer())
        totals.sourceBytes[state] = try row.integer()
        if state != .running { totals.outputBytes += try row.integer() }
      }
      try database.forEachRow(
        """
        SELECT total(footage_time), total(elapsed), ifnull(sum(frames), 0), ifnull(sum(tracks), 0),
          ifnull(sum(?1 IS NOT NULL AND fingerprint IS NOT ?1), 0)
        FROM files WHERE state = 'done'
        """, [SQLValue(currentFingerprint)]
      ) { row in
        totals.footageTime = try row.real()
        totals.workTime = try row.real()
        totals.frames = Int(try row.integer())
        totals.tracks = Int(try row.integer())
        totals.otherSettings = Int(try row.integer())
      }
      totals.days = try days(in: timeZone, of: database)
      totals.failures = try failures(in: database)
      totals.lastRun = try lastRun()
      totals.lastSuccess = try database.firstRow("SELECT max(finished) FROM runs WHERE status = 0")
      {
        try $0.realIfAny()
      }
      return totals
    }
  }

  private func days(in timeZone: TimeZone, of database: Database) throws -> [ArchiveTotals.Day] {
    var days: [String: [LedgerEntry.State: Int]] = [:]
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    // Days begin at whole quarters of an hour of universal time, wherever it is. Times beyond the
    // year 9999 have no date of this form.
    try database.forEachRow(
      """
      SELECT CAST(finished / 900 AS INTEGER) AS quarter, state, count(*) FROM files
      WHERE finished BETWEEN 0 AND 253402214399 AND state IN ('done', 'failed', 'skipped')
      GROUP BY quarter, state
      """
    ) { row in
      let time = Date(timeIntervalSince1970: Double(try row.integer()) * 900)
      let date = calendar.dateComponents([.year, .month, .day], from: time)
      let numbers = [(date.year, 4), (date.month, 2), (date.day, 2)]
      let text = numbers.map { number, digits in
        let text = String(number ?? 0)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
      }
      .joined(separator: "-")
      days[text, default: [:]][try LedgerEntry.State(from: &row), default: 0] +=
        Int(try row.integer())
    }
    return days.sorted { $0.key < $1.key }.map { ArchiveTotals.Day(date: $0.key, files: $0.value) }
  }

  private func failures(in database: Database) throws -> [ArchiveTotals.FailedFile] {
    var failures: [ArchiveTotals.FailedFile] = []
    try database.forEachRow(
      """
      SELECT path, attempts, finished, failure_status, failure_reason FROM files
      WHERE state = 'failed' ORDER BY path
      """
    ) { row in
      failures.append(
        ArchiveTotals.FailedFile(
          path: try row.relativePath(), attempts: Int(try row.integer()),
          finished: try row.realIfAny(),
          failure: LedgerEntry.Failure(
            status: Int(try row.integer()), reason: try row.text())))
    }
    return failures
  }
}

extension LedgerEntry.State {
  init(from row: inout RowCursor) throws(LedgerError) {
    guard let state = Self(rawValue: try row.text()) else { throw row.damage() }
    self = state
  }
}
