import Foundation
import TestSupport
import Testing

@testable import FootageArchive

@Suite struct LedgerOpeningTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func opening(
    for access: Ledger.Access = .writing, schema: LedgerSchema = .current
  ) throws -> LedgerError.Kind? {
    try kind {
      _ = try Ledger(path: folder.ledgerPath, for: access, busyTimeout: 0, schema: schema)
    }
  }

  private func contents() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.ledgerPath))
  }

  private func setting(_ name: String) throws -> Int64? {
    try folder.database().number("PRAGMA \(name)")
  }

  @Test func `a new ledger is of version 1 and known as one`() throws {
    do { _ = try folder.ledger() }
    #expect(try folder.names == [ledgerName])
    #expect(try setting("user_version") == 1)
    #expect(try setting("application_id") == 0x416E_6F6E)
    #expect(LedgerSchema.current.version == 1)
    let before = try contents()
    do { _ = try folder.ledger() }
    #expect(try contents() == before)
  }

  @Test func `a ledger is written with care`() throws {
    try folder.ledger().change { (database) throws in
      #expect(try database.number("PRAGMA synchronous") == 2)
      #expect(try database.number("PRAGMA foreign_keys") == 1)
      #expect(try database.firstRow("PRAGMA journal_mode") { try $0.text() } == "delete")
      #expect(try database.number("PRAGMA busy_timeout") == 30_000)
    }
  }

  @Test func `an empty file is a new ledger to a writer and none to a reader`() throws {
    try folder.write("", to: ledgerName)
    #expect(try opening(for: .reading) == .missing)
    #expect(try contents().isEmpty)
    #expect(try opening() == nil)
    #expect(try setting("user_version") == 1)
  }

  @Test func `a reader creates nothing`() throws {
    #expect(try opening(for: .reading) == .missing)
    #expect(try folder.names.isEmpty)
  }

  @Test func `names that mean something to SQLite are names`() throws {
    for name in [":memory:", "file:x?mode=memory", ""] {
      #expect(
        try kind { _ = try Database(path: name, for: .writing, busyTimeout: 0) } == .failedTransfer)
    }
  }

  @Test func `what is no file is no ledger`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.ledgerPath, withIntermediateDirectories: false)
    #expect(try opening() == .notALedger)
    #expect(try opening(for: .reading) == .notALedger)
  }

  private let laterSchema = LedgerSchema(
    steps: LedgerSchema.current.steps + ["ALTER TABLE files ADD COLUMN later TEXT"])

  @Test func `an older ledger is brought up to date by a writer only`() throws {
    try folder.fillLedger(3)
    let before = try contents()
    #expect(try opening(for: .reading, schema: laterSchema) == .olderSchema)
    #expect(try contents() == before)
    #expect(try opening(schema: laterSchema) == nil)
    #expect(try setting("user_version") == 2)
    #expect(try folder.database().number("SELECT count(*) FROM files WHERE later IS NULL") == 3)
  }

  @Test func `a newer ledger is refused and left alone`() throws {
    try folder.fillLedger(3)
    #expect(try opening(schema: laterSchema) == nil)
    let before = try contents()
    #expect(try opening() == .newerSchema)
    #expect(try opening(for: .reading) == .newerSchema)
    #expect(try contents() == before)
  }

  @Test func `a step that fails leaves the version before it`() throws {
    try folder.fillLedger(3)
    let before = try contents()
    let broken = LedgerSchema(
      steps: LedgerSchema.current.steps + ["CREATE TABLE later (id); CREATE TABLE files (id)"])
    #expect(try opening(schema: broken) != nil)
    #expect(try contents() == before)
    #expect(try opening() == nil)
  }

  @Test(arguments: ["no database", String(repeating: "garbage ", count: 5_000)])
  func `a file that is no database is no ledger`(_ text: String) throws {
    try folder.write(text, to: ledgerName)
    #expect(try opening() == .notALedger)
    #expect(try opening(for: .reading) == .notALedger)
    #expect(try contents() == Data(text.utf8))
  }

  @Test func `a ledger with a broken header is none`() throws {
    try folder.fillLedger(100)
    var bytes = try contents()
    bytes.replaceSubrange(0..<100, with: Data(repeating: 0x5A, count: 100))
    try folder.write(bytes, to: ledgerName)
    #expect(try opening() == .notALedger)
    #expect(try opening(for: .reading) == .notALedger)
  }

  @Test(arguments: [0.25, 0.5, 0.9])
  func `a ledger that is cut off is damaged`(_ share: Double) throws {
    try folder.fillLedger(2_000)
    let bytes = try contents()
    try folder.write(bytes.prefix(Int(Double(bytes.count) * share)), to: ledgerName)
    #expect(try opening() == .corrupt)
  }

  @Test func `a ledger that is cut off in its first page is not taken for a new one`() throws {
    try folder.fillLedger(10)
    let bytes = try contents()
    for count in [2, 16, 100, 512, 1000] {
      try folder.write(bytes.prefix(count), to: ledgerName)
      #expect([.corrupt, .notALedger].contains(try opening()), "\(count) bytes")
      #expect(try contents() == bytes.prefix(count))
    }
  }

  @Test func `a ledger with a page overwritten is damaged`() throws {
    try folder.fillLedger(2_000)
    let bytes = try contents()
    let pages = bytes.count / 4096
    for page in [pages / 4, pages / 2, pages - 1] {
      var damaged = bytes
      damaged.replaceSubrange(
        page * 4096..<(page + 1) * 4096, with: Data(repeating: 0xA5, count: 4096))
      try folder.write(damaged, to: ledgerName)
      #expect(try opening() == .corrupt, "page \(page)")
    }
  }

  @Test func `reading a damaged page is an error of its own`() throws {
    try folder.fillLedger(2_000)
    var bytes = try contents()
    for page in 2..<bytes.count / 4096 {
      bytes.replaceSubrange(
        page * 4096..<(page + 1) * 4096, with: Data(repeating: 0xA5, count: 4096))
    }
    try folder.write(bytes, to: ledgerName)
    let ledger = try folder.ledger(for: .reading)
    #expect(try kind { _ = try ledger.entries() } == .corrupt)
  }

  @Test func `a path that leads out of the archive is damage`() throws {
    try folder.fillLedger(1)
    try folder.database().runScript("UPDATE files SET path = CAST('../x' AS BLOB)")
    let ledger = try folder.ledger()
    #expect(try kind { _ = try ledger.entries() } == .corrupt)
  }

  @Test func `another program's database is no ledger and is left alone`() throws {
    try folder.database().runScript("CREATE TABLE songs (name); PRAGMA journal_mode = WAL")
    let before = try contents()
    #expect(try opening() == .notALedger)
    #expect(try contents() == before)
    try folder.database().runScript("PRAGMA application_id = 7")
    #expect(try opening() == .notALedger)
    #expect(try opening(for: .reading) == .notALedger)
  }

  @Test func `a ledger without its tables is damaged`() throws {
    do { _ = try folder.ledger() }
    try folder.database().runScript("DROP TABLE runs")
    let ledger = try folder.ledger(for: .reading)
    #expect(try kind { _ = try ledger.lastRun() } == .corrupt)
  }

  @Test func `several that open a new ledger at once make one`() throws {
    let path = folder.ledgerPath
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      do {
        let ledger = try Ledger(path: path, for: .writing)
        var entry = try newEntry("\(thread)")
        try ledger.save(&entry)
      } catch { Issue.record(error) }
    }
    #expect(try folder.ledger(for: .reading).entries().count == 8)
  }

  @Test func `a ledger gets its rollback journal back`() throws {
    try folder.fillLedger(3)
    do { try folder.database().runScript("PRAGMA journal_mode = WAL") }
    #expect(try folder.ledger().entries().count == 3)
    let ledger = try folder.ledger()
    let mode = try ledger.snapshot { try $0.firstRow("PRAGMA journal_mode") { try $0.text() } }
    #expect(mode == "delete")
    #expect(try folder.names == [ledgerName])
  }

  @Test func `a ledger that is removed while it is in use is not written`() throws {
    let ledger = try folder.ledger()
    try FileManager.default.removeItem(atPath: folder.ledgerPath)
    var entry = try newEntry("a")
    let error = #expect(throws: LedgerError.self) { try ledger.save(&entry) }
    #expect(error?.kind == .failedTransfer)
    #expect(error?.advice == "run it again")
  }

  @Test func `who can't write is told so`() throws {
    try folder.fillLedger(1)
    let found = try Restricted.run { try opening() }
    #expect(found == .failedTransfer)
  }

  @Test func `reading needs no permission to write while another writes`() throws {
    try folder.fillLedger(100)
    let writer = try folder.ledger()
    try writer.transaction {
      var entry = try newEntry("new")
      try writer.save(&entry)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
      defer {
        try? FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
      }
      let names = try folder.names
      try Restricted.run {
        #expect(!FileManager.default.createFile(atPath: folder.path("x"), contents: nil))
        let reader = try folder.ledger(for: .reading, busyTimeout: 0)
        #expect(try reader.entries().count == 100)
        #expect(try reader.totals(currentFingerprint: nil).files == [.pending: 100])
      }
      #expect(try folder.names == names)
    }
    #expect(try writer.entries().count == 101)
  }

  @Test func `who may only read can't write`() throws {
    try folder.fillLedger(1)
    let reader = try folder.ledger(for: .reading)
    var entry = try newEntry("new")
    #expect(try kind { try reader.save(&entry) } == .failedTransfer)
    #expect(entry.id == nil)
  }

  @Test func `a ledger that is held for too long is busy`() throws {
    try folder.fillLedger(1)
    let holder = try folder.database()
    let ledger = try folder.ledger(busyTimeout: 0)
    try holder.run("BEGIN EXCLUSIVE")
    #expect(try kind { _ = try ledger.entries() } == .busy)
    #expect(try kind { _ = try ledger.claim(worker: "w", order: .path, now: 1) } == .busy)
    #expect(try opening() == .busy)
    try holder.run("ROLLBACK")
    #expect(try ledger.entries().count == 1)
  }

  /// What is on the disk when a process is killed in the middle of a transaction, in another folder.
  private func killed() throws -> TemporaryFolder {
    try folder.fillLedger(500)
    let before = try contents()
    let copy = try TemporaryFolder()
    let writer = try folder.database()
    // So few that changed pages are written before the transaction ends.
    try writer.runScript("PRAGMA cache_size = 5; BEGIN IMMEDIATE; UPDATE files SET attempts = 9")
    for name in try folder.names {
      try FileManager.default.copyItem(atPath: folder.path(name), toPath: copy.path(name))
    }
    try writer.run("ROLLBACK")
    #expect(try copy.names == [ledgerName, "\(ledgerName)-journal"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy.ledgerPath)) != before)
    return copy
  }

  @Test(arguments: [Ledger.Access.writing, .reading])
  func `what a killed process left undone is undone`(_ access: Ledger.Access) throws {
    let copy = try killed()
    let ledger = try copy.ledger(for: access)
    let entries = try ledger.entries()
    #expect(entries.count == 500)
    #expect(entries.allSatisfy { $0.attempts == 0 })
    #expect(try copy.names == [ledgerName])
    var entry = try newEntry("new")
    #expect(
      try kind { try ledger.save(&entry) } == (access == .reading ? .failedTransfer : nil))
  }

  @Test func `who may not write is told what a killed process left undone`() throws {
    let copy = try killed()
    try Restricted.run {
      let error = #expect(throws: LedgerError.self) { try copy.ledger(for: .reading) }
      #expect(error?.kind == .failedTransfer)
      #expect(error?.advice?.contains("which mends it") == true)
    }
    #expect(try copy.names == [ledgerName, "\(ledgerName)-journal"])
  }
}
