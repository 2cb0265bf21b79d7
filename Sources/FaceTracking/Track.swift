import FaceDetection
import Media

/// One face followed through a scene.
///
/// It keeps its sightings, not the covers drawn from them: where a face is in a held frame is
/// worked out when that frame is settled, from the sightings known by then.
struct Track: Sendable {
  /// The track's number.
  let id: Int
  /// Number of the scene that it belongs to.
  let scene: Int
  /// Whether it may still be sighted again.
  var isOpen = true
  /// Frames in which a detector ran without sighting it, since its last sighting.
  var missedLooks = 0
  /// Whether it was ever believed to be a face.
  private(set) var isConfirmed = false
  /// What is covered of it in settled frames so far; `nil` where nothing is yet.
  private(set) var summary: TrackSummary?

  private(set) var evidence = Evidence()
  private var filter: KalmanFilter
  private(set) var sightings: [Sighting] = []

  /// A track that begins with a sighting.
  init(
    id: Int, scene: Int, face: Face, frame: HeldFrames.Frame, parameters: TrackingParameters
  ) {
    self.id = id
    self.scene = scene
    filter = KalmanFilter(BoxVector(face.box))
    append(face, frame: frame, parameters: parameters)
  }

  /// Whether it is taken for a face at present.
  var isBelieved: Bool { evidence.isBelieved }
  /// Whether nothing better than faint sightings speaks for it.
  var isFaint: Bool { evidence.isFaint }
  /// How many closer looks at its latest sighting would tell more of it.
  var opinionsWanted: Int { evidence.opinionsWanted }
  /// By how many quarters frames are turned clockwise for its face to stand upright, 0...3.
  var quarterTurns: Int { sightings[sightings.count - 1].landmarks.quarterTurns }
  /// Whether it has been looked for before its first sighting.
  var isSoughtBack = false

  private var looks = 0
  // The network answers differently at each scale; and a head that is lost may have been laid
  // aside.
  private static let reaches = [4.0, 2.5, 6.0]
  private static let turnsOfLost = [0, 0, 1, 0, 3]

  /// The next second look at a place where it may be, which no look has found it at so many times.
  mutating func takeLook(at box: Box, framesAgo: Int, misses: Int = 0) -> SecondLook {
    looks += 1
    let turn = quarterTurns + Self.turnsOfLost[misses % Self.turnsOfLost.count]
    return SecondLook(
      framesAgo: framesAgo, box: box, reach: Self.reaches[looks % Self.reaches.count],
      quarterTurns: turn % 4)
  }

  /// Presentation time of the last sighting that was more than a weak one, in seconds.
  private(set) var lastFairTime = -Double.infinity

  /// Number of the frame of the first sighting that it keeps.
  var firstFrame: Int { sightings[0].frame }
  /// Presentation time of that sighting, in seconds.
  var firstTime: Double { sightings[0].time }
  /// The box of the last sighting.
  var lastBox: Box { sightings[sightings.count - 1].box.box }
  /// Number of the frame of the last sighting.
  var lastFrame: Int { sightings[sightings.count - 1].frame }
  /// Presentation time of the last sighting, in seconds.
  var lastTime: Double { sightings[sightings.count - 1].time }

  /// Takes in another sighting.
  mutating func add(_ face: Face, frame: HeldFrames.Frame, parameters: TrackingParameters) {
    filter.correct(with: BoxVector(face.box), after: frame.time - lastTime)
    append(face, frame: frame, parameters: parameters)
  }

  private mutating func append(
    _ face: Face, frame: HeldFrames.Frame, parameters: TrackingParameters
  ) {
    evidence.add(face.score, parameters: parameters)
    isConfirmed = isConfirmed || evidence.isBelieved
    missedLooks = 0
    if face.score >= parameters.secondLookScore { lastFairTime = frame.time }
    sightings.append(
      Sighting(
        frame: frame.number, time: frame.time, box: BoxVector(face.box), score: face.score,
        landmarks: face.landmarks, velocity: filter.velocity))
  }

  /// Takes in a sighting from before the first one.
  mutating func prepend(_ face: Face, frame: HeldFrames.Frame) {
    evidence.note(face.score)
    let box = BoxVector(face.box)
    let seconds = sightings[0].time - frame.time
    let velocity = seconds > 0 ? (sightings[0].box - box) * (1 / seconds) : .zero
    sightings.insert(
      Sighting(
        frame: frame.number, time: frame.time, box: box, score: face.score,
        landmarks: face.landmarks, velocity: velocity),
      at: 0)
  }

  /// Takes in the score that a closer look at the latest sighting gave; 0 where it found no face.
  mutating func weigh(secondOpinion score: Float, parameters: TrackingParameters) {
    evidence.add(secondOpinion: score, parameters: parameters)
    isConfirmed = isConfirmed || evidence.isBelieved
  }

  /// The box of the sighting in a frame; `nil` where there is none.
  func box(inFrame frame: Int) -> Box? {
    let index = firstSighting { $0.frame >= frame }
    return index < sightings.count && sightings[index].frame == frame
      ? sightings[index].box.box : nil
  }

  /// Enlarges the sighting of a frame by a second detection of the same face, or of a part of it;
  /// returns `false` where there is no such sighting, or where it would not be covered though the
  /// detection must be.
  mutating func join(
    _ face: Face, frame: HeldFrames.Frame, parameters: TrackingParameters
  ) -> Bool {
    let last = sightings.count - 1
    guard lastFrame == frame.number,
      sightings[last].score >= min(face.score, parameters.startScore)
    else { return false }
    let box = sightings[last].box.box
    let common = box.intersection(face.box)
    let isPart =
      face.score < parameters.partScore
      && common.width * common.height >= 0.8 * face.box.width * face.box.height
    guard isPart || box.intersectionOverUnion(face.box) > 0.5 else { return false }
    sightings[last].box = BoxVector(sightings[last].box.box.union(face.box))
    return true
  }

  /// Where the track is looked for at a time after its last sighting.
  func target(at time: Double) -> Association.Target {
    let seconds = time - lastTime
    return target(
      around: filter.prediction(after: seconds), last: sightings[sightings.count - 1],
      deviation: filter.centerDeviation(after: seconds), seconds: seconds)
  }

  /// Where the track is looked for at a time before its first sighting.
  func target(before time: Double) -> Association.Target {
    let first = sightings[0]
    let seconds = first.time - time
    return target(
      around: KalmanFilter.extrapolation(
        from: first.box, velocity: velocityAtStart, seconds: -seconds),
      last: first, deviation: seconds * first.box.extent, seconds: seconds)
  }

  private func target(
    around expected: BoxVector, last: Sighting, deviation: Double, seconds: Double
  ) -> Association.Target {
    var box = expected
    // A face does not come to nothing, however fast it seemed to shrink.
    box[2] = max(box[2], last.box[2] / 2)
    box[3] = max(box[3], last.box[3] / 2)
    let extent = box.extent
    let gate = min(0.6 * extent + 2.5 * deviation, 2.5 * extent)
    return Association.Target(box: box, gate: gate, handicap: min(seconds, 1))
  }

  /// How far apart in time, in seconds, sightings tell of one velocity.
  static let spanOfVelocity = 0.2

  /// The velocity at the first sighting, where nothing is known of it: that of those just after it.
  var velocityAtStart: BoxVector {
    var velocity = sightings[0].velocity
    for later in sightings {
      if later.time - sightings[0].time > Self.spanOfVelocity { break }
      velocity = later.velocity
    }
    return velocity
  }

  /// Notes that the track is covered in a frame.
  mutating func note(_ source: TrackedFace.Source, frame: Int) {
    var noted =
      summary ?? TrackSummary(trackID: id, firstFrame: frame)
    noted.lastFrame = frame
    noted.isConfirmed = isConfirmed
    noted.lowestScore = evidence.lowestScore
    noted.highestScore = evidence.highestScore
    if source == .detected { noted.detectedFrames += 1 } else { noted.filledFrames += 1 }
    summary = noted
  }

  /// Whether neither a frame nor any later one can have a cover from the track.
  func isOver(by frame: HeldFrames.Frame, parameters: TrackingParameters) -> Bool {
    guard !isOpen else { return false }
    let last = sightings[sightings.count - 1]
    return frame.scenes.lowerBound > scene
      || (frame.number > last.frame
        && !frame.isWithin(parameters.hold, or: parameters.leastFrames, of: last))
  }

  /// Forgets the sightings that no frame from `frame` on needs.
  mutating func forget(before frame: HeldFrames.Frame, parameters: TrackingParameters) {
    let reach = max(
      parameters.sizeWindow + parameters.sizeRamp, parameters.doubtfulReach,
      max(parameters.longestBridge, parameters.hold) + Self.spanOfVelocity, parameters.centerWindow)
    let unneeded =
      firstSighting { $0.time >= frame.time - reach } - 1 - max(parameters.leastFrames, 0)
    // Now and then a good many at once, since each removal moves all that stay.
    if unneeded >= 16 { sightings.removeFirst(unneeded) }
  }

  /// Position of the first sighting that fulfils a condition which all later ones fulfil too.
  func firstSighting(where condition: (Sighting) -> Bool) -> Int {
    var low = 0
    var high = sightings.count
    while low < high {
      let middle = (low + high) / 2
      if condition(sightings[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension HeldFrames.Frame {
  /// Whether a sighting lies within so many seconds, or so many frames, of the frame.
  func isWithin(_ seconds: Double, or frames: Int, of sighting: Sighting) -> Bool {
    abs(time - sighting.time) <= seconds + HeldFrames.timeRounding
      || abs(number - sighting.frame) <= frames
  }
}
