/// The tables of a ledger, and how older ones become the newest.
struct LedgerSchema: Sendable {
  /// What `PRAGMA application_id` tells ledgers by: "Anon" in ASCII.
  static let applicationID: Int64 = 0x416E_6F6E

  /// Each makes the next version of the one before, the first of an empty file, whose version is 0.
  var steps: [String]

  /// The version that the last step makes.
  var version: Int64 { Int64(steps.count) }

  /// The one that this program works with. A step that has been released is never changed.
  ///
  /// Indices of pending files have all columns that a claim looks at, so that it reads no rows of
  /// files which it leaves.
  static let current = LedgerSchema(steps: [
    """
    CREATE TABLE files (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      path BLOB NOT NULL UNIQUE,
      size INTEGER NOT NULL CHECK (size >= 0),
      modified INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      checksum TEXT,
      state TEXT NOT NULL CHECK (state IN ('pending', 'running', 'done', 'failed', 'skipped')),
      attempts INTEGER NOT NULL CHECK (attempts >= 0),
      seen REAL NOT NULL,
      started REAL,
      finished REAL,
      fingerprint TEXT,
      output_path BLOB,
      output_size INTEGER CHECK (output_size >= 0),
      output_inode INTEGER,
      output_checksum TEXT,
      frames INTEGER CHECK (frames >= 0),
      tracks INTEGER CHECK (tracks >= 0),
      footage_time REAL,
      elapsed REAL,
      failure_status INTEGER,
      failure_reason TEXT,
      worker TEXT,
      turn INTEGER CHECK (turn >= 0),
      CHECK ((output_path IS NULL) = (output_size IS NULL)),
      CHECK ((output_path IS NULL) = (output_inode IS NULL)),
      CHECK (output_checksum IS NULL OR output_path IS NOT NULL),
      CHECK ((frames IS NULL) = (tracks IS NULL)),
      CHECK ((frames IS NULL) = (footage_time IS NULL)),
      CHECK ((frames IS NULL) = (elapsed IS NULL)),
      CHECK ((failure_status IS NULL) = (failure_reason IS NULL)),
      CHECK (state <> 'done' OR output_path IS NOT NULL),
      CHECK (state <> 'failed' OR failure_status IS NOT NULL),
      CHECK (state <> 'running' OR worker IS NOT NULL)
    ) STRICT;
    CREATE UNIQUE INDEX files_by_output ON files (output_path) WHERE output_path IS NOT NULL;
    CREATE INDEX pending_by_size ON files (size DESC, path, turn, state) WHERE state = 'pending';
    CREATE INDEX pending_by_age ON files (modified, path, turn, state) WHERE state = 'pending';
    CREATE INDEX pending_by_path ON files (path, turn, state) WHERE state = 'pending';
    CREATE INDEX running_by_path ON files (path) WHERE state = 'running';
    CREATE INDEX failed_by_path ON files (path) WHERE state = 'failed';

    CREATE TABLE runs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      started REAL NOT NULL,
      finished REAL,
      host TEXT NOT NULL,
      process INTEGER NOT NULL,
      version TEXT NOT NULL,
      settings TEXT NOT NULL,
      status INTEGER,
      done INTEGER NOT NULL CHECK (done >= 0),
      failed INTEGER NOT NULL CHECK (failed >= 0),
      footage_time REAL NOT NULL
    ) STRICT;

    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE settings (
      fingerprint TEXT PRIMARY KEY, description TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
  ])

  /// Makes an older ledger one of this version, step by step; each is there whole or not at all,
  /// together with its number. Other processes may do the same at the same time.
  func migrate(_ database: Database) throws {
    for (next, step) in zip(Int64(1)..., steps) {
      try database.run("BEGIN IMMEDIATE")
      do {
        if try database.number("PRAGMA user_version") == next - 1 {
          try database.runScript(step)
          try database.runScript(
            "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(next)")
        }
        try database.run("COMMIT")
      } catch {
        if database.isInTransaction { try? database.run("ROLLBACK") }
        throw error
      }
    }
  }

  /// The version of a ledger; 0 where the file is empty. A file that is no ledger, and one that is
  /// newer than this schema, are errors.
  func version(of database: Database) throws -> Int64 {
    // Of one moment, as another process may just be filling the file.
    try database.run("BEGIN")
    defer { if database.isInTransaction { try? database.run("ROLLBACK") } }
    let tables = try database.number("SELECT count(*) FROM sqlite_schema") ?? 0
    let application = try database.number("PRAGMA application_id") ?? 0
    let version = try database.number("PRAGMA user_version") ?? 0
    if application == 0, version == 0, tables == 0 { return 0 }
    guard application == Self.applicationID else {
      throw LedgerError(
        .notALedger, path: database.path, "the file is another program's database",
        cause: "its application id is \(application)")
    }
    guard version <= self.version else {
      throw LedgerError(
        .newerSchema, path: database.path, "a newer version of anonymize made the ledger",
        advice: "use that version",
        cause: "its schema is \(version), and this program knows \(self.version)")
    }
    guard version > 0 else {
      throw LedgerError(
        .corrupt, path: database.path, "the ledger is damaged", cause: "its schema is \(version)")
    }
    return version
  }
}
