import Foundation
import TestSupport
import Testing

@testable import FootageArchive

/// What a start makes of what a run left behind that was killed.
@Suite struct ArchiveRecoveryTests {
  private let archive: TestArchive

  init() throws {
    archive = try TestArchive()
    try archive.write("copy 1", to: "a.mp4")
    try archive.run()
  }

  /// Has the ledger say what it says while a dead worker is at a file.
  private func claim(_ change: (inout LedgerEntry) -> Void) throws {
    var entry = try #require(try archive.entry("a.mp4"))
    entry.state = .running
    entry.worker = "dead"
    change(&entry)
    try archive.ledger.save(&entry)
  }

  private var output: URL { archive.destination.appendingPathComponent("a.mp4") }

  @Test func `an output that had got its name is done`() throws {
    try claim { _ in }
    #expect(try archive.run().unchanged == 1)
    #expect(archive.jobs == 1)
    #expect(try archive.entry("a.mp4")?.state == .done)
  }

  @Test func `an output on a file system that renumbers files is known by its content`() throws {
    try claim { $0.output?.inode += 1 }
    #expect(try archive.run().unchanged == 1)
  }

  @Test func `an output that had not got its name is made again`() throws {
    try claim { _ in }
    try FileManager.default.removeItem(at: output)
    #expect(try archive.run().done == 1)
    #expect(archive.output("a.mp4") == "made copy 1")
  }

  @Test func `an output that had not replaced the former one is made again`() throws {
    // The former output is there under the name, the new one was just about to be.
    try archive.write("copy 22", to: "a.mp4")
    let file = try FileHandle(
      forReadingFrom: archive.source.appendingPathComponent("a.mp4"))
    let stamp = try FileStatus(of: file.fileDescriptor).stamp
    try claim {
      $0.stamp = stamp
      $0.output?.size = 44
      $0.output?.inode += 1
      $0.output?.checksum = "0"
    }
    #expect(try archive.run().done == 1)
    #expect(archive.output("a.mp4") == "made copy 22")
  }

  @Test func `a changed file whose job had just begun is not taken for done`() throws {
    try archive.write("copy 2", to: "a.mp4")
    // As a claim leaves it: the former output, made of what is no longer there.
    try claim { $0.fingerprint = nil }
    #expect(try archive.run().done == 1)
    #expect(archive.output("a.mp4") == "made copy 2")
  }

  @Test func `what a dead run was at comes behind all others`() throws {
    try archive.write("copy 22", to: "a.mp4")
    try claim { $0.fingerprint = nil }
    try archive.write("copy", to: "b.mp4")
    var options = archive.options
    options.order = .path
    try archive.run(options)
    #expect(archive.begun == ["b.mp4", "a.mp4"])
  }

  @Test func `what dead runs were writing is removed`() throws {
    let work = archive.destination.appendingPathComponent("\(ArchiveLayout.work)/dead/17")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    try Data("half".utf8).write(to: work.appendingPathComponent("output.mp4.partial"))
    let lock = archive.destination.appendingPathComponent("\(ArchiveLayout.workers)/dead")
    try Data().write(to: lock)
    try archive.run()
    #expect(archive.leftovers == [])
    #expect(!FileManager.default.fileExists(atPath: lock.path))
  }

  @Test func `a ledger that is damaged ends the run with advice`() throws {
    let path = archive.destination.appendingPathComponent(ArchiveLayout.ledger)
    try Data("nothing like a ledger".utf8).write(to: path)
    let error = #expect(throws: LedgerError.self) { try archive.run() }
    #expect(error?.status == 65)
    #expect(error?.advice?.contains("anonymize archive repair") == true)
  }
}
