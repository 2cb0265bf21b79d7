import Anonymizer

extension Progress {
  /// The share that is done, 0...1, by frames where their number is known, else by time.
  var share: Double? {
    if let expectedFrames, expectedFrames > 0 {
      return min(1, Double(frames) / Double(expectedFrames))
    }
    if let expectedFootageTime, expectedFootageTime > 0 {
      return min(1, max(0, footageTime / expectedFootageTime))
    }
    return nil
  }

  /// The share that is done as a whole percentage, rounded down.
  var percentage: Int? {
    share.map { Int($0 * 100) }
  }

  /// Seconds that the rest takes at a pace; `nil` where the length or the pace is unknown, or
  /// where the footage turns out to be longer than its container says.
  func remaining(at pace: Pace?) -> Double? {
    guard let pace else { return nil }
    let seconds: Double
    if let expectedFrames, expectedFrames > 0 {
      seconds = Double(expectedFrames - frames) / pace.framesPerSecond
    } else if let expectedFootageTime, expectedFootageTime > 0, pace.timesRealTime > 0 {
      seconds = (expectedFootageTime - footageTime) / pace.timesRealTime
    } else {
      return nil
    }
    return seconds >= 0 && seconds.isFinite ? seconds : nil
  }
}
