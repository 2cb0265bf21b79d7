import Foundation

/// The files of a ledger that may be damaged.
struct LedgerRemains {
  /// Where the ledger is, or was.
  let path: String

  /// What can still be read of it, as far as that goes.
  var entries: [LedgerEntry] {
    guard let ledger = try? Ledger(path: path, for: .reading) else { return [] }
    var entries: [LedgerEntry] = []
    try? ledger.forEachEntry { entries.append($0) }
    return entries
  }

  /// Gives its files other names, so that a new ledger can be made in its place.
  ///
  /// - Throws: `LedgerError.Kind.failedTransfer`.
  func putAside() throws {
    let time = Int(Date().timeIntervalSince1970)
    // What SQLite puts down while it writes belongs to a file by its name.
    for suffix in ["-journal", ""] {
      guard rename(path + suffix, "\(path).damaged-\(time)\(suffix)") != 0, errno != ENOENT else {
        continue
      }
      throw LedgerError(
        .failedTransfer, path: path, "the damaged ledger can't be put aside",
        advice: "check the permissions of its folder", cause: String(cString: strerror(errno)))
    }
  }
}
