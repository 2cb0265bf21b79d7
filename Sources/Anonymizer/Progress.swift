/// How far a job has come.
public struct Progress: Hashable, Sendable {
  /// Frames that are done so far, over all video streams: encoded, or looked at where none is
  /// written.
  public var frames: Int
  /// Frames that the container announces, over all video streams; `nil` where it does not say.
  public var expectedFrames: Int?
  /// Presentation time reached, in seconds from the footage's start.
  public var footageTime: Double
  /// The footage's length in seconds; `nil` where the container does not say.
  public var expectedFootageTime: Double?
  /// Seconds of wall time since the job began.
  public var elapsed: Double
  /// Whether the output is being verified: frames and footage time count those that were compared,
  /// from the start again.
  public var isVerifying: Bool

  /// A state of progress from its parts.
  public init(
    frames: Int, expectedFrames: Int?, footageTime: Double, expectedFootageTime: Double?,
    elapsed: Double, isVerifying: Bool = false
  ) {
    self.frames = frames
    self.expectedFrames = expectedFrames
    self.footageTime = footageTime
    self.expectedFootageTime = expectedFootageTime
    self.elapsed = elapsed
    self.isVerifying = isVerifying
  }
}
