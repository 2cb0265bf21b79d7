public import FaceDetection

/// What the detector says of one frame.
public struct FrameObservation: Sendable {
  /// Presentation time in seconds.
  public var time: Double
  /// The faces found, in pixels of the upright frame, with scores from
  /// `TrackingParameters.leastScore` up; empty where no detector ran.
  public var faces: [Face]
  /// Whether a detector ran on this frame.
  public var isExamined: Bool
  /// Whether a scene cut lies before this frame: right before it where it is not examined, otherwise
  /// anywhere between it and the previous examined frame.
  public var startsScene: Bool

  /// An observation from its parts.
  public init(time: Double, faces: [Face] = [], isExamined: Bool = true, startsScene: Bool = false)
  {
    self.time = time
    self.faces = faces
    self.isExamined = isExamined
    self.startsScene = startsScene
  }
}
