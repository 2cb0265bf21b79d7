extension Ledger {
  /// What a ledger knows of the archive as a whole.
  public enum Fact: String, CaseIterable, Sendable {
    /// The source's path as it was last given; bytes that are not UTF-8 are escaped.
    case source
    /// The destination's path, likewise.
    case destination
    /// Which folder the source was when files were last found in it: device and number.
    case sourceIdentity
    /// Of what the last run made outputs with; see `JobProgram.fingerprint`.
    case fingerprint
    /// How many runs the last plan shares the work out to; there is none without a plan.
    case plan
    /// The form of the archive's own folder.
    case format
  }

  /// Sets a fact, or takes it back with `nil`.
  public func setFact(_ fact: Fact, to value: String?) throws {
    try change { database in
      guard let value else {
        return try database.run("DELETE FROM facts WHERE name = ?", .text(fact.rawValue))
      }
      try database.run(
        "INSERT INTO facts (name, value) VALUES (?, ?) "
          + "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        .text(fact.rawValue), .text(value))
    }
  }

  /// A fact, where it was set.
  public func fact(_ fact: Fact) throws -> String? {
    try snapshot { database in
      try database.firstRow("SELECT value FROM facts WHERE name = ?", [.text(fact.rawValue)]) {
        try $0.text()
      }
    }
  }

  /// Keeps what settings a fingerprint stands for, so that people can be told.
  public func rememberSettings(fingerprint: String, text: String) throws {
    try change { database in
      try database.run(
        "INSERT INTO settings (fingerprint, description) VALUES (?, ?) "
          + "ON CONFLICT (fingerprint) DO UPDATE SET description = excluded.description",
        .text(fingerprint), .text(text))
    }
  }

  /// What settings a fingerprint stands for, where that is known.
  public func settings(fingerprint: String) throws -> String? {
    try snapshot { database in
      try database.firstRow(
        "SELECT description FROM settings WHERE fingerprint = ?", [.text(fingerprint)]
      ) { try $0.text() }
    }
  }

  /// Enters a run that begins, which gets its number.
  public func beginRun(_ run: inout RunRecord) throws {
    let values = run.values
    run.id = try change { database in
      try database.run(
        "INSERT INTO runs (\(RunRecord.columns.joined(separator: ", "))) "
          + "VALUES (\(RunRecord.columns.map { _ in "?" }.joined(separator: ", ")))",
        values)
      return database.lastInsertedID
    }
  }

  /// Saves how a run has ended, or how far it has come; one that was not begun is a `conflict`.
  public func finishRun(_ run: RunRecord) throws {
    try change { database in
      try database.run(
        "UPDATE runs SET \(RunRecord.columns.map { "\($0) = ?" }.joined(separator: ", ")) "
          + "WHERE id = ?",
        run.values + [SQLValue(run.id)])
      guard database.changes == 1 else {
        throw LedgerError(.conflict, path: path, "the ledger does not know the run that has ended")
      }
    }
  }

  /// The run that began last, by the order in which they were entered.
  public func lastRun() throws -> RunRecord? {
    try snapshot { database in
      try database.firstRow("\(RunRecord.selection) ORDER BY id DESC LIMIT 1") {
        try RunRecord(from: &$0)
      }
    }
  }
}

extension RunRecord {
  /// The columns of the table `runs` but for `id`, in the order of `values`.
  fileprivate static let columns = [
    "started", "finished", "host", "process", "version", "settings", "status", "done", "failed",
    "footage_time",
  ]

  fileprivate static let selection = "SELECT id, \(columns.joined(separator: ", ")) FROM runs"

  fileprivate var values: [SQLValue] {
    [
      .real(started), SQLValue(finished), .text(host), SQLValue(process), .text(version),
      .text(settings), SQLValue(status), SQLValue(done), SQLValue(failed), .real(footageTime),
    ]
  }

  /// Reads a row of `selection`.
  fileprivate init(from row: inout RowCursor) throws(LedgerError) {
    let id = try row.integer()
    let started = try row.real()
    let finished = try row.realIfAny()
    self.init(
      started: started, host: try row.text(), process: Int(try row.integer()),
      version: try row.text(), settings: try row.text())
    self.id = id
    self.finished = finished
    status = try row.integerIfAny().map { Int($0) }
    done = Int(try row.integer())
    failed = Int(try row.integer())
    footageTime = try row.real()
  }
}
