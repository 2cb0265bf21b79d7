/// Sums over all that the ledger holds: what `status`, the page of a report and metrics are made of.
public struct ArchiveTotals: Hashable, Sendable {
  /// Files that were finished on one day.
  public struct Day: Hashable, Sendable {
    /// The day as `YYYY-MM-DD`, in the time zone of whoever asks.
    public var date: String
    /// Files whose last job ended then, by state; of states without any there is no entry.
    public var files: [LedgerEntry.State: Int]

    /// A day from its parts.
    public init(date: String, files: [LedgerEntry.State: Int]) {
      self.date = date
      self.files = files
    }
  }

  /// A file whose last job failed.
  public struct FailedFile: Hashable, Sendable {
    /// Its place below the source.
    public var path: RelativePath
    /// Jobs that failed.
    public var attempts: Int
    /// When the last of them ended, in seconds since 1970.
    public var finished: Double?
    /// Why.
    public var failure: LedgerEntry.Failure

    /// A failed file from its parts.
    public init(
      path: RelativePath, attempts: Int, finished: Double?, failure: LedgerEntry.Failure
    ) {
      self.path = path
      self.attempts = attempts
      self.finished = finished
      self.failure = failure
    }
  }

  /// The source's path as it was given to the last run; bytes that are not UTF-8 are escaped.
  public var source = ""
  /// The destination's path, likewise.
  public var destination = ""
  /// Files by state; of states without any there is no entry.
  public var files: [LedgerEntry.State: Int] = [:]
  /// Bytes of source files by state, likewise.
  public var sourceBytes: [LedgerEntry.State: Int64] = [:]
  /// Bytes of all published outputs.
  public var outputBytes: Int64 = 0
  /// Footage of all that is done, in seconds.
  public var footageTime = 0.0
  /// Wall time that the jobs took which did it, in seconds.
  public var workTime = 0.0
  /// Frames of all that is done.
  public var frames = 0
  /// Faces followed in all that is done.
  public var tracks = 0
  /// Files that are done, but with other settings or versions than the last run had.
  public var otherSettings = 0
  /// Days on which files were finished, in order.
  public var days: [Day] = []
  /// Files that failed, by path.
  public var failures: [FailedFile] = []
  /// The last run that has begun.
  public var lastRun: RunRecord?
  /// When a run last ended with status 0, in seconds since 1970.
  public var lastSuccess: Double?

  /// No files at all.
  public init() {}
}
