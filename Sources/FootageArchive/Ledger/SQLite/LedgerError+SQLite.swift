import CSQLite
import Foundation

/// `SQLITE_READONLY_ROLLBACK` of sqlite3.h, whose form Swift does not import: a process was killed
/// while it wrote, and whoever may only read can't undo what it left.
let unfinishedStatus: Int32 = SQLITE_READONLY | (3 << 8)

/// `SQLITE_READONLY_DBMOVED`, likewise: the file has another name by now, or none.
private let movedStatus: Int32 = SQLITE_READONLY | (4 << 8)

extension LedgerError {
  /// The one way from an SQLite status to an error. `systemError` is the POSIX error number behind
  /// it, `isPreparing` says whether it came up before the statement ran: all statements are right, so
  /// then a table is not what it should be.
  init(status: Int32, systemError: Int32, path: String, cause: String, isPreparing: Bool) {
    switch status & 0xFF {
    case SQLITE_CORRUPT:
      self.init(.corrupt, path: path, "the ledger is damaged", cause: cause)
    case SQLITE_ERROR where isPreparing:
      self.init(.corrupt, path: path, "the ledger is damaged", cause: cause)
    case SQLITE_NOTADB:
      self.init(.notALedger, path: path, "the file is no ledger of an archive", cause: cause)
    case SQLITE_BUSY, SQLITE_LOCKED:
      self.init(
        .busy, path: path, "another process holds the ledger", advice: "try again later",
        cause: cause)
    case SQLITE_CONSTRAINT:
      self.init(
        .conflict, path: path, "the ledger does not take what was to be saved", cause: cause)
    case SQLITE_FULL:
      self.init(status: ENOSPC, path: path, "the ledger can't be written", cause: cause)
    case SQLITE_READONLY where status == unfinishedStatus:
      self.init(
        .failedTransfer, path: path, "a run was ended while it wrote the ledger",
        advice: "run 'anonymize archive SOURCE DESTINATION', which mends it", cause: cause)
    case SQLITE_READONLY where status == movedStatus:
      self.init(
        .failedTransfer, path: path, "the ledger was moved or removed while it was in use",
        advice: "run it again", cause: cause)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      self.init(status: EACCES, path: path, "the ledger can't be written", cause: cause)
    case SQLITE_CANTOPEN:
      self.init(status: systemError, path: path, "the ledger can't be opened", cause: cause)
    case SQLITE_IOERR:
      self.init(
        status: systemError, path: path, "the ledger can't be read or written", cause: cause)
    default:
      self.init(.internalFault, path: path, "the ledger can't be used", cause: cause)
    }
  }

  /// A failed transfer for a POSIX error number; 0 where it is unknown.
  private init(status: Int32, path: String, _ message: String, cause: String) {
    let advice: String? =
      switch status {
      case ENOSPC, EDQUOT: "free some space and run it again"
      case EACCES, EPERM: "check the permissions of the file and its folder"
      case EROFS: "choose a folder that can be written to"
      case ENOENT, ENOTDIR: "create the folder first"
      case EIO: "check the disk"
      default: nil
      }
    let words = status == 0 ? cause : "\(cause), \(String(cString: strerror(status)))"
    self.init(
      status == ENOSPC || status == EDQUOT ? .fullDisk : .failedTransfer, path: path, message,
      advice: advice, cause: words)
  }
}
