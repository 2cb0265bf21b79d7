/// The straight way that a face's centre takes through its sightings near a time.
///
/// The detector's boxes of one still face differ by several hundredths of its size from one input
/// size to the next, so a single sighting tells less of where the face is than those around it
/// together. The line is a local regression: near and sure sightings count for more, and those that
/// lie off are weighted down, twice over (after W. S. Cleveland, "Robust Locally Weighted
/// Regression and Smoothing Scatterplots", 1979). A centre that moves evenly comes out as it went
/// in.
struct CenterLine: Sendable {
  /// From the place that it was asked for to the line at that time, in pixels.
  private(set) var offset = SIMD2<Double>.zero
  /// How far from the line the sightings are that do not tell of the place itself: their mean
  /// distance, in shares of the face's sides.
  private(set) var discord = 1.0

  private let time: Double
  private let place: SIMD2<Double>
  private let sides: SIMD2<Double>
  private let reach: Double
  private let sureScore: Float
  private var slope = SIMD2<Double>.zero

  /// The line through sightings, in the order of their times, around the place of a centre at a
  /// time; `sides` are the face's width and height. `nil` where there are not enough sightings on
  /// both sides.
  ///
  /// No more of the past counts than of the future, since a line with sightings on one side only
  /// points beyond a face that stops: where a track begins or ends, its own sightings stand.
  init?(
    through sightings: ArraySlice<Sighting>, around place: SIMD2<Double>, at time: Double,
    sides: SIMD2<Double>, parameters: TrackingParameters
  ) {
    guard let first = sightings.first, let last = sightings.last, sides.min() > 0 else {
      return nil
    }
    self.time = time
    self.place = place
    self.sides = sides
    reach = min(parameters.centerWindow, time - first.time, last.time - time)
    sureScore = parameters.certainScore
    guard reach > HeldFrames.timeRounding, fit(sightings, scale: .infinity) else { return nil }
    for _ in 0..<2 {
      let scale = meanDistance(to: sightings) { _ in true } ?? 0
      guard fit(sightings, scale: max(1.5 * scale, 0.01)) else { return nil }
    }
    let next = sightings.firstIndex { $0.time >= time - HeldFrames.timeRounding } ?? 0
    let isSighted = sightings[next].time <= time + HeldFrames.timeRounding
    discord = meanDistance(to: sightings) { $0 != next && (isSighted || $0 != next - 1) } ?? 1
  }

  /// How far a sighting's centre is from the line, in pixels.
  func distance(to sighting: Sighting) -> SIMD2<Double> {
    sighting.box.lowHalf - place - offset - slope * (sighting.time - time)
  }

  /// How much a sighting counts by its time: 1 at the line's own, 0 from the window's ends on.
  func nearness(of sighting: Sighting) -> Double {
    let share = (sighting.time - time) / reach
    let rest = max(0, 1 - share * share)
    return rest * rest
  }

  /// One round of weighted least squares, in which sightings off the last round's line by `scale`
  /// and more count little; `false` where too few are left.
  private mutating func fit(_ sightings: ArraySlice<Sighting>, scale: Double) -> Bool {
    // Sums of the weights, and of time and way with their products by them.
    var (weights, times, squares) = (0.0, 0.0, 0.0)
    var (ways, products) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for sighting in sightings {
      let doubt = share(of: distance(to: sighting)) / scale
      let trust = 1 / (1 + doubt * doubt)
      let weight = self.weight(of: sighting) * trust * trust
      // From the place itself, so that the numbers of a still face are plain zeros.
      let seconds = sighting.time - time
      let way = sighting.box.lowHalf - place
      weights += weight
      times += weight * seconds
      squares += weight * seconds * seconds
      ways += way * weight
      products += way * (weight * seconds)
    }
    let determinant = weights * squares - times * times
    guard determinant > 1e-6 * weights * weights * reach * reach else { return false }
    slope = (products * weights - ways * times) / determinant
    offset = (ways * squares - products * times) / determinant
    return true
  }

  /// Weighted mean of the distances of some sightings from the line, in shares of the face's sides;
  /// `nil` where none of them counts.
  private func meanDistance(
    to sightings: ArraySlice<Sighting>, where isMeant: (Int) -> Bool
  ) -> Double? {
    var (weights, distances) = (0.0, 0.0)
    for index in sightings.indices where isMeant(index) {
      let weight = self.weight(of: sightings[index])
      weights += weight
      distances += weight * share(of: distance(to: sightings[index]))
    }
    return weights > 0 ? distances / weights : nil
  }

  private func weight(of sighting: Sighting) -> Double {
    let sureness = Double(min(1, sighting.score / sureScore))
    return nearness(of: sighting) * sureness * sureness
  }

  /// A distance in shares of the face's sides.
  private func share(of distance: SIMD2<Double>) -> Double {
    let shares = distance / sides
    return max(abs(shares[0]), abs(shares[1]))
  }
}
