extension Ledger {
  /// Takes the next file that is `pending` for a worker: it is `running` from then on. No two workers
  /// get the same one, in whatever processes they are. `nil` where there is none.
  ///
  /// - Parameters:
  ///   - worker: The name of the worker's lock.
  ///   - order: Which file is next; of equal ones that whose path comes first.
  ///   - excluding: Numbers of files to leave.
  ///   - share: Takes only files whose `turn`, divided by `count`, leaves `index`.
  ///   - limitedToTurns: Takes only files that have a `turn`.
  ///   - now: The time at which the job begins, in seconds since 1970.
  public func claim(
    worker: String, order: WorkOrder, excluding: Set<Int64>? = nil,
    share: (index: Int, count: Int)? = nil, limitedToTurns: Bool = false, now: Double
  ) throws -> LedgerEntry? {
    let query = Self.claimQuery(order: order, share: share, limitedToTurns: limitedToTurns)
    return try change { database in
      let next = try database.firstRow(query.sql, query.values) { row -> Int64? in
        let id = try row.integer()
        return excluding?.contains(id) == true ? nil : id
      }
      guard let next else { return nil }
      try database.run(
        "UPDATE files SET state = 'running', worker = ?, started = ? WHERE id = ?", .text(worker),
        .real(now), .integer(next))
      return try entry(id: next)
    }
  }

  /// Saves a file that a worker has claimed, unless it is no longer the worker's.
  ///
  /// - Returns: whether it was saved. It is not where a worker had been out of reach, was taken for
  ///   dead, and goes on.
  func save(_ entry: inout LedgerEntry, claimedBy worker: String) throws -> Bool {
    var saved = entry
    let isHeld = try transaction {
      guard let id = saved.id, let now = try self.entry(id: id), now.state == .running,
        now.worker == worker
      else { return false }
      try save(&saved)
      return true
    }
    entry = saved
    return isHeld
  }

  /// The numbers of the files that may be claimed, in order; an index alone answers it.
  static func claimQuery(
    order: WorkOrder, share: (index: Int, count: Int)?, limitedToTurns: Bool
  ) -> (sql: String, values: [SQLValue]) {
    var sql = "SELECT id FROM files WHERE state = 'pending'"
    var values: [SQLValue] = []
    if let share {
      sql += " AND turn % ? = ?"
      values = [SQLValue(share.count), SQLValue(share.index)]
    }
    if limitedToTurns { sql += " AND turn IS NOT NULL" }
    switch order {
    case .largest: sql += " ORDER BY size DESC, path"
    case .oldest: sql += " ORDER BY modified, path"
    case .path: sql += " ORDER BY path"
    }
    return (sql, values)
  }
}
