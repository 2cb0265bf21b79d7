import Foundation
import Testing

@testable import FootageArchive

@Suite struct PremisesTests {
  @Test func `a run that can't open the ledger leaves no lock of its own`() throws {
    let archive = try TestArchive()
    try archive.run()
    let own = archive.destination.appendingPathComponent(ArchiveLayout.folder)
    try Data(repeating: 0x5A, count: 8192).write(to: own.appendingPathComponent("ledger.sqlite"))
    #expect(throws: LedgerError.self) { try archive.run() }
    let workers = own.appendingPathComponent("workers").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: workers) == [])
  }
}
