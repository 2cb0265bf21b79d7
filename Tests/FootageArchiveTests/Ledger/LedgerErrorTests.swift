import Glibc
import Testing

@testable import FootageArchive

@Suite struct LedgerErrorTests {
  @Test func `an error is one line`() {
    let error = LedgerError(.corrupt, path: "a\nb", "the ledger is damaged", cause: "c\nd")
    #expect(
      "\(error)" == "a\\x0ab: the ledger is damaged (c\\x0ad); "
        + "run 'anonymize archive repair SOURCE DESTINATION'")
    #expect("\(LedgerError(.busy, path: "a", "it is held"))" == "a: it is held")
  }

  @Test func `a ledger that is lost is to be repaired, any other not`() {
    for kind in [LedgerError.Kind.corrupt, .notALedger] {
      #expect(LedgerError(kind, path: "", "").advice?.contains(" repair ") == true)
    }
    #expect(LedgerError(.newerSchema, path: "", "", advice: "a").advice == "a")
  }

  @Test(arguments: [
    (13, 0, LedgerError.Kind.fullDisk), (778, ENOSPC, .fullDisk), (778, EDQUOT, .fullDisk),
    (778, EIO, .failedTransfer), (5, 0, .busy), (261, 0, .busy), (6, 0, .busy),
    (8, 0, .failedTransfer), (776, 0, .failedTransfer), (14, EACCES, .failedTransfer),
    (11, 0, .corrupt), (267, 0, .corrupt), (26, 0, .notALedger), (2067, 0, .conflict),
    (1, 0, .internalFault), (7, 0, .internalFault),
  ])
  func `statuses of SQLite have kinds`(
    _ status: Int32, _ systemError: Int32, _ kind: LedgerError.Kind
  ) {
    let error = LedgerError(
      status: status, systemError: systemError, path: "p", cause: "c", isPreparing: false)
    #expect(error.kind == kind)
    #expect(error.cause?.hasPrefix("c") == true)
  }
}
