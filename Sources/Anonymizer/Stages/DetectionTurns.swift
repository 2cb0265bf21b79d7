/// Which detector looks at which frame.
///
/// Detectors of different input sizes take turns, since each sees faces that the others miss. Where
/// frames follow each other quickly, one frame after each round is left to the tracker, which fills
/// it from its neighbours: a face does not come and go within a twentieth of a second.
struct DetectionTurns {
  private let detectors: Int
  private let rests: Bool
  private var next = 0

  /// Turns for a number of detectors, on footage with `frameRate` frames a second.
  init(detectors: Int, frameRate: Double) {
    self.detectors = detectors
    rests = frameRate >= DetectionTurns.leastRateToRest
  }

  /// Frames a second from which on one frame in a round may go without a detector.
  static let leastRateToRest = 20.0

  /// The detector for the next frame; `nil` where none looks at it.
  mutating func take() -> Int? {
    let turn = next
    next = (next + 1) % (detectors + (rests ? 1 : 0))
    return turn < detectors ? turn : nil
  }
}
