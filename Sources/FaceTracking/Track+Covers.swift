import FaceDetection
import Media

/// Where a track is covered, frame by frame, as its sightings tell.
extension Track {
  /// What is to be covered of the track in a frame of a picture within `bounds`; `nil` where
  /// nothing is.
  func face(
    in frame: HeldFrames.Frame, bounds: Box, parameters: TrackingParameters
  ) -> TrackedFace? {
    guard frame.scenes.contains(scene), !evidence.isRefuted,
      evidence.isBelieved || isSightedWell(near: frame, parameters: parameters)
    else { return nil }
    let next = firstSighting { $0.frame >= frame.number }
    let fair = fairSightings(near: frame, next: next, parameters)
    let place: BoxVector
    let nearest: Sighting
    let source: TrackedFace.Source
    if next < sightings.count, sightings[next].frame == frame.number {
      nearest = sightings[next]
      source = .detected
      place = nearest.box
    } else if next == sightings.count {
      nearest = sightings[next - 1]
      source = .tracked
      guard
        frame.isWithin(parameters.hold, or: parameters.leastFrames, of: nearest)
      else { return nil }
      place = carried(
        nearest, at: fair.before?.velocity ?? nearest.velocity, to: frame.time, within: bounds)
    } else if next == 0 {
      nearest = sightings[0]
      source = .filled
      guard
        frame.isWithin(parameters.lookahead, or: parameters.leastFrames, of: nearest)
      else { return nil }
      place = carried(
        nearest, at: fair.after?.velocity ?? velocityAtStart, to: frame.time, within: bounds)
    } else {
      let (before, after) = (sightings[next - 1], sightings[next])
      nearest = share(of: frame.time, from: before, to: after) < 0.5 ? before : after
      source = .filled
      place = between(before, after, at: frame.time)
    }
    let joined = joined(place, with: fair, at: frame.time, within: bounds, parameters)
    let growth =
      source == .detected
      ? 0 : min(parameters.growth * abs(frame.time - nearest.time), parameters.greatestGrowth)
    return TrackedFace(
      trackID: id,
      box: steadied(joined, of: nearest, at: frame.time, parameters).box.grown(by: growth),
      score: nearest.score, landmarks: source == .detected ? nearest.landmarks : nil,
      source: source)
  }

  /// How far a time has come from one sighting to another, 0...1.
  private func share(of time: Double, from before: Sighting, to after: Sighting) -> Double {
    let span = after.time - before.time
    return span > 0 ? (time - before.time) / span : 0.5
  }

  /// The box on the straight way from one sighting to another.
  func between(_ before: Sighting, _ after: Sighting, at time: Double) -> BoxVector {
    before.box + (after.box - before.box) * share(of: time, from: before, to: after)
  }

  /// Whether a sighting that is covered in any case is so near that the frame is covered too.
  private func isSightedWell(
    near frame: HeldFrames.Frame, parameters: TrackingParameters
  ) -> Bool {
    sightings.contains {
      $0.score >= parameters.startScore
        && frame.isWithin(parameters.doubtfulReach, or: parameters.leastFrames, of: $0)
    }
  }

  /// A sighting's box moved on, or back, to another time, at a velocity that dies away.
  ///
  /// It may grow on the way, not shrink; and its centre stays in the picture, or as far out as it
  /// was, since a face that leaves the picture may as well stop half way.
  func carried(
    _ sighting: Sighting, at velocity: BoxVector, to time: Double, within bounds: Box
  ) -> BoxVector {
    let box = sighting.box
    var place = KalmanFilter.extrapolation(
      from: box, velocity: velocity, seconds: time - sighting.time)
    place[0] = min(max(place[0], min(bounds.x, box[0])), max(bounds.maxX, box[0]))
    place[1] = min(max(place[1], min(bounds.y, box[1])), max(bounds.maxY, box[1]))
    place[2] = max(place[2], box[2])
    place[3] = max(place[3], box[3])
    return place
  }

  /// A box made steady: its centre where the sightings around tell, and as wide and as high as
  /// those near in time; those a little further off count in part, so that it grows and shrinks
  /// slowly.
  ///
  /// It holds the box whatever the sightings around tell, and what they hold beyond the way of
  /// their centres, the less the further off they are.
  private func steadied(
    _ box: BoxVector, of nearest: Sighting, at time: Double, _ parameters: TrackingParameters
  ) -> BoxVector {
    let sides = nearest.box.highHalf
    let line = CenterLine(
      through: sightings(within: parameters.centerWindow, of: time), around: box.lowHalf, at: time,
      sides: sides, parameters: parameters)
    let limit = sides * greatestShift(discord: line?.discord ?? 1, parameters)
    let shift = (line?.offset ?? .zero).clamped(lowerBound: -limit, upperBound: limit)
    var size = box.highHalf + 2 * shift.magnitude
    for sighting in sightings(within: parameters.sizeWindow + parameters.sizeRamp, of: time) {
      let beyond = max(0, abs(sighting.time - time) - parameters.sizeWindow)
      let share = parameters.sizeRamp > 0 ? 1 - beyond / parameters.sizeRamp : 1
      var needed = box.highHalf + (sighting.box.highHalf - box.highHalf) * share
      if let line {
        let distance = pointwiseMin(line.distance(to: sighting).magnitude, limit)
        needed += distance * (2 * line.nearness(of: sighting))
      }
      size = pointwiseMax(size, needed)
    }
    return BoxVector(lowHalf: box.lowHalf + shift, highHalf: size)
  }

  /// How far a centre is moved at most, in shares of the box's sides.
  ///
  /// What lies further off than the face's motion explains is a jerk of the face or a box amiss.
  /// Where all sightings around agree, it is a box amiss.
  private func greatestShift(discord: Double, _ parameters: TrackingParameters) -> Double {
    let doubt = min(max((discord - 0.03) / 0.01, 0), 1)
    return parameters.greatestShift * (2 - doubt)
  }

  /// The sightings at most so many seconds from a time.
  private func sightings(within seconds: Double, of time: Double) -> ArraySlice<Sighting> {
    let first = firstSighting { $0.time >= time - seconds }
    return sightings[first...].prefix { $0.time <= time + seconds }
  }
}

extension SIMD2<Double> {
  /// Each number without its sign.
  fileprivate var magnitude: Self { pointwiseMax(self, -self) }
}
