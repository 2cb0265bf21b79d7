/// A Kalman filter on a box's centre and size with a constant-velocity model.
///
/// The four numbers of a box are filtered independently, each with a state of value and rate of
/// change, after R. E. Kalman, "A New Approach to Linear Filtering and Prediction Problems" (1960),
/// with white-noise acceleration. All noise is in shares of the box's extent, so that a near and a
/// far face behave alike; time is in seconds, so that frames may come at any intervals.
struct KalmanFilter: Sendable {
  /// The estimate of the box.
  private(set) var value: BoxVector
  /// The estimate of its change, per second.
  private(set) var velocity = BoxVector.zero
  /// Variance of `value`.
  private var valueVariance: BoxVector
  /// Covariance of `value` and `velocity`.
  private var covariance = BoxVector.zero
  /// Variance of `velocity`.
  private var velocityVariance: BoxVector

  /// Seconds in which a velocity falls to a quarter: of the centre, of the size.
  private static let decay = BoxVector(0.6, 0.6, 0.15, 0.15)
  /// Standard deviation of a measurement, in extents.
  private static let measurementDeviation = BoxVector(0.05, 0.05, 0.08, 0.08)
  /// Standard deviation of the velocity of a box just found, in extents a second.
  private static let firstVelocityDeviation = BoxVector(8, 8, 2, 2)
  /// Spectral density of the acceleration, in square extents a second cubed.
  private static let accelerationDensity = BoxVector(30, 30, 4, 4)

  /// A filter that starts at a measured box with an unknown velocity.
  init(_ measured: BoxVector) {
    value = measured
    let extent = measured.extent
    valueVariance = (Self.measurementDeviation * extent).squared
    velocityVariance = (Self.firstVelocityDeviation * extent).squared
  }

  /// The box that is expected some seconds later, see `extrapolation(from:velocity:seconds:)`.
  func prediction(after seconds: Double) -> BoxVector {
    Self.extrapolation(from: value, velocity: velocity, seconds: seconds)
  }

  /// Standard deviation of the predicted centre along the less certain axis, in pixels.
  func centerDeviation(after seconds: Double) -> Double {
    let variance = predictedVariance(after: seconds)
    return max(variance[0], variance[1]).squareRoot()
  }

  /// Moves the estimate on and corrects it with a box measured then.
  mutating func correct(with measured: BoxVector, after seconds: Double) {
    let density = accelerationDensity
    value += velocity * seconds
    valueVariance = predictedVariance(after: seconds)
    covariance += velocityVariance * seconds
    covariance += density * (seconds * seconds / 2)
    velocityVariance += density * seconds

    let noise = (Self.measurementDeviation * measured.extent).squared
    let total = valueVariance + noise
    let valueGain = valueVariance / total
    let velocityGain = covariance / total
    let surprise = measured - value
    value += valueGain * surprise
    velocity += velocityGain * surprise
    velocityVariance -= velocityGain * covariance
    covariance *= 1 - valueGain
    valueVariance *= 1 - valueGain
  }

  /// Where a box comes to when it moves on from `box` at a velocity that dies away, since a head
  /// soon stops or turns; `seconds` below zero goes back in time in the same way.
  ///
  /// The way made good is `velocity * t / (1 + t / decay)`: nearly all of `velocity * t` at first,
  /// never more than `velocity * decay`.
  static func extrapolation(
    from box: BoxVector, velocity: BoxVector, seconds: Double
  ) -> BoxVector {
    box + velocity * (seconds / (1 + abs(seconds) / decay))
  }

  /// Variance of the box predicted for some seconds later.
  private func predictedVariance(after seconds: Double) -> BoxVector {
    var variance = valueVariance
    variance += covariance * (2 * seconds)
    variance += velocityVariance * (seconds * seconds)
    variance += accelerationDensity * (seconds * seconds * seconds / 3)
    return variance
  }

  private var accelerationDensity: BoxVector {
    Self.accelerationDensity * (value.extent * value.extent)
  }
}

extension BoxVector {
  /// Each number times itself.
  fileprivate var squared: BoxVector { self * self }
}
