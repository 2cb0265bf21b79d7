/// Reads the current row of a statement from left to right. A value that is missing or of another
/// type than asked for is damage.
struct RowCursor {
  private let statement: Statement
  private let path: String
  private var column: Int32 = 0

  /// `path` is the ledger's file, for errors.
  init(_ statement: Statement, path: String) {
    self.statement = statement
    self.path = path
  }

  mutating func integer() throws(LedgerError) -> Int64 { try required(Statement.integer) }
  mutating func real() throws(LedgerError) -> Double { try required(Statement.real) }
  mutating func text() throws(LedgerError) -> String { try required(Statement.text) }
  mutating func blob() throws(LedgerError) -> [UInt8] { try required(Statement.blob) }

  mutating func integerIfAny() throws(LedgerError) -> Int64? { try optional(Statement.integer) }
  mutating func realIfAny() throws(LedgerError) -> Double? { try optional(Statement.real) }
  mutating func textIfAny() throws(LedgerError) -> String? { try optional(Statement.text) }
  mutating func blobIfAny() throws(LedgerError) -> [UInt8]? { try optional(Statement.blob) }

  mutating func relativePath() throws(LedgerError) -> RelativePath {
    guard let path = RelativePath(bytes: try blob()) else { throw damage() }
    return path
  }

  /// The error that the value read last is nothing that the program writes.
  func damage() -> LedgerError {
    LedgerError(
      .corrupt, path: path, "the ledger is damaged", cause: "column \(column) of a row is wrong")
  }

  private mutating func required<Value>(
    _ read: (Statement) -> (Int32) -> Value?
  ) throws(LedgerError) -> Value {
    defer { column += 1 }
    guard let value = read(statement)(column) else { throw damage() }
    return value
  }

  private mutating func optional<Value>(
    _ read: (Statement) -> (Int32) -> Value?
  ) throws(LedgerError) -> Value? {
    if statement.isNull(column) {
      column += 1
      return nil
    }
    return try required(read)
  }
}
