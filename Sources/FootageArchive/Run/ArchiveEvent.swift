/// What a run over an archive tells of itself while it goes on, in the order in which it happens.
public enum ArchiveEvent: Hashable, Sendable {
  /// Why a file is left to a later run.
  public enum Wait: String, CaseIterable, Sendable {
    /// It has changed too short a time ago.
    case settling
    /// Some program has it open for writing.
    case openForWriting
    /// It is no longer there.
    case vanished
    /// Its job was ended, with the whole run or by somebody else.
    case interrupted
    /// Another run, which took this one for dead, has it.
    case takenOver
  }

  /// The source has been looked through: files to do now, files that are left to a later run, and
  /// files that need nothing.
  case started(files: Int, waiting: Int, unchanged: Int)
  /// The job of a file has begun.
  case began(RelativePath)
  /// A file's output has been published; `outputSize` is in bytes.
  case finished(RelativePath, LedgerEntry.Findings, outputSize: Int64)
  /// The job of a file has failed, for the `attempts`-th time since the file last changed; with no
  /// retries left it is left until it changes.
  case failed(RelativePath, LedgerEntry.Failure, attempts: Int, retriesLeft: Int)
  /// A file is passed over, with the reason in a few words.
  case skipped(RelativePath, reason: String)
  /// A file that has an output is no longer there.
  case vanished(RelativePath)
  /// The output of a file that vanished has been removed; the path is the output's.
  case pruned(RelativePath)
  /// A file has been found under another path, and its output has followed.
  case renamed(from: RelativePath, to: RelativePath)
  /// A file is left to a later run.
  case waiting(RelativePath, Wait)
  /// A folder or file of the source could not be read, so what is below it is unknown.
  case unreadable(RelativePath, reason: String)
  /// Something else that does not end the run, one line.
  case warning(String)
  /// How the work is done, one line.
  case note(String)
  /// How far the run has come.
  case progress(ArchiveProgress)
  /// The run has come to its end.
  case summary(ArchiveSummary)
  /// Work has been listed, for so many tasks.
  case planned(files: Int, tasks: Int)
  /// The ledger has been made anew: outputs that were taken in, and files that are to be done.
  case repaired(taken: Int, remaining: Int)
}

/// How far a run over an archive has come.
public struct ArchiveProgress: Hashable, Sendable {
  /// A file that is being worked on.
  public struct Job: Hashable, Sendable {
    /// Its place below the source.
    public var path: RelativePath
    /// What is done of it, 0...1; `nil` where its length is unknown.
    public var share: Double?

    /// A job from its parts.
    public init(path: RelativePath, share: Double?) {
      self.path = path
      self.share = share
    }
  }

  /// Files whose jobs have ended, failed ones among them.
  public var files = 0
  /// Files that the run has to do.
  public var totalFiles = 0
  /// Files that failed.
  public var failed = 0
  /// Bytes of the source that are done, those of jobs that go on by their shares.
  public var bytes: Int64 = 0
  /// Bytes of all files that the run has to do.
  public var totalBytes: Int64 = 0
  /// Footage that is done, in seconds, that of jobs that go on included.
  public var footageTime = 0.0
  /// Footage of all that the run has to do, in seconds; `nil` where that is unknown.
  public var expectedFootageTime: Double?
  /// Seconds of wall time since the run began.
  public var elapsed = 0.0
  /// Seconds that the rest will take; `nil` where that is unknown.
  public var remaining: Double?
  /// The files that are being worked on.
  public var jobs: [Job] = []

  /// Nothing is done, and nothing to do.
  public init() {}
}

/// What a run over an archive did.
public struct ArchiveSummary: Hashable, Sendable {
  /// Why files and folders of the source are passed over.
  public enum Skip: String, CaseIterable, Sendable {
    /// It is a file without video.
    case noFootage
    /// Its name begins with a dot.
    case hidden
    /// It is a symbolic link.
    case link
    /// It is neither a file nor a folder.
    case special
    /// A glob leaves it out, or none takes it in.
    case excluded
    /// It is the destination, or a file that an archive has made.
    case own
  }

  /// Files whose outputs were published.
  public var done = 0
  /// Files that failed.
  public var failed = 0
  /// Files that failed in earlier runs and are left until they change or may be tried again.
  public var left = 0
  /// What was passed over, by reason; of reasons without any there is no entry.
  public var skipped: [Skip: Int] = [:]
  /// Files that are left to a later run, since they are still being written.
  public var waiting = 0
  /// Files whose outputs were there and right.
  public var unchanged = 0
  /// Files among the unchanged ones whose outputs were made with other settings or versions.
  public var otherSettings = 0
  /// Files that have an output and are no longer there.
  public var vanished = 0
  /// Outputs of such files that were removed.
  public var pruned = 0
  /// Files that were found under another path.
  public var renamed = 0
  /// Folders and files that could not be read.
  public var unreadable = 0
  /// Files that were still to do when the run was ended before its time.
  public var remaining = 0
  /// Footage that was done, in seconds.
  public var footageTime = 0.0
  /// Wall time that the run took, in seconds.
  public var elapsed = 0.0
  /// Bytes of the source files that were done.
  public var sourceBytes: Int64 = 0
  /// Bytes of the outputs that were published.
  public var outputBytes: Int64 = 0

  /// A run that did nothing.
  public init() {}
}
