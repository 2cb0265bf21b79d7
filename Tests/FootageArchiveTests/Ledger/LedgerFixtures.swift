import Foundation
import TestSupport
import Testing

@testable import FootageArchive

/// The name that a ledger's file has in the tests.
let ledgerName = "ledger.sqlite"

/// A path from text that is one.
func path(_ text: String) throws -> RelativePath { try #require(RelativePath(text)) }

/// A new file of an archive.
func newEntry(_ text: String, size: Int64 = 1, modified: Int64 = 1) throws -> LedgerEntry {
  LedgerEntry(
    path: try path(text), stamp: FileStamp(size: size, modified: modified, inode: 1), seen: 1)
}

extension TemporaryFolder {
  var ledgerPath: String { path(ledgerName) }

  func ledger(for access: Ledger.Access = .writing, busyTimeout: Double = 30) throws -> Ledger {
    try Ledger(path: ledgerPath, for: access, busyTimeout: busyTimeout, schema: .current)
  }

  /// A connection beside the ledger's.
  func database() throws -> Database {
    try Database(path: ledgerPath, for: .creating, busyTimeout: 0)
  }

  /// A ledger of many files, closed again.
  func fillLedger(_ count: Int) throws {
    var entries = try (0..<count).map { try newEntry("folder/\($0).mp4", size: Int64($0)) }
    try ledger().save(&entries)
  }
}

/// The kind of the ledger's error that `body` throws; `nil` where it throws none.
func kind(_ body: () throws -> Void) throws -> LedgerError.Kind? {
  do {
    try body()
    return nil
  } catch let error as LedgerError {
    return error.kind
  }
}
