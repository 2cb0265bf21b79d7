import FaceTracking

/// What is told of the faces in footage as they are settled.
///
/// Each video stream tells from a queue of its own: the frames of one stream come in presentation
/// order, those of several streams mixed.
protocol FaceSink: Sendable {
  /// Takes the faces of the next frame of a stream; every frame comes, also those without faces.
  ///
  /// - Throws: whatever is to end the job.
  func take(_ frame: FrameFaces) throws

  /// Takes what is known of a track, after the last frame in which it is covered.
  func take(_ track: TrackSummary, ofStream stream: Int) throws
}

/// A sink that hands each frame to a closure.
struct FaceListener: FaceSink {
  let onFaces: @Sendable (FrameFaces) throws -> Void

  func take(_ frame: FrameFaces) throws { try onFaces(frame) }

  func take(_: TrackSummary, ofStream _: Int) {}
}
