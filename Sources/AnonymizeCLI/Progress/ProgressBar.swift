import Anonymizer

/// One line that shows progress on a terminal and is redrawn in place.
enum ProgressBar {
  /// The line, shorter than `columns` by one at least so that no terminal wraps it.
  static func render(_ progress: Progress, pace: Pace?, columns: Int) -> String {
    StatusLine(share: progress.share, parts: parts(of: progress, pace: pace))
      .render(columns: columns)
  }

  private static func parts(of progress: Progress, pace: Pace?) -> [StatusLine.Part] {
    var parts: [StatusLine.Part] = []
    if let percentage = progress.percentage {
      parts.append(StatusLine.Part(percentage: percentage, weight: 5))
    }
    var frames =
      progress.expectedFrames.map { "\(progress.frames)/\($0) frames" }
      ?? Notation.count(progress.frames, "frame")
    if progress.isVerifying { frames += " verified" }
    parts.append(StatusLine.Part(text: frames, weight: 3))
    if let pace {
      parts.append(StatusLine.Part(text: "\(pace.framesPerSecond.rate) fps", weight: 2))
      parts.append(StatusLine.Part(text: "\(pace.timesRealTime.rate)x", weight: 1))
    }
    if let remaining = progress.remaining(at: pace) {
      parts.append(StatusLine.Part(text: "ETA \(Notation.clock(remaining))", weight: 4))
    }
    return parts
  }
}
