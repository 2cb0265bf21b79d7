public import FaceDetection
public import Media

/// One face to be covered in one frame.
public struct TrackedFace: Hashable, Sendable {
  /// How a face came to be known in a frame.
  public enum Source: String, Hashable, Sendable {
    /// The detector found it in this very frame.
    case detected
    /// It was found earlier and is held on.
    case tracked
    /// It was found later and is drawn back, or earlier and later and lies between.
    case filled
  }

  /// The track it belongs to: the same number in every frame, never used twice in a stream.
  public var trackID: Int
  /// What is to be covered, in pixels of the upright frame; may reach beyond the frame's edge.
  public var box: Box
  /// Score of the sighting in this frame, else of the nearest one in time.
  public var score: Float
  /// The landmarks, where the face was detected in this very frame.
  public var landmarks: FaceLandmarks?
  /// How it came to be known.
  public var source: Source

  /// A tracked face from its parts.
  public init(
    trackID: Int, box: Box, score: Float, landmarks: FaceLandmarks?, source: Source
  ) {
    self.trackID = trackID
    self.box = box
    self.score = score
    self.landmarks = landmarks
    self.source = source
  }
}
