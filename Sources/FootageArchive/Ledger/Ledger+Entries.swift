extension Ledger {
  /// Rows that `forEachEntry` has in memory at most.
  private static let pageSize: Int64 = 1000

  /// All files at one moment, by path.
  public func entries() throws -> [LedgerEntry] {
    try list("\(LedgerEntry.selection) ORDER BY path")
  }

  /// Hands each file to `body`, by path, with only some of them in memory at a time. Nothing is locked
  /// while `body` runs, which may use the ledger: a file that is changed meanwhile comes as it is
  /// when it is reached.
  public func forEachEntry(_ body: (LedgerEntry) throws -> Void) throws {
    var page = try list(
      "\(LedgerEntry.selection) ORDER BY path LIMIT ?", .integer(Self.pageSize))
    while let last = page.last {
      for entry in page { try body(entry) }
      page = try list(
        "\(LedgerEntry.selection) WHERE path > ? ORDER BY path LIMIT ?", .blob(last.path.bytes),
        .integer(Self.pageSize))
    }
  }

  /// The file with a number; `nil` where there is none.
  public func entry(id: Int64) throws -> LedgerEntry? {
    try list("\(LedgerEntry.selection) WHERE id = ?", .integer(id)).first
  }

  /// The file at a place of the source; `nil` where there is none.
  public func entry(at path: RelativePath) throws -> LedgerEntry? {
    try list("\(LedgerEntry.selection) WHERE path = ?", .blob(path.bytes)).first
  }

  /// The file that an output below the destination is of; `nil` where there is none.
  public func entry(withOutput path: RelativePath) throws -> LedgerEntry? {
    try list("\(LedgerEntry.selection) WHERE output_path = ?", .blob(path.bytes)).first
  }

  /// Files that a worker is at, by path.
  public func running() throws -> [LedgerEntry] {
    try list("\(LedgerEntry.selection) WHERE state = 'running' ORDER BY path")
  }

  /// Saves a file: as a new one, which gets its number, where it has none, and else in place of what
  /// is there by its number.
  ///
  /// It is a `conflict` where another file has the same path or output, where the number is no longer
  /// there, or where the state lacks what it stands for: `done` has an output, `failed` a failure,
  /// `running` a worker.
  public func save(_ entry: inout LedgerEntry) throws {
    let saved = entry
    entry.id = try change { try store(saved, in: $0) }
  }

  /// Saves several files at once, all or none. They may have exchanged their paths and outputs.
  public func save(_ entries: inout [LedgerEntry]) throws {
    let saved = entries
    let ids = try change { database in
      for entry in saved {
        if let id = entry.id { try release(id, for: entry, in: database) }
      }
      return try saved.map { try store($0, in: database) }
    }
    for (index, id) in zip(entries.indices, ids) { entries[index].id = id }
  }

  /// Forgets files; numbers that are not there are passed over. No number is ever given again.
  public func remove(ids: some Sequence<Int64>) throws {
    try change { database in
      for id in ids { try database.run("DELETE FROM files WHERE id = ?", .integer(id)) }
    }
  }

  private func list(_ sql: String, _ values: SQLValue...) throws -> [LedgerEntry] {
    try snapshot { database in
      var entries: [LedgerEntry] = []
      try database.forEachRow(sql, values) { entries.append(try LedgerEntry(from: &$0)) }
      return entries
    }
  }

  /// Frees a path and an output that a row is about to give up, for another row of the same
  /// transaction. No path begins with a zero, as what stands in for it does.
  private func release(_ id: Int64, for entry: LedgerEntry, in database: Database) throws {
    let placeholder = SQLValue.blob([0] + Array(String(id).utf8))
    try database.run(
      "UPDATE files SET path = ? WHERE id = ? AND path <> ?", placeholder, .integer(id),
      .blob(entry.path.bytes))
    try database.run(
      "UPDATE files SET output_path = ? WHERE id = ? AND output_path IS NOT ? "
        + "AND output_path IS NOT NULL",
      placeholder, .integer(id), SQLValue(entry.output?.path.bytes))
  }

  private static let insertion =
    "INSERT INTO files (\(LedgerEntry.columns.joined(separator: ", "))) "
    + "VALUES (\(LedgerEntry.columns.map { _ in "?" }.joined(separator: ", ")))"

  private static let update =
    "UPDATE files SET \(LedgerEntry.columns.map { "\($0) = ?" }.joined(separator: ", ")) "
    + "WHERE id = ?"

  private func store(_ entry: LedgerEntry, in database: Database) throws -> Int64 {
    func refusal(_ cause: String?) -> LedgerError {
      LedgerError(
        .conflict, path: path, "the ledger does not take the entry of '\(entry.path)'",
        cause: cause)
    }
    do {
      guard let id = entry.id else {
        try database.run(Self.insertion, entry.values)
        return database.lastInsertedID
      }
      try database.run(Self.update, entry.values + [.integer(id)])
      guard database.changes == 1 else { throw refusal("there is no file of its number \(id)") }
      return id
    } catch let error as LedgerError where error.kind == .conflict {
      throw refusal(error.cause)
    }
  }
}
