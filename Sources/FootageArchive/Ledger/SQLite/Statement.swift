import CSQLite

/// A compiled SQL statement of one connection, which must outlive it.
final class Statement {
  private let pointer: OpaquePointer

  /// Takes over what `sqlite3_prepare_v3` made.
  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { sqlite3_finalize(pointer) }

  /// Sets the parameters from the first on, and returns SQLite's status.
  func bind(_ values: [SQLValue]) -> Int32 {
    // SQLITE_TRANSIENT of sqlite3.h, which a cast keeps out of Swift: SQLite copies the bytes.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (index, value) in zip(Int32(1)..., values) {
      let status =
        switch value {
        case .null: sqlite3_bind_null(pointer, index)
        case .integer(let number): sqlite3_bind_int64(pointer, index, number)
        case .real(let number): sqlite3_bind_double(pointer, index, number)
        case .text(var text):
          text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
              // A null pointer would be NULL in place of an empty text.
              characters.baseAddress.map {
                sqlite3_bind_text64(
                  pointer, index, $0, UInt64(characters.count), copied, UInt8(SQLITE_UTF8))
              } ?? sqlite3_bind_text(pointer, index, "", 0, copied)
            }
          }
        case .blob(let bytes):
          bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
              sqlite3_bind_blob64(pointer, index, $0, UInt64(bytes.count), copied)
            } ?? sqlite3_bind_zeroblob(pointer, index, 0)
          }
        }
      guard status == SQLITE_OK else { return status }
    }
    return SQLITE_OK
  }

  /// Goes on to the next row: `SQLITE_ROW`, `SQLITE_DONE` or an error.
  func step() -> Int32 { sqlite3_step(pointer) }

  /// Ends the statement, lets its values go, and makes it ready to run again.
  func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  /// The current row's value in a column, counted from 0; `nil` where it is of another type.
  func integer(_ column: Int32) -> Int64? {
    sqlite3_column_type(pointer, column) == SQLITE_INTEGER
      ? sqlite3_column_int64(pointer, column) : nil
  }

  func real(_ column: Int32) -> Double? {
    sqlite3_column_type(pointer, column) == SQLITE_FLOAT
      ? sqlite3_column_double(pointer, column) : nil
  }

  func text(_ column: Int32) -> String? {
    guard sqlite3_column_type(pointer, column) == SQLITE_TEXT else { return nil }
    let text = sqlite3_column_text(pointer, column)
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  func blob(_ column: Int32) -> [UInt8]? {
    guard sqlite3_column_type(pointer, column) == SQLITE_BLOB else { return nil }
    let bytes = sqlite3_column_blob(pointer, column)
    let count = Int(sqlite3_column_bytes(pointer, column))
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }
}
