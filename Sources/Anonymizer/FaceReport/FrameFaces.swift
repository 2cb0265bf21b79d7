public import FaceTracking

/// The settled faces of one frame of one video stream.
public struct FrameFaces: Hashable, Sendable {
  /// Index of the stream in the input.
  public var stream: Int
  /// Number of the frame in its stream, from 0, in presentation order.
  public var frame: Int
  /// Presentation time in ticks of the stream's time base.
  public var ticks: Int64
  /// Presentation time in seconds.
  public var time: Double
  /// The faces to be covered, in pixels of the upright frame; empty where there are none.
  public var faces: [TrackedFace]

  /// The faces of a frame from their parts.
  public init(stream: Int, frame: Int, ticks: Int64, time: Double, faces: [TrackedFace]) {
    self.stream = stream
    self.frame = frame
    self.ticks = ticks
    self.time = time
    self.faces = faces
  }
}
