import Anonymizer

/// Progress and its end in words, a line each, for logs and for the end of a run.
enum ProgressText {
  /// How far a job has come: "1234 of 2960 frames (41%), 38.1 fps, 1.4x real time, 0:45 left".
  static func line(_ progress: Progress, pace: Pace?) -> String {
    var parts = [
      progress.expectedFrames.map { "\(progress.frames) of \(Notation.count($0, "frame"))" }
        ?? Notation.count(progress.frames, "frame")
    ]
    if progress.isVerifying { parts[0] = "verified " + parts[0] }
    if let percentage = progress.percentage { parts[0] += " (\(percentage)%)" }
    if let pace {
      parts += rates(framesPerSecond: pace.framesPerSecond, timesRealTime: pace.timesRealTime)
    }
    if let remaining = progress.remaining(at: pace) {
      parts.append("\(Notation.clock(remaining)) left")
    }
    return parts.joined(separator: ", ")
  }

  /// What a job did: "412 frames, 3 faces tracked, 38.1 fps, 1.4x real time".
  static func closingLine(_ outcome: Outcome) -> String {
    var parts = [
      Notation.count(outcome.frames, "frame"), "\(Notation.count(outcome.tracks, "face")) tracked",
    ]
    if outcome.elapsed > 0 {
      parts += rates(
        framesPerSecond: Double(outcome.frames) / outcome.elapsed,
        timesRealTime: outcome.footageTime / outcome.elapsed)
    }
    return parts.joined(separator: ", ")
  }

  /// What more there is to say of a job: "Faces in 300 of 412 frames; 0:14 of footage took 0:10".
  static func details(_ outcome: Outcome) -> String {
    "Faces in \(outcome.framesWithFaces) of \(Notation.count(outcome.frames, "frame")); "
      + "\(Notation.clock(outcome.footageTime)) of footage took \(Notation.clock(outcome.elapsed))"
  }

  private static func rates(framesPerSecond: Double, timesRealTime: Double) -> [String] {
    // A single picture has no length that could be compared with real time.
    ["\(framesPerSecond.rate) fps"]
      + (timesRealTime > 0 ? ["\(timesRealTime.rate)x real time"] : [])
  }
}
