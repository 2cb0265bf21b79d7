import Media

/// Gives every decoded frame of a stream a presentation time that is later than the one before.
///
/// Times go through as they are. Only where the container and the decoder give none, or one that
/// stands still or runs back by a moment, is the frame placed at the earliest fitting time.
struct PresentationClock {
  private let nominalDuration: Int64
  private let longestStep: Int64
  private var previous: (time: Int64, duration: Int64)?

  /// Frames that had to be placed.
  private(set) var placedFrames = 0

  /// A clock for a stream with frames of about the given length in ticks.
  init(nominalDuration: Int64) {
    self.nominalDuration = max(1, nominalDuration)
    longestStep = 25 * self.nominalDuration
  }

  /// The time at which the next frame is shown, in ticks.
  ///
  /// - Throws: `MediaError.Code.damaged` where times jump back, as in recordings that were strung
  ///   together: where the footage goes on then cannot be told.
  mutating func time(announced: Int64?, duration: Int64) throws(MediaError) -> Int64 {
    let time: Int64
    switch (announced, previous) {
    case (let announced?, nil):
      time = announced
    case (let announced?, let previous?) where announced > previous.time:
      time = announced
    case (let announced?, let previous?):
      guard previous.time - announced <= longestStep else {
        throw MediaError(
          .damaged, "has times that jump back in mid-stream, which is not supported")
      }
      placedFrames += 1
      time = previous.time + 1
    case (nil, let previous?):
      placedFrames += 1
      time = previous.time + (previous.duration > 0 ? previous.duration : nominalDuration)
    case (nil, nil):
      placedFrames += 1
      time = 0
    }
    previous = (time, duration)
    return time
  }
}
