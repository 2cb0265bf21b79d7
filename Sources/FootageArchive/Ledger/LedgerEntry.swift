/// What the ledger holds of one file of the source.
public struct LedgerEntry: Hashable, Sendable {
  /// What has become of a file.
  public enum State: String, CaseIterable, Sendable {
    /// It is to be done.
    case pending
    /// A worker is at it.
    case running
    /// Its output is published.
    case done
    /// Its last job failed.
    case failed
    /// It is no footage.
    case skipped
  }

  /// What was published of a file, or is about to be.
  public struct Output: Hashable, Sendable {
    /// Its place below the destination.
    public var path: RelativePath
    /// Bytes that it holds.
    public var size: Int64
    /// Its number in its file system, as the bits of an unsigned one; the same under its working
    /// name and under its own.
    public var inode: Int64
    /// SHA-256 in hexadecimal digits; `nil` where a repair has not read the file.
    public var checksum: String?

    /// An output from its parts.
    public init(path: RelativePath, size: Int64, inode: Int64, checksum: String?) {
      self.path = path
      self.size = size
      self.inode = inode
      self.checksum = checksum
    }
  }

  /// What a finished job found.
  public struct Findings: Hashable, Sendable {
    /// Frames that were written.
    public var frames: Int
    /// Faces that were followed as one track each.
    public var tracks: Int
    /// Length of the footage in seconds.
    public var footageTime: Double
    /// Wall time that the job took, in seconds.
    public var elapsed: Double

    /// Findings from their parts.
    public init(frames: Int, tracks: Int, footageTime: Double, elapsed: Double) {
      self.frames = frames
      self.tracks = tracks
      self.footageTime = footageTime
      self.elapsed = elapsed
    }
  }

  /// Why the last job failed, or why the file was passed over.
  public struct Failure: Hashable, Sendable {
    /// The exit status that the job had, or would have had; 137 where it was killed.
    public var status: Int
    /// One line, without the file's name in front.
    public var reason: String

    /// A failure from its parts.
    public init(status: Int, reason: String) {
      self.status = status
      self.reason = reason
    }
  }

  /// The ledger's own number for the file; `nil` until it is saved.
  public var id: Int64?
  /// Its place below the source.
  public var path: RelativePath
  /// How it was when it was last taken in.
  public var stamp: FileStamp
  /// SHA-256 of it in hexadecimal digits, where that was asked for.
  public var checksum: String?
  /// What has become of it.
  public var state = State.pending
  /// Jobs that failed since it last changed.
  public var attempts = 0
  /// When it was first seen as it is, in seconds since 1970.
  public var seen: Double
  /// When its last job began, likewise.
  public var started: Double?
  /// When its last job ended, likewise.
  public var finished: Double?
  /// Digest of all settings and versions that `output` was made with; `nil` where there is none or
  /// that is unknown.
  public var fingerprint: String?
  /// What was published; with `running`, what is about to be. A changed file keeps it until the next
  /// is published.
  public var output: Output?
  /// What the job that made `output` found.
  public var findings: Findings?
  /// Why it failed or was passed over.
  public var failure: Failure?
  /// Who is at it, by the name of the worker's lock, while it is `running`.
  public var worker: String?
  /// Its place in the list of work that was planned for several workers; `nil` outside of one.
  public var turn: Int?

  /// A file that has just been seen for the first time.
  public init(path: RelativePath, stamp: FileStamp, seen: Double) {
    self.path = path
    self.stamp = stamp
    self.seen = seen
  }
}
