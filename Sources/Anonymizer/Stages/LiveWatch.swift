/// Tells when a live source loses frames because they are not taken from it fast enough.
struct LiveWatch {
  private var first: (time: Double, clock: Double)?
  private var leastLag = Double.infinity
  private var toldLag = LiveWatch.leastToldLag / 2
  private var previous: Double?
  private var usualStep: Double?
  private(set) var missedFrames = 0

  /// Seconds behind the source that are worth a word.
  static let leastToldLag = 2.0

  /// Notes a frame.
  ///
  /// - Parameters:
  ///   - time: its presentation time in seconds.
  ///   - clock: when it was read, in seconds of a clock that never stands still.
  /// - Returns: a warning that has not been given before; mostly `nil`.
  mutating func note(time: Double, clock: Double) -> String? {
    defer { previous = time }
    guard let first else {
      first = (time, clock)
      return nil
    }
    if let previous, let warning = noteStep(time - previous, at: time) { return warning }
    let lag = (clock - first.clock) - (time - first.time)
    leastLag = min(leastLag, lag)
    guard lag - leastLag >= toldLag * 2 else { return nil }
    toldLag = lag - leastLag
    return
      "the work is \(Int(toldLag.rounded())) seconds behind the source, which may lose frames; "
      + "try a smaller picture or a faster --preset"
  }

  private mutating func noteStep(_ step: Double, at time: Double) -> String? {
    guard step > 0 else { return nil }
    guard let usual = usualStep else {
      usualStep = step
      return nil
    }
    guard step > 1.8 * usual else {
      usualStep = usual + (step - usual) / 8
      return nil
    }
    let missed = Int((step / usual).rounded()) - 1
    defer { missedFrames += missed }
    // The rate itself may have changed, as cameras do in the dark.
    usualStep = usual + (step - usual) / 8
    return missedFrames == 0
      ? "the source left out frames at \(Int(time.rounded())) seconds; the machine may be too slow "
        + "for it"
      : nil
  }
}
