import CSQLite

/// A connection to an SQLite database, for one thread at a time.
final class Database {
  /// What a connection is for.
  enum Use {
    /// Only reading; nothing is ever created or changed.
    case reading
    /// Reading and writing what is there already.
    case writing
    /// Reading and writing; the file is created where there is none.
    case creating

    fileprivate var flags: Int32 {
      switch self {
      case .reading: SQLITE_OPEN_READONLY
      case .writing: SQLITE_OPEN_READWRITE
      case .creating: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }
  }

  /// The database's file.
  let path: String
  /// The status of the last call that failed, an extended one.
  private(set) var lastFailure = SQLITE_OK
  private let handle: OpaquePointer
  /// Statements that are not being run, by their text.
  private var idle: [String: Statement] = [:]

  /// Opens a file; `busyTimeout` says for how many milliseconds locks of others are waited for.
  init(path: String, for use: Use, busyTimeout: Int32) throws(LedgerError) {
    self.path = path
    // A name such as ":memory:" or "file:x" has a meaning of its own; no path with a slash in front
    // has one.
    let name = path.hasPrefix("/") ? path : "./\(path)"
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(name, &opened, use.flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else {
      throw LedgerError(.internalFault, path: path, "no memory for the ledger")
    }
    sqlite3_extended_result_codes(opened, 1)
    handle = opened
    guard status == SQLITE_OK else { throw failure(status) }
    sqlite3_busy_timeout(handle, busyTimeout)
  }

  deinit {
    idle.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Whether it may only be read, for whatever reason.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

  /// Whether a transaction is open: SQLite ends one on its own after some errors.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The id of the row that was inserted last.
  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement inserted, changed or removed.
  var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Runs one statement to its end.
  func run(_ sql: String, _ values: SQLValue...) throws(LedgerError) { try run(sql, values) }

  /// Runs one statement to its end.
  func run(_ sql: String, _ values: [SQLValue]) throws(LedgerError) {
    let statement = try ready(sql, values)
    defer { rest(statement, sql) }
    while try hasRow(statement) {}
  }

  /// Runs several statements, which have no parameters.
  func runScript(_ sql: String) throws(LedgerError) {
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    guard status == SQLITE_OK else { throw failure(status) }
  }

  /// Hands each row to `body`.
  func forEachRow(
    _ sql: String, _ values: [SQLValue] = [], _ body: (inout RowCursor) throws -> Void
  ) throws {
    let statement = try ready(sql, values)
    defer { rest(statement, sql) }
    while try hasRow(statement) {
      var row = RowCursor(statement, path: path)
      try body(&row)
    }
  }

  /// What `body` makes of the first row of which it makes anything.
  func firstRow<Value>(
    _ sql: String, _ values: [SQLValue] = [], _ body: (inout RowCursor) throws -> Value?
  ) throws -> Value? {
    let statement = try ready(sql, values)
    defer { rest(statement, sql) }
    while try hasRow(statement) {
      var row = RowCursor(statement, path: path)
      if let value = try body(&row) { return value }
    }
    return nil
  }

  /// The number that a statement such as `PRAGMA user_version` gives.
  func number(_ sql: String) throws -> Int64? { try firstRow(sql) { try $0.integer() } }

  private func ready(_ sql: String, _ values: [SQLValue]) throws(LedgerError) -> Statement {
    let statement: Statement
    if let kept = idle.removeValue(forKey: sql) {
      statement = kept
    } else {
      statement = try prepare(sql)
    }
    let status = statement.bind(values)
    guard status == SQLITE_OK else { throw failure(status) }
    return statement
  }

  private func rest(_ statement: Statement, _ sql: String) {
    statement.reset()
    idle[sql] = statement
  }

  private func prepare(_ sql: String) throws(LedgerError) -> Statement {
    var pointer: OpaquePointer?
    let status = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    guard status == SQLITE_OK, let pointer else { throw failure(status, isPreparing: true) }
    return Statement(owning: pointer)
  }

  private func hasRow(_ statement: Statement) throws(LedgerError) -> Bool {
    switch statement.step() {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let status: throw failure(status)
    }
  }

  private func failure(_ status: Int32, isPreparing: Bool = false) -> LedgerError {
    lastFailure = status
    return LedgerError(
      status: status, systemError: sqlite3_system_errno(handle), path: path,
      cause: "\(String(cString: sqlite3_errmsg(handle))), SQLite's status \(status)",
      isPreparing: isPreparing)
  }
}
