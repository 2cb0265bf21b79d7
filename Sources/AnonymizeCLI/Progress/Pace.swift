/// How fast a job works at present.
struct Pace: Hashable, Sendable {
  /// Frames in a second of wall time.
  var framesPerSecond: Double
  /// Seconds of footage in a second of wall time.
  var timesRealTime: Double
}
