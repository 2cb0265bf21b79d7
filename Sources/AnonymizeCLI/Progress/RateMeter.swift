import Anonymizer
import Glibc

/// Measures a job's pace, smoothed over about the last ten seconds.
///
/// Each span between two states of progress counts with a weight that falls by the factor e every
/// ten seconds, so that the pace is a plain average at the start and forgets a slow start later.
struct RateMeter: Sendable {
  private static let memory = 10.0

  private var last: Progress?
  private var frames = 0.0
  private var footage = 0.0
  private var wall = 0.0

  /// The pace; `nil` before the first frames have been written.
  var pace: Pace? {
    guard wall > 0, frames > 0 else { return nil }
    return Pace(framesPerSecond: frames / wall, timesRealTime: max(footage, 0) / wall)
  }

  /// Takes in a state of progress, not older than those before.
  mutating func add(_ progress: Progress) {
    // Comparing begins from the start, at a pace of its own.
    if let last, last.isVerifying != progress.isVerifying { self = RateMeter() }
    defer { last = progress }
    // The time before the first frame is spent on loading the model and filling the stages.
    guard let last, progress.frames > 0 else { return }
    let span = progress.elapsed - last.elapsed
    guard span > 0 else { return }
    let weight = exp(-span / Self.memory)
    frames = frames * weight + Double(progress.frames - last.frames)
    footage = footage * weight + progress.footageTime - last.footageTime
    wall = wall * weight + span
  }
}
