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
    // What SQLite puts down while it writes belongs to a file by its name; there is a log where
    // somebody has switched it on.
    let suffixes = ["-journal", "-wal", "-shm", ""]
    var time = Int(Date().timeIntervalSince1970)
    func name(_ suffix: String) -> String { "\(path).damaged-\(time)\(suffix)" }
    var status = stat()
    while suffixes.contains(where: { lstat(name($0), &status) == 0 }) { time += 1 }
    for suffix in suffixes {
      guard rename(path + suffix, name(suffix)) != 0, errno != ENOENT else { continue }
      throw LedgerError(
        .failedTransfer, path: path, "the damaged ledger can't be put aside",
        advice: "check the permissions of its folder", cause: String(cString: strerror(errno)))
    }
  }
}

extension Ledger {
  /// Takes in what another ledger told, but for plans, and for what contradicts itself or the rest.
  func takeIn(_ entries: [LedgerEntry]) throws {
    try transaction {
      for var entry in entries {
        entry.id = nil
        entry.turn = nil
        do { try save(&entry) } catch let error as LedgerError where error.kind == .conflict {}
      }
    }
  }
}
