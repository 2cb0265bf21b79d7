public import FaceDetection
public import Media

/// Follows the faces of one video stream and says, frame by frame, what is to be covered.
///
/// An online tracker with a bounded look-ahead. Detections are given to tracks in two rounds, the
/// confident ones first, then weak ones that only keep a track alive (after ByteTrack, Y. Zhang et
/// al., 2022). Where a track is out of sight or in doubt the tracker asks for a second, closer
/// look. Frames are settled in order some time after they came in, so that a face first seen later
/// is drawn back into them and gaps between two sightings are filled.
///
/// A value type: one per stream, changed by one owner at a time.
public struct FaceTracker: Sendable {
  /// The parameters that the tracker was made with.
  public let parameters: TrackingParameters
  /// Tracks of which the latest call to `add(_:)` or `finish()` settled the last frame, in the
  /// order of their numbers.
  public private(set) var endedTracks: [TrackSummary] = []
  /// How many tracks so far count as a face.
  public internal(set) var confirmedTrackCount = 0

  private let bounds: Box
  var tracks: [Track] = []
  var held = HeldFrames()
  private var association = Association()
  private var nextID = 1
  var nextFrame = 0
  private var scene = 0
  private var newestScene = 0
  private var scenesBeforeCuts: [Int] = []
  private var newestTime = 0.0

  private var targets: [Association.Target] = []
  private var candidates: [BoxVector] = []

  /// A tracker for a stream whose upright frames are of the given size.
  public init(size: PixelSize, parameters: TrackingParameters = TrackingParameters()) {
    self.parameters = parameters
    bounds = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }

  /// How many frames are held back.
  public var heldFrameCount: Int { held.count }

  /// Takes the next frame in presentation order, without second looks; returns the faces of each
  /// frame that is settled by it, oldest first. Each frame is settled once, in order.
  public mutating func add(_ observation: FrameObservation) -> [[TrackedFace]] {
    add(observation, looksAgain: false, lookAgain: { _ in [] })
  }

  /// Takes the next frame as `add(_:)` does, and looks again where that tells more.
  ///
  /// - Parameter lookAgain: looks closely at a place in this frame or in one that is held back, and
  ///   returns the faces found there, in pixels of the upright frame. What it throws is thrown on,
  ///   and the tracker is of no use afterwards.
  public mutating func add(
    _ observation: FrameObservation, lookAgain: (SecondLook) throws -> [Face]
  ) rethrows -> [[TrackedFace]] {
    try add(observation, looksAgain: true, lookAgain: lookAgain)
  }

  private mutating func add(
    _ observation: FrameObservation, looksAgain: Bool, lookAgain: (SecondLook) throws -> [Face]
  ) rethrows -> [[TrackedFace]] {
    endedTracks.removeAll(keepingCapacity: true)
    change(scene: observation)
    newestTime = time(of: observation)
    let frame = HeldFrames.Frame(number: nextFrame, time: newestTime, scenes: scene...scene)
    nextFrame += 1
    held.append(frame)
    if observation.isExamined || !observation.faces.isEmpty {
      let faces = observation.faces.compactMap(usable)
      let unsighted = look(at: faces, in: frame, isWhole: observation.isExamined)
      if looksAgain {
        try look(again: lookAgain, for: observation.isExamined ? unsighted : [], in: frame)
      }
      closeLostTracks()
    }

    var settled: [[TrackedFace]] = []
    while let oldest = held.oldest, held.count > parameters.maximumHeldFrames || isDue(oldest) {
      settled.append(settleOldest(oldest))
    }
    removeEndedTracks()
    return settled
  }

  /// Ends tracks at a cut, and opens them again where the cut was none.
  private mutating func change(scene observation: FrameObservation) {
    let undone = min(observation.undoneCuts, scenesBeforeCuts.count)
    if undone > 0 {
      let resumed = scenesBeforeCuts[scenesBeforeCuts.count - undone]
      scenesBeforeCuts.removeLast(undone)
      held.join(resumed)
      for index in tracks.indices {
        tracks[index].isOpen =
          tracks[index].scene == resumed
          && !isLost(tracks[index], for: parameters.longestGap, at: observation.time)
      }
      scene = resumed
    } else if observation.startsScene {
      for index in tracks.indices { tracks[index].isOpen = false }
      scenesBeforeCuts.append(scene)
      if scenesBeforeCuts.count > 64 { scenesBeforeCuts.removeFirst(32) }
      newestScene += 1
      scene = newestScene
    }
  }

  /// Ends the stream: settles all frames that are still held back; returns their faces, oldest
  /// first.
  public mutating func finish() -> [[TrackedFace]] {
    endedTracks.removeAll(keepingCapacity: true)
    var settled: [[TrackedFace]] = []
    while let oldest = held.oldest { settled.append(settleOldest(oldest)) }
    removeEndedTracks(isStreamOver: true)
    return settled
  }

  /// The observation's time, or the time before it where that cannot be.
  private func time(of observation: FrameObservation) -> Double {
    // Time stamps can be broken; the tracker must neither go back in time nor reckon with infinity.
    let time = abs(observation.time) < 1e12 ? observation.time : newestTime
    return nextFrame == 0 ? time : max(time, newestTime)
  }

  /// Whether no later sighting will be drawn back into a frame.
  private func isDue(_ frame: HeldFrames.Frame) -> Bool {
    newestTime - frame.time > parameters.lookahead + HeldFrames.timeRounding
      && nextFrame - 1 - frame.number >= parameters.leastFrames
  }

  /// A face that can be reckoned with: `nil` for one without a place in the picture.
  func usable(_ face: Face) -> Face? {
    let box = face.box
    guard box.x.isFinite, box.y.isFinite, box.width.isFinite, box.height.isFinite,
      !box.intersection(bounds).isEmpty
    else { return nil }
    var face = face
    // A face whose score was lost is covered rather than overlooked.
    if !face.score.isFinite { face.score = parameters.startScore }
    return face.score >= parameters.leastScore ? face : nil
  }

  /// Gives the faces of a frame to tracks and starts tracks for the rest; returns the positions of
  /// the tracks that were to be seen and were not.
  private mutating func look(
    at faces: [Face], in frame: HeldFrames.Frame, isWhole: Bool
  ) -> [Int] {
    var isTaken = [Bool](repeating: false, count: faces.count)
    var open: [Int] = []
    for index in tracks.indices where tracks[index].isOpen {
      if isWhole { tracks[index].missedLooks += 1 }
      open.append(index)
    }
    let confident = faces.indices.filter { faces[$0].score >= parameters.startScore }
    let weak = faces.indices.filter { faces[$0].score < parameters.startScore }
    open = sight(confident, of: faces, by: open, in: frame, isTaken: &isTaken)
    open.removeAll { isLost(tracks[$0], for: parameters.hold, at: frame.time) }
    open = sight(
      weak, of: faces, by: open, in: frame, gate: parameters.gateOfWeak, isTaken: &isTaken)

    for index in faces.indices
    where !isTaken[index] && faces[index].score >= parameters.leastStartingScore {
      start(faces[index], in: frame)
    }
    return open
  }

  private mutating func closeLostTracks() {
    for index in tracks.indices
    where isLost(tracks[index], for: parameters.longestGap, at: newestTime) {
      tracks[index].isOpen = false
    }
  }

  /// Whether a track has been out of sight for more than some seconds and some looks.
  private func isLost(_ track: Track, for seconds: Double, at time: Double) -> Bool {
    time - track.lastTime > seconds + HeldFrames.timeRounding
      && track.missedLooks > parameters.leastFrames
  }

  /// Starts a track, unless the face is a second detection of one that a track has in this frame,
  /// or a part of one.
  private mutating func start(_ face: Face, in frame: HeldFrames.Frame) {
    for index in tracks.indices
    where tracks[index].join(face, frame: frame, parameters: parameters) {
      return
    }
    tracks.append(
      Track(id: nextID, scene: scene, face: face, frame: frame, parameters: parameters))
    nextID += 1
    if tracks[tracks.count - 1].isConfirmed { confirmedTrackCount += 1 }
  }

  /// One round of association; returns the tracks that were not sighted.
  private mutating func sight(
    _ indices: [Int], of faces: [Face], by open: [Int], in frame: HeldFrames.Frame,
    gate: Double = .infinity, isTaken: inout [Bool]
  ) -> [Int] {
    guard !indices.isEmpty, !open.isEmpty else { return open }
    candidates.removeAll(keepingCapacity: true)
    for index in indices { candidates.append(BoxVector(faces[index].box)) }
    targets.removeAll(keepingCapacity: true)
    for index in open {
      // What was only ever faint would else jump to any face near by and draw its cover along.
      let gate = tracks[index].isFaint ? parameters.gateOfWeak : gate
      targets.append(tracks[index].target(at: frame.time).within(gate))
    }
    association.match(targets, with: candidates)
    var left: [Int] = []
    for (row, track) in open.enumerated() {
      let candidate = association.candidateOfTarget[row]
      guard candidate >= 0 else {
        left.append(track)
        continue
      }
      let index = indices[candidate]
      isTaken[index] = true
      let wasConfirmed = tracks[track].isConfirmed
      tracks[track].add(faces[index], frame: frame, parameters: parameters)
      if tracks[track].isConfirmed, !wasConfirmed { confirmedTrackCount += 1 }
    }
    return left
  }

  /// Says what is to be covered in the oldest held frame and lets it go.
  private mutating func settleOldest(_ frame: HeldFrames.Frame) -> [TrackedFace] {
    held.removeOldest()
    var faces: [TrackedFace] = []
    for index in tracks.indices {
      guard let face = tracks[index].face(in: frame, bounds: bounds, parameters: parameters),
        !face.box.intersection(bounds).isEmpty
      else { continue }
      tracks[index].note(face.source, frame: frame.number)
      faces.append(face)
    }
    return faces
  }

  /// Lets the tracks go that no held or later frame needs; at the stream's end, all.
  private mutating func removeEndedTracks(isStreamOver: Bool = false) {
    let frame =
      held.oldest
      ?? HeldFrames.Frame(number: nextFrame, time: newestTime, scenes: scene...scene)
    tracks.removeAll { track in
      guard isStreamOver || track.isOver(by: frame, parameters: parameters) else { return false }
      if let summary = track.summary { endedTracks.append(summary) }
      return true
    }
    for index in tracks.indices { tracks[index].forget(before: frame, parameters: parameters) }
  }
}
