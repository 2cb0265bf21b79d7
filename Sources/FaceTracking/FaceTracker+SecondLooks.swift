import FaceDetection
import Media

/// Where the tracker looks again, and what it makes of what is seen there.
///
/// A look at a small part of the frame at another scale costs a fraction of one at the whole, finds
/// faces that the whole frame's looks lose, and passes over most of what only resembles one.
extension FaceTracker {
  /// Looks again in the newest frame for tracks that are out of sight in it and at those in doubt,
  /// and in frames before it for tracks that have begun.
  mutating func look(
    again lookAgain: (SecondLook) throws -> [Face], for unsighted: [Int], in frame: HeldFrames.Frame
  ) rethrows {
    var looksLeft = parameters.secondLooks
    for index in unsighted.sorted(by: isLookedForSooner) where looksLeft > 0 {
      guard tracks[index].isBelieved else { continue }
      looksLeft -= 1
      try seek(index, in: frame, lookAgain)
    }
    looksLeft = 2 * parameters.secondLooks
    for index in tracks.indices where tracks[index].lastFrame == frame.number {
      while looksLeft > 0, tracks[index].opinionsWanted > 0 {
        looksLeft -= 1
        let wanted = tracks[index].opinionsWanted
        try examine(index, in: frame, lookAgain)
        if tracks[index].opinionsWanted >= wanted { break }
      }
      if tracks[index].isConfirmed, !tracks[index].isSoughtBack {
        tracks[index].isSoughtBack = true
        try seekBack(index, lookAgain)
      }
    }
  }

  /// Tracks that have been out of sight for the shortest time go first: they are the likeliest to
  /// be found.
  private func isLookedForSooner(_ one: Int, _ other: Int) -> Bool {
    (tracks[other].lastTime, tracks[one].id) < (tracks[one].lastTime, tracks[other].id)
  }

  /// Looks for a track where it is expected; a face there that no other track has is its sighting.
  private mutating func seek(
    _ index: Int, in frame: HeldFrames.Frame, _ lookAgain: (SecondLook) throws -> [Face]
  ) rethrows {
    let target = tracks[index].target(at: frame.time)
    guard let face = try face(nearest: target, to: index, in: frame, ago: 0, lookAgain) else {
      return
    }
    let wasConfirmed = tracks[index].isConfirmed
    tracks[index].add(face, frame: frame, parameters: parameters)
    if tracks[index].isConfirmed, !wasConfirmed { confirmedTrackCount += 1 }
  }

  /// Draws the beginning of a track back as far as second looks find its face.
  private mutating func seekBack(
    _ index: Int, _ lookAgain: (SecondLook) throws -> [Face]
  ) rethrows {
    var ago = nextFrame - 1 - tracks[index].firstFrame
    var looksLeft = parameters.looksBack
    while looksLeft > 0 {
      let firstTime = tracks[index].firstTime
      repeat {
        ago += 1
      } while (held.frame(ago: ago)?.time ?? -.infinity)
        > firstTime - parameters.stepBack + HeldFrames.timeRounding
      guard let frame = held.frame(ago: ago), frame.scenes.contains(tracks[index].scene) else {
        return
      }
      looksLeft -= 1
      let target = tracks[index].target(before: frame.time)
      guard
        let face = try face(
          nearest: target, to: index, in: frame, ago: ago, lookAgain)
      else { return }
      tracks[index].prepend(face, frame: frame)
    }
  }

  /// Asks for a second opinion on the latest sighting of a track.
  private mutating func examine(
    _ index: Int, in frame: HeldFrames.Frame, _ lookAgain: (SecondLook) throws -> [Face]
  ) rethrows {
    let box = tracks[index].lastBox
    let look = tracks[index].takeLook(at: box, framesAgo: 0)
    var score: Float = 0
    for face in try lookAgain(look)
    where face.box.intersectionOverUnion(box) >= Self.sameFaceOverlap
      && !isOfAnother(face, than: index, in: frame)
    {
      score = max(score, face.score.isFinite ? face.score : 1)
    }
    let wasConfirmed = tracks[index].isConfirmed
    tracks[index].weigh(secondOpinion: score, parameters: parameters)
    if tracks[index].isConfirmed, !wasConfirmed { confirmedTrackCount += 1 }
  }

  /// Boxes that share this much in one frame are of the same face.
  private static let sameFaceOverlap = 0.3

  /// The face nearest to where a track is expected in a frame, if no other track has it there.
  private mutating func face(
    nearest target: Association.Target, to index: Int, in frame: HeldFrames.Frame, ago: Int,
    _ lookAgain: (SecondLook) throws -> [Face]
  ) rethrows -> Face? {
    let look = tracks[index].takeLook(
      at: target.box.box, framesAgo: ago,
      misses: ago == 0 ? max(0, tracks[index].missedLooks - 1) : 0)
    let isFresh =
      ago == 0
      && frame.time - tracks[index].lastFairTime <= parameters.hold + HeldFrames.timeRounding
    let leastScore = isFresh ? parameters.freshLookScore : parameters.secondLookScore
    var nearest: (face: Face, cost: Double)?
    for face in try lookAgain(look).compactMap(usable) where face.score >= leastScore {
      let gate = face.score < parameters.startScore ? parameters.gateOfWeak : .infinity
      guard let cost = Association.cost(of: BoxVector(face.box), for: target.within(gate)),
        cost < nearest?.cost ?? .infinity
      else { continue }
      nearest = (face, cost)
    }
    guard let face = nearest?.face, !isOfAnother(face, than: index, in: frame) else { return nil }
    return face
  }

  /// Whether a track other than that at a position has a face in a frame, and this one has it not
  /// rather.
  private func isOfAnother(_ face: Face, than index: Int, in frame: HeldFrames.Frame) -> Bool {
    func overlap(_ track: Track) -> Double {
      track.box(inFrame: frame.number)?.intersectionOverUnion(face.box) ?? 0
    }
    let own = overlap(tracks[index])
    return tracks.contains {
      $0.id != tracks[index].id && overlap($0) >= max(own, Self.sameFaceOverlap)
    }
  }
}
