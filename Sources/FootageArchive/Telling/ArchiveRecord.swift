public import Foundation

/// What is known of an archive, read without disturbing whoever works on it.
public enum ArchiveRecord {
  /// Sums over all that the ledger of a destination holds.
  ///
  /// - Throws: `LedgerError`; `missing` where there is no archive.
  public static func totals(
    ofDestination destination: String, timeZone: TimeZone = .current
  ) throws -> ArchiveTotals {
    let ledger = try Ledger(path: "\(destination)/\(ArchiveLayout.ledger)", for: .reading)
    return try ledger.totals(
      currentFingerprint: try ledger.fact(.fingerprint), timeZone: timeZone)
  }
}
