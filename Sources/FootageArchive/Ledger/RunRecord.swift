/// What the ledger holds of one run over the archive.
public struct RunRecord: Hashable, Sendable {
  /// The ledger's own number for it; `nil` until it is saved.
  public var id: Int64?
  /// When it began, in seconds since 1970.
  public var started: Double
  /// When it ended, likewise; `nil` while it is going on, and of one that was killed.
  public var finished: Double?
  /// The machine that it ran on.
  public var host: String
  /// Its process id there.
  public var process: Int
  /// The program's version.
  public var version: String
  /// The settings as a command line.
  public var settings: String
  /// The exit status that it ended with.
  public var status: Int?
  /// Files that it finished.
  public var done = 0
  /// Files that failed in it.
  public var failed = 0
  /// Footage that it finished, in seconds.
  public var footageTime = 0.0

  /// A run that is just beginning.
  public init(started: Double, host: String, process: Int, version: String, settings: String) {
    self.started = started
    self.host = host
    self.process = process
    self.version = version
    self.settings = settings
  }
}
