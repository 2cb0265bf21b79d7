/// What is known of a track once its last frame is settled.
public struct TrackSummary: Hashable, Sendable {
  /// The track's number, as in `TrackedFace.trackID`.
  public let trackID: Int
  /// Number of the first frame in which it is covered, from 0.
  public let firstFrame: Int
  /// Number of the last frame in which it is covered.
  public internal(set) var lastFrame: Int
  /// Whether it was ever believed to be a face; otherwise it was covered to be on the safe side.
  public internal(set) var isConfirmed = false
  /// Frames in which it was detected and is covered.
  public internal(set) var detectedFrames = 0
  /// Frames in which it is covered without having been detected there.
  public internal(set) var filledFrames = 0
  /// The lowest score of its sightings.
  public internal(set) var lowestScore: Float = 0
  /// The highest score of its sightings.
  public internal(set) var highestScore: Float = 0

  /// A summary from its parts.
  public init(
    trackID: Int, firstFrame: Int, lastFrame: Int, isConfirmed: Bool, detectedFrames: Int,
    filledFrames: Int, lowestScore: Float, highestScore: Float
  ) {
    self.trackID = trackID
    self.firstFrame = firstFrame
    self.lastFrame = lastFrame
    self.isConfirmed = isConfirmed
    self.detectedFrames = detectedFrames
    self.filledFrames = filledFrames
    self.lowestScore = lowestScore
    self.highestScore = highestScore
  }

  /// A track of which nothing but its first frame is known yet.
  init(trackID: Int, firstFrame: Int) {
    self.trackID = trackID
    self.firstFrame = firstFrame
    lastFrame = firstFrame
  }
}
