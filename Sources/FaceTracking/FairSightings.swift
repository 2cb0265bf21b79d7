import Media

/// The fair sightings before and after a frame that tell where the face is beside a weak one.
struct FairSightings: Sendable {
  /// The last one before; `nil` where it is long ago.
  var before: Sighting?
  /// The first one after; `nil` where it is far ahead.
  var after: Sighting?
}

/// Where a track's face is, as its fair sightings tell beside weak ones.
extension Track {
  /// What fair sightings tell of a frame for which a weak one would else stand; nothing where none
  /// does. Their velocities are what fair ones tell by themselves.
  func fairSightings(
    near frame: HeldFrames.Frame, next: Int, _ parameters: TrackingParameters
  ) -> FairSightings {
    func isFair(_ index: Int) -> Bool { sightings[index].score >= parameters.startScore }
    let isSighted = next < sightings.count && sightings[next].frame == frame.number
    let isNextFair = next == sightings.count || isFair(next)
    if isNextFair, isSighted || next == 0 || isFair(next - 1) { return FairSightings() }
    func isNear(_ index: Int, _ seconds: Double) -> Bool {
      frame.isWithin(seconds, or: parameters.leastFrames, of: sightings[index])
    }
    let before = (0..<next).reversed()
      .prefix { isNear($0, max(parameters.hold, parameters.longestBridge)) }.first(where: isFair)
    let after = (next..<sightings.count)
      .prefix { isNear($0, max(parameters.lookahead, parameters.longestBridge)) }
      .first(where: isFair)
    return FairSightings(
      before: before.map { fair($0, through: (0..<$0).reversed(), parameters) },
      after: after.map { fair($0, through: $0 + 1..<sightings.count, parameters) })
  }

  /// A fair sighting with the velocity that other fair ones tell, the nearest first; zero where
  /// there are none near in time.
  private func fair(
    _ index: Int, through others: some Sequence<Int>, _ parameters: TrackingParameters
  ) -> Sighting {
    var sighting = sightings[index]
    sighting.velocity = .zero
    for other in others {
      let seconds = sightings[other].time - sighting.time
      if abs(seconds) > Self.spanOfVelocity { break }
      guard sightings[other].score >= parameters.startScore, seconds != 0 else { continue }
      sighting.velocity = (sightings[other].box - sighting.box) * (1 / seconds)
    }
    return sighting
  }

  /// A place joined with where fair sightings near in time say that the face is.
  ///
  /// A weak sighting may be of something beside the face, so that what it says is added to what
  /// fair ones say. Between two fair ones the way between them counts; elsewhere the way on from
  /// the nearer one, no further off than a weak sighting may be, so that a cover stays bounded.
  func joined(
    _ place: BoxVector, with fair: FairSightings, at time: Double, within bounds: Box,
    _ parameters: TrackingParameters
  ) -> BoxVector {
    var other: BoxVector
    switch (fair.before, fair.after) {
    case (let before?, let after?) where after.time - before.time <= parameters.longestBridge:
      return BoxVector(place.box.union(between(before, after, at: time).box))
    case (let before?, let after) where time - before.time <= (after?.time ?? .infinity) - time:
      other = carried(before, at: before.velocity, to: time, within: bounds)
    case (_, let after?):
      other = carried(after, at: after.velocity, to: time, within: bounds)
    default:
      return place
    }
    let reach = SIMD2(repeating: parameters.gateOfWeak * place.extent)
    other.lowHalf.clamp(lowerBound: place.lowHalf - reach, upperBound: place.lowHalf + reach)
    return BoxVector(place.box.union(other.box))
  }
}
