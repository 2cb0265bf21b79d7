/// How an archive is kept: every setting of a run that is none of how a single file is anonymized.
public struct ArchiveOptions: Hashable, Sendable {
  /// What is done again although its output is there.
  public enum Redo: String, CaseIterable, Sendable {
    /// Files whose output was made with other settings, or by another version.
    case settings
    /// Every file.
    case all
    /// Files that failed, also those that are out of retries.
    case failed
  }

  /// Globs of which a file's path or name must match one, if there are any.
  public var include: [String] = []
  /// Globs of which a file's path or name may match none.
  public var exclude: [String] = []
  /// Seconds for which a file must have stayed as it is, 0...1e6.
  public var settle = 60.0
  /// How often a failed file is tried again, 0...1000; then it is left until it changes.
  public var retries = 3
  /// What is done again; `nil` is nothing.
  public var redo: Redo?
  /// Whether outputs of files that vanished from the source are removed.
  public var prunes = false
  /// Whether SHA-256 of source files tells renamed and unchanged ones.
  public var usesChecksums = false
  /// Files that are worked on at the same time, 1...64.
  public var jobs = 1
  /// Which files come first.
  public var order = WorkOrder.oldest
  /// Seconds that a file may take; `nil` is any time.
  public var timeout: Double?
  /// Bytes of memory that the job of one file may use; `nil` is all there is.
  public var memory: Int64?
  /// The part of the planned work that this run takes; `nil` is an archive that one run has for
  /// itself.
  public var task: TaskShare?
  /// Most tasks that a plan cuts the work into, 1...100000.
  public var tasks = 100
  /// Whether files in the destination that the archive did not make may be replaced.
  public var replacesForeign = false

  /// The default settings.
  public init() {}
}

/// Which files of an archive come first.
public enum WorkOrder: String, CaseIterable, Sendable {
  /// Those of most bytes.
  case largest
  /// Those that were changed longest ago.
  case oldest
  /// By their paths' bytes.
  case path
}

/// The part of planned work that one of several runs at the same time takes.
public enum TaskShare: Hashable, Sendable {
  /// Whatever of the plan nobody has taken yet.
  case any
  /// Every `count`-th file of the plan, from the `index`-th on; `index` is 1...`count`.
  case part(index: Int, count: Int)
}
