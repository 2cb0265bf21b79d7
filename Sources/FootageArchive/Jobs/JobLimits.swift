/// What ends a job that goes on for too long or takes too much.
struct JobLimits: Hashable, Sendable {
  /// Seconds of wall time; `nil` sets no limit.
  var time: Double?
  /// Bytes of resident memory; `nil` sets no limit.
  var memory: Int64?
}
