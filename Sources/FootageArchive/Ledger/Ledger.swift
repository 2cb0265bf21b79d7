import Foundation

/// What an archive knows of its files and runs, in an SQLite file.
///
/// Several threads may share one, and several processes on several machines one file. Each operation
/// is a transaction: killed at any moment, it has happened whole or not at all. The file has a
/// rollback journal, since a write-ahead log does not work on network shares.
///
/// While a ledger is open no other code of the process may open and close its file: that would drop
/// the process's locks on it, as POSIX locks do.
///
/// Errors are `LedgerError`, and whatever the caller's own closures throw.
///
/// A lock protects all that changes, which is the connection and how deep transactions are nested; a
/// thread holds it as long as its transaction takes.
public final class Ledger: @unchecked Sendable {
  /// What a ledger is opened for.
  public enum Access: Sendable {
    /// Reading and writing. A file that is missing or empty becomes a ledger, an older one is brought
    /// up to date, and a damaged one is found out.
    case writing
    /// Reading only: works while others write, needs no permission to write, and creates nothing.
    /// Where a process was killed while it wrote, what it left undone is undone first, which does
    /// need that permission.
    case reading
  }

  /// The ledger's file.
  public let path: String
  private let access: Access
  private let busyTimeout: Int32
  // Recursive, as a transaction's operations take it once more.
  private let lock = NSRecursiveLock()
  private var database: Database
  private var depth = 0
  /// Whether the connection has been replaced by one that can undo what a killed process left.
  private var isMended = false

  /// Opens the file at a path. A file that is empty has not been written to yet, so that it is as
  /// good as none: it is what a process leaves that is killed right after it has created one.
  public convenience init(path: String, for access: Access) throws {
    try self.init(path: path, for: access, busyTimeout: 30, schema: .current)
  }

  /// `busyTimeout` says for how many seconds others' locks are waited for.
  init(path: String, for access: Access, busyTimeout: Double, schema: LedgerSchema) throws {
    self.path = path
    self.access = access
    self.busyTimeout = Int32(busyTimeout * 1000)
    try Self.checkFile(at: path, for: access)
    database = try Database(
      path: path, for: access == .writing ? .creating : .reading, busyTimeout: self.busyTimeout)
    try Self.configure(database)
    switch access {
    case .writing: try prepareWriting(schema)
    case .reading: try prepareReading(schema)
    }
  }

  /// Runs `body` as one transaction, in which the ledger's operations are undone together should any
  /// error leave it; nothing of others comes in between.
  ///
  /// Transactions may be nested: one inside another is undone by itself where its error does not leave
  /// the outer one. Other threads and processes wait meanwhile, so there should be nothing slow in it.
  /// Of a ledger that is open for reading, it reads the state of one moment.
  public func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try change { _ in try body() }
  }

  /// The same with the connection, for the operations.
  func change<Value>(_ body: (Database) throws -> Value) throws -> Value {
    lock.lock()
    defer { lock.unlock() }
    return try nested(
      begin: {
        if access == .reading { try beginReading() } else { try database.run("BEGIN IMMEDIATE") }
      }, body)
  }

  /// Reads the state of one moment.
  func snapshot<Value>(_ body: (Database) throws -> Value) throws -> Value {
    lock.lock()
    defer { lock.unlock() }
    guard depth == 0 else {
      try checkTransaction()
      return try body(database)
    }
    return try nested(begin: beginReading, body)
  }

  private func nested<Value>(
    begin: () throws -> Void, _ body: (Database) throws -> Value
  ) throws -> Value {
    let savepoint = "level\(depth)"
    let isOutermost = depth == 0
    if isOutermost {
      try begin()
    } else {
      try checkTransaction()
      try database.run("SAVEPOINT \(savepoint)")
    }
    depth += 1
    defer { depth -= 1 }
    do {
      let value = try body(database)
      try checkTransaction()
      try database.run(isOutermost ? "COMMIT" : "RELEASE \(savepoint)")
      return value
    } catch {
      // The first error says more than one of undoing; a connection that is closed undoes, too.
      if database.isInTransaction {
        if isOutermost {
          try? database.run("ROLLBACK")
        } else {
          try? database.run("ROLLBACK TO \(savepoint)")
          try? database.run("RELEASE \(savepoint)")
        }
      }
      throw error
    }
  }

  /// After some errors SQLite undoes the whole transaction, whatever the caller makes of the error;
  /// what follows must not be written without it.
  private func checkTransaction() throws {
    guard database.isInTransaction else {
      throw LedgerError(
        .failedTransfer, path: path, "what was to be saved is undone after an error",
        advice: "run it again")
    }
  }

  /// Begins to read, which others' commits wait for.
  private func beginReading() throws {
    do {
      try Self.beginReading(database)
    } catch {
      guard access == .reading, database.lastFailure == unfinishedStatus, !isMended else {
        throw error
      }
      // Opened so, SQLite undoes what a killed process has left.
      let mending = try Database(path: path, for: .writing, busyTimeout: busyTimeout)
      guard !mending.isReadOnly else { throw error }
      try Self.configure(mending)
      try mending.run("PRAGMA query_only = ON")
      try Self.beginReading(mending)
      database = mending
      isMended = true
    }
  }

  private static func beginReading(_ database: Database) throws {
    try database.run("BEGIN")
    do {
      // Only now SQLite takes its lock, and undoes what was left.
      try database.run("SELECT count(*) FROM sqlite_schema")
    } catch {
      if database.isInTransaction { try? database.run("ROLLBACK") }
      throw error
    }
  }

  private static func checkFile(at path: String, for access: Access) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      // All else comes up again when the file is opened.
      if errno == ENOENT, access == .reading { throw missing(path) }
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw LedgerError(
        .notALedger, path: path, "the ledger is no regular file",
        cause: "its mode is \(String(status.st_mode, radix: 8))")
    }
  }

  private static func missing(_ path: String) -> LedgerError {
    LedgerError(
      .missing, path: path, "there is no ledger",
      advice: "run 'anonymize archive SOURCE DESTINATION' first")
  }

  private static func configure(_ database: Database) throws {
    try database.runScript(
      """
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA temp_store = MEMORY;
      """)
  }

  private func prepareWriting(_ schema: LedgerSchema) throws {
    try database.run("PRAGMA synchronous = FULL")
    let version = try schema.version(of: database)
    guard !database.isReadOnly else {
      throw LedgerError(
        .failedTransfer, path: path, "the ledger can't be written",
        advice: "check the permissions of the file and its folder")
    }
    let finding = try database.firstRow("PRAGMA quick_check(1)") { try $0.text() }
    guard finding == "ok" else {
      throw LedgerError(.corrupt, path: path, "the ledger is damaged", cause: finding)
    }
    let mode = try database.firstRow("PRAGMA journal_mode = DELETE") { try $0.text() }
    guard mode == "delete" else {
      throw LedgerError(
        .internalFault, path: path, "the ledger can't have a rollback journal", cause: mode)
    }
    if version < schema.version { try schema.migrate(database) }
  }

  private func prepareReading(_ schema: LedgerSchema) throws {
    try beginReading()
    try database.run("COMMIT")
    let version = try schema.version(of: database)
    guard version > 0 else { throw Self.missing(path) }
    guard version == schema.version else {
      throw LedgerError(
        .olderSchema, path: path, "an older version of anonymize made the ledger",
        advice: "run 'anonymize archive SOURCE DESTINATION', which brings it up to date",
        cause: "its schema is \(version), and this program reads \(schema.version)")
    }
  }
}
