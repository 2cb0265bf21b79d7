import Pipeline

/// Why a ledger could not be opened, read or written.
public struct LedgerError: Error, Hashable, Sendable {
  /// The kind of failure; open to new kinds.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The kind's name, such as `corrupt`.
    public let description: String

    private init(_ name: String) { description = name }

    /// It is a ledger, but damaged.
    public static let corrupt = Kind("corrupt")
    /// The file is no ledger at all: no database, or that of another program.
    public static let notALedger = Kind("notALedger")
    /// There is no ledger, or nothing has been written to it yet.
    public static let missing = Kind("missing")
    /// A newer version of the program made it; nothing was changed.
    public static let newerSchema = Kind("newerSchema")
    /// An older version made it, and it was opened for reading only.
    public static let olderSchema = Kind("olderSchema")
    /// Other processes held it for longer than was waited.
    public static let busy = Kind("busy")
    /// Reading or writing failed; what was not yet written whole is undone.
    public static let failedTransfer = Kind("failedTransfer")
    /// There is no space left for it; what was not yet written whole is undone.
    public static let fullDisk = Kind("fullDisk")
    /// What was to be saved contradicts itself or what is there already.
    public static let conflict = Kind("conflict")
    /// Memory ran out, or the program broke SQLite's contract.
    public static let internalFault = Kind("internalFault")
  }

  /// The kind of failure.
  public var kind: Kind
  /// The ledger's file.
  public var path: String
  /// What went wrong, without the file's name and without a full stop.
  public var message: String
  /// What the user can do about it, where there is something.
  public var advice: String?
  /// SQLite's and the system's own words.
  public var cause: String?

  /// A failure from its parts; of a ledger that is of no use any more, the advice is to repair it.
  public init(
    _ kind: Kind, path: String, _ message: String, advice: String? = nil, cause: String? = nil
  ) {
    let isLost = kind == .corrupt || kind == .notALedger
    self.kind = kind
    self.path = path
    self.message = message
    self.advice = isLost ? "run 'anonymize archive repair SOURCE DESTINATION'" : advice
    self.cause = cause
  }
}

extension LedgerError: CustomStringConvertible {
  /// One line: the file, what went wrong, its cause, what to do.
  public var description: String {
    errorLine(
      path: printable(path.utf8), message, cause: cause.map { printable($0.utf8) },
      advice: advice)
  }
}
