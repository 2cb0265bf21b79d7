/// How many bits an encoder may spend, so that the output does not outgrow its source.
struct RateCap: Hashable, Sendable {
  /// Bits a second that may be spent in the long run.
  let rate: Int
  /// Bits that may be spent ahead of that rate.
  let buffer: Int

  /// The share of the source's size that is not to be exceeded, with a little left for the
  /// container and for where an encoder's rate control errs.
  private static let mostGrowth = 1.45
  /// The share of the source's rate that may be spent at all times; what is left of the growth is
  /// for the parts that are harder than the others.
  private static let steadyGrowth = 1.25
  private static let longestBuffer = 20.0
  /// Seconds below which a first picture that is coded alone is too much of the whole.
  private static let shortestFootage = 2.0

  /// The cap for a stream; `nil` where too little is known of it.
  ///
  /// The whole output takes at most the rate times its length, and the buffer once: a verifier of
  /// the buffer (ITU-T H.264, annex C) begins with it full.
  init?(for source: MediaStream) {
    guard let sourceRate = source.bitRate, sourceRate > 0, let duration = source.duration,
      duration >= RateCap.shortestFootage
    else { return nil }
    let steady = Double(sourceRate) * RateCap.steadyGrowth
    let seconds = duration * (RateCap.mostGrowth / RateCap.steadyGrowth - 1)
    let buffer = steady * min(seconds, RateCap.longestBuffer)
    // Encoders count both in 32 bits.
    guard steady < Double(Int32.max), buffer < Double(Int32.max) else { return nil }
    rate = Int(steady)
    self.buffer = Int(buffer)
  }
}
