import FaceDetection
import Media

/// Where a track is covered, frame by frame, as its sightings tell.
extension Track {
  /// What is to be covered of the track in a frame of a picture within `bounds`; `nil` where nothing
  /// is.
  func face(
    in frame: HeldFrames.Frame, bounds: Box, parameters: TrackingParameters
  ) -> TrackedFace? {
    guard frame.scenes.contains(scene), !evidence.isRefuted,
      evidence.isBelieved || isSightedWell(near: frame, parameters: parameters)
    else { return nil }
    let next = firstSighting { $0.frame >= frame.number }
    let bridge = bridge(at: frame.time, next: next, parameters)
    if next < sightings.count, sightings[next].frame == frame.number {
      let sighting = sightings[next]
      return TrackedFace(
        trackID: id, box: steadied(joined(sighting.box, bridge), at: frame.time, parameters).box,
        score: sighting.score, landmarks: sighting.landmarks, source: .detected)
    }
    let place: BoxVector
    let nearest: Sighting
    let source: TrackedFace.Source
    if next == sightings.count {
      nearest = sightings[next - 1]
      source = .tracked
      guard
        frame.isWithin(parameters.hold, or: parameters.leastFrames, of: nearest)
      else { return nil }
      place = carried(nearest, to: frame.time, within: bounds)
    } else if next == 0 {
      nearest = sightings[0]
      source = .filled
      guard
        frame.isWithin(parameters.lookahead, or: parameters.leastFrames, of: nearest)
      else { return nil }
      place = carried(nearest, to: frame.time, within: bounds)
    } else {
      let before = sightings[next - 1]
      let after = sightings[next]
      let span = after.time - before.time
      let share = span > 0 ? (frame.time - before.time) / span : 0.5
      nearest = share < 0.5 ? before : after
      source = .filled
      place = before.box + (after.box - before.box) * share
    }
    let growth = min(
      parameters.growth * abs(frame.time - nearest.time), parameters.greatestGrowth)
    return TrackedFace(
      trackID: id,
      box: steadied(joined(place, bridge), at: frame.time, parameters).box.grown(by: growth),
      score: nearest.score, landmarks: nil, source: source)
  }

  /// Where fair sightings before and after a time, if there are any near, say that the face is,
  /// whatever weak ones between them say, which may be of something beside it; `nil` where the
  /// sightings next to it are fair ones themselves.
  private func bridge(
    at time: Double, next: Int, _ parameters: TrackingParameters
  ) -> BoxVector? {
    func isFair(_ index: Int) -> Bool { sightings[index].score >= parameters.startScore }
    guard next > 0, next < sightings.count, !isFair(next) || !isFair(next - 1) else { return nil }
    let earliest = sightings[next].time - parameters.longestBridge
    guard
      let before = (0..<next).reversed().prefix(while: { sightings[$0].time >= earliest })
        .first(where: isFair)
    else { return nil }
    let latest = sightings[before].time + parameters.longestBridge
    guard
      let after = (next..<sightings.count).prefix(while: { sightings[$0].time <= latest })
        .first(where: isFair)
    else { return nil }
    let span = sightings[after].time - sightings[before].time
    let share = span > 0 ? (time - sightings[before].time) / span : 0.5
    return sightings[before].box + (sightings[after].box - sightings[before].box) * share
  }

  private func joined(_ place: BoxVector, _ bridge: BoxVector?) -> BoxVector {
    bridge.map { BoxVector(place.box.union($0.box)) } ?? place
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

  /// A sighting's box moved on, or back, to another time.
  ///
  /// It may grow on the way, not shrink; and its centre stays in the picture, or as far out as it was,
  /// since a face that leaves the picture may as well stop half way.
  private func carried(_ sighting: Sighting, to time: Double, within bounds: Box) -> BoxVector {
    let velocity = time < sighting.time ? velocityAtStart : sighting.velocity
    let box = sighting.box
    var place = KalmanFilter.extrapolation(
      from: box, velocity: velocity, seconds: time - sighting.time)
    place[0] = min(max(place[0], min(bounds.x, box[0])), max(bounds.maxX, box[0]))
    place[1] = min(max(place[1], min(bounds.y, box[1])), max(bounds.maxY, box[1]))
    place[2] = max(place[2], box[2])
    place[3] = max(place[3], box[3])
    return place
  }

  /// A box made as wide and as high as the sightings near in time, about its own centre; those a little
  /// further off count in part, so that it grows and shrinks slowly.
  private func steadied(
    _ box: BoxVector, at time: Double, _ parameters: TrackingParameters
  ) -> BoxVector {
    var steady = box
    let reach = parameters.sizeWindow + parameters.sizeRamp
    let first = firstSighting { $0.time >= time - reach }
    for sighting in sightings[first...] {
      if sighting.time > time + reach { break }
      let beyond = max(0, abs(sighting.time - time) - parameters.sizeWindow)
      let share = parameters.sizeRamp > 0 ? 1 - beyond / parameters.sizeRamp : 1
      let size = box + (sighting.box - box) * share
      steady[2] = max(steady[2], size[2])
      steady[3] = max(steady[3], size[3])
    }
    return steady
  }
}
