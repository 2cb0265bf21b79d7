/// Where pieces of decoded sound belong, counted in samples from time zero.
///
/// Sound is a run of samples that a clock of its own has counted; times on packets are only as
/// exact as their container's clock. So pieces follow each other without a seam, unless a time says
/// that one belongs elsewhere: then silence fills a gap, and what was heard already is passed over.
struct SoundTimeline {
  /// What to do with a piece of sound.
  struct Placement: Hashable {
    /// Samples of silence before it.
    var silence: Int64 = 0
    /// Samples at its beginning to pass over.
    var skip = 0
  }

  private let timeBase: Rational
  private let startsAtZero: Bool
  private var next: Int64?

  /// Samples in a second.
  private(set) var rate: Int32

  /// Times are off by less than this, in seconds, where nothing is missing.
  static let tolerance = 0.01
  /// Silence in seconds that is filled in at most; longer footage without sound has none at all.
  static let longestGap = 3600.0
  /// Seconds that may be heard twice, such as where recordings are joined.
  static let longestOverlap = 1.0

  /// No footage has a time in seconds beyond this, not even since a calendar's first day.
  static let latest = 1e11

  /// The timeline of a stream.
  ///
  /// - Parameters:
  ///   - timeBase: seconds per tick of the times on pieces.
  ///   - rate: samples in a second.
  ///   - startsAtZero: whether silence leads up to a first piece that comes late.
  init(timeBase: Rational, rate: Int32, startsAtZero: Bool) {
    self.timeBase = timeBase
    self.rate = rate
    self.startsAtZero = startsAtZero
  }

  /// Goes on at another rate.
  mutating func change(rate new: Int32) {
    next = next.map { Rational(1, rate).rescale($0, to: Rational(1, new)) }
    rate = new
  }

  /// The place of the next sample, 0 or later; `nil` before the first.
  var position: Int64? { next }

  /// Places a piece of `count` samples behind the ones before it.
  ///
  /// Nothing is heard before time zero, so what lies there is passed over.
  ///
  /// - Parameter time: where its first sample belongs, in ticks; `nil` where unknown.
  /// - Throws: `MediaError.Code.damaged` where it is too far from the pieces before it.
  mutating func place(count: Int, time: Int64?) throws(MediaError) -> Placement {
    // Conversions to samples would overflow beyond.
    if let time, abs(Double(time) * timeBase.value) > SoundTimeline.latest {
      throw MediaError(.damaged, "is damaged: its sound is at a time out of all bounds")
    }
    guard let expected = next else { return try placeFirst(count: count, time: time) }
    let samples = Rational(1, rate)
    let difference = (time.map { timeBase.rescale($0, to: samples) } ?? expected) - expected
    let tolerated = max(
      Int64(SoundTimeline.tolerance * Double(rate)), timeBase.rescale(2, to: samples))
    var placement = Placement()
    if difference > tolerated {
      placement.silence = difference
    } else if difference < -tolerated {
      guard Double(-difference) <= SoundTimeline.longestOverlap * Double(rate) else {
        throw MediaError(.damaged, "is damaged: its sound goes back in time")
      }
      placement.skip = Int(min(-difference, Int64(count)))
    }
    return try advance(from: expected, count: count, placement)
  }

  private mutating func placeFirst(count: Int, time: Int64?) throws(MediaError) -> Placement {
    var first = timeBase.rescale(time ?? 0, to: Rational(1, rate))
    // A clock coarser than samples cannot say zero any better.
    if let time, abs(time) <= 1, timeBase.value > 1 / Double(rate) { first = 0 }
    let skip = Int(min(max(0, -first), Int64(count)))
    guard skip < count else { return Placement(skip: skip) }
    first = max(0, first)
    return startsAtZero
      ? try advance(from: 0, count: count, Placement(silence: first, skip: skip))
      : try advance(from: first, count: count, Placement(skip: skip))
  }

  private mutating func advance(
    from position: Int64, count: Int, _ placement: Placement
  ) throws(MediaError) -> Placement {
    guard Double(placement.silence) <= SoundTimeline.longestGap * Double(rate) else {
      throw MediaError(.damaged, "is damaged: its sound has a gap of more than an hour")
    }
    next = position + placement.silence + Int64(count - placement.skip)
    return placement
  }
}
