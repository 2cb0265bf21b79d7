import CFFmpeg

/// A ratio of two 32-bit integers, such as a time base (seconds per tick) or a frame rate.
///
/// The counterpart of libavutil's `AVRational`.
public struct Rational: Hashable, Sendable, CustomStringConvertible {
  /// Numerator.
  public var numerator: Int32
  /// Denominator; 0 where the value is unknown.
  public var denominator: Int32

  /// A ratio from its two terms, not reduced.
  public init(_ numerator: Int32, _ denominator: Int32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  init(_ ratio: AVRational) {
    self.init(ratio.num, ratio.den)
  }

  /// Whether both terms are above zero.
  public var isPositive: Bool { numerator > 0 && denominator > 0 }

  /// The quotient; not a number where the denominator is 0.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The ratio with its terms exchanged.
  public var inverse: Rational { Rational(denominator, numerator) }

  /// Such as `30000/1001`.
  public var description: String { "\(numerator)/\(denominator)" }

  /// Converts a count of ticks of this time base into ticks of `other`, rounded to the nearest.
  ///
  /// Source: `av_rescale_q`.
  public func rescale(_ ticks: Int64, to other: Rational) -> Int64 {
    av_rescale_q(ticks, libav, other.libav)
  }

  var libav: AVRational { AVRational(num: numerator, den: denominator) }
}

/// `nil` in place of libav's mark for an absent timestamp.
func timestamp(_ value: Int64) -> Int64? {
  value == cffmpeg_no_timestamp ? nil : value
}
