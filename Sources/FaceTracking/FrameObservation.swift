public import FaceDetection

/// What the detector says of one frame.
public struct FrameObservation: Sendable {
  /// Presentation time in seconds.
  public var time: Double
  /// The faces found, in pixels of the upright frame, with scores from
  /// `TrackingParameters.leastScore` up.
  public var faces: [Face]
  /// Whether a detector looked at all of this frame; otherwise `faces` is what else was noticed.
  public var isExamined: Bool
  /// Whether a scene cut lies right before this frame.
  public var startsScene: Bool
  /// How many of the latest cuts were none: this frame goes on with the scene before them, and what
  /// came between is part of that scene as well.
  public var undoneCuts: Int

  /// An observation from its parts.
  public init(
    time: Double, faces: [Face] = [], isExamined: Bool = true, startsScene: Bool = false,
    undoneCuts: Int = 0
  ) {
    self.time = time
    self.faces = faces
    self.isExamined = isExamined
    self.startsScene = startsScene
    self.undoneCuts = undoneCuts
  }
}
