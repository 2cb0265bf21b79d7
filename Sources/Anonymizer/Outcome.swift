/// What a finished job did.
public struct Outcome: Hashable, Sendable {
  /// Frames decoded, checked and written, over all video streams.
  public var frames: Int
  /// Faces that were followed as one track each, over all video streams.
  public var tracks: Int
  /// Frames in which at least one face was covered.
  public var framesWithFaces: Int
  /// Length of the footage in seconds.
  public var footageTime: Double
  /// Wall time that the job took, in seconds.
  public var elapsed: Double

  /// An outcome from its parts.
  public init(
    frames: Int, tracks: Int, framesWithFaces: Int, footageTime: Double, elapsed: Double
  ) {
    self.frames = frames
    self.tracks = tracks
    self.framesWithFaces = framesWithFaces
    self.footageTime = footageTime
    self.elapsed = elapsed
  }
}
