import Foundation
import TestSupport
import Testing

@testable import FootageArchive

@Suite struct ArchiveRepairTests {
  private let archive: TestArchive

  init() throws {
    archive = try TestArchive()
    try archive.write("copy 1", to: "a.mp4")
    try archive.write("copy 2", to: "in/b.mp4")
    try archive.run()
  }

  private var ledgerFile: URL {
    archive.destination.appendingPathComponent(ArchiveLayout.ledger)
  }

  private func repair() throws -> ArchiveSummary { try archive.archiveRun().repair() }

  @Test func `outputs are taken in again where the ledger is lost`() throws {
    try Data("nothing like a ledger".utf8).write(to: ledgerFile)
    try archive.write("copy 3", to: "new.mp4")
    let summary = try repair()
    #expect(summary.unchanged == 2 && summary.remaining == 1)
    let next = try archive.run()
    #expect(next.done == 1 && next.unchanged == 2)
    // With which settings the two were made nobody knows.
    #expect(next.otherSettings == 2)
    #expect(archive.jobs == 3)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: ledgerFile.deletingLastPathComponent().path)
    #expect(names.contains { $0.hasPrefix("ledger.sqlite.damaged-") })
  }

  @Test func `what the old ledger can tell is kept`() throws {
    #expect(try repair().unchanged == 2)
    #expect(try archive.run().otherSettings == 0)
    #expect(try archive.entry("a.mp4")?.findings?.frames == 3)
  }

  @Test func `an output that is older than its source is made again`() throws {
    try FileManager.default.removeItem(at: ledgerFile)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3600)],
      ofItemAtPath: archive.destination.appendingPathComponent("a.mp4").path)
    #expect(try repair().unchanged == 1)
    #expect(try archive.run().done == 1)
    #expect(archive.output("a.mp4") == "made copy 1")
  }

  @Test func `outputs are compared with their sources where that is asked for`() throws {
    try FileManager.default.removeItem(at: ledgerFile)
    try (archive.header + Data("made of else".utf8))
      .write(to: archive.destination.appendingPathComponent("a.mp4"))
    #expect(try archive.archiveRun(verifies: true).repair().unchanged == 1)
    #expect(try archive.run().done == 1)
    #expect(archive.output("a.mp4") == "made copy 1")
  }

  @Test func `a copy of the source is no output`() throws {
    try FileManager.default.removeItem(at: ledgerFile)
    let copy = archive.destination.appendingPathComponent("a.mp4")
    try Data(contentsOf: archive.source.appendingPathComponent("a.mp4")).write(to: copy)
    #expect(try repair().unchanged == 1)
    #expect(try archive.run().done == 1)
    #expect(archive.output("a.mp4") == "made copy 1")
  }

  @Test func `a source that has changed since is not done, however old its times are`() throws {
    try archive.write("copy 3", to: "a.mp4")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -86_400)],
      ofItemAtPath: archive.source.appendingPathComponent("a.mp4").path)
    #expect(try repair().unchanged == 1)
    #expect(try repair().unchanged == 1)
    #expect(try archive.run().done == 1)
    #expect(archive.output("a.mp4") == "made copy 3")
  }

  @Test func `of two files with one output one is done`() throws {
    try archive.write("copy 3", to: "c")
    try archive.run()
    try archive.write("copy 4", to: "c.mkv")
    try FileManager.default.removeItem(at: ledgerFile)
    let summary = try repair()
    #expect(summary.unchanged == 3 && summary.remaining == 1)
    #expect(try archive.run().failed == 1)
    #expect(archive.output("c.mkv") == "made copy 3")
  }

  @Test func `outputs of files that vanished are still known`() throws {
    try FileManager.default.removeItem(at: archive.source.appendingPathComponent("a.mp4"))
    _ = try repair()
    var options = archive.options
    #expect(try archive.run(options).vanished == 1)
    options.prunes = true
    #expect(try archive.run(options).pruned == 1)
    #expect(archive.outputs == ["in/b.mp4"])
  }

  @Test func `a repair that is cancelled loses nothing of what the old ledger told`() throws {
    let run = archive.archiveRun()
    run.cancel(status: 143)
    _ = try run.repair()
    #expect(try archive.run().unchanged == 2)
    #expect(try archive.entry("a.mp4")?.findings?.frames == 3)
  }

  @Test func `what is put aside takes its log with it, and replaces nothing`() throws {
    let folder = ledgerFile.deletingLastPathComponent()
    for _ in 0..<3 {
      try Data("log".utf8).write(to: folder.appendingPathComponent("ledger.sqlite-wal"))
      try LedgerRemains(path: ledgerFile.path).putAside()
      try Data("next".utf8).write(to: ledgerFile)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count { $0.hasPrefix("ledger.sqlite.damaged-") } == 6)
  }
}
