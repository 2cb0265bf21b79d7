import Foundation

/// What the stages of a job have counted so far, for progress, for the outcome and for the check
/// that as many frames go out as came in.
final class Tally: @unchecked Sendable {  // `lock` protects everything mutable.
  struct Counts {
    var decoded = 0
    var placed = 0
    var observed = 0
    var withFaces = 0
    var encoded = 0
    var tracks = 0
    var footageTime = 0.0
  }

  private let lock = NSLock()
  private var counts: [Counts]

  /// A tally for a number of video streams.
  init(lanes: Int) { counts = Array(repeating: Counts(), count: lanes) }

  func update(_ lane: Int, _ change: (inout Counts) -> Void) {
    lock.withLock { change(&counts[lane]) }
  }

  /// The counts by video stream.
  var lanes: [Counts] { lock.withLock { counts } }
}
