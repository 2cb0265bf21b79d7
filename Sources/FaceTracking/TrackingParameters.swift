/// What a `FaceTracker` takes for a face, and how far it covers one beyond its sightings.
///
/// Scores are the detector's, 0...1; times are in seconds. The defaults were measured with
/// CenterFace at two input sizes that take turns, on clips with known faces and on darkened,
/// blurred and coarsened copies of them.
public struct TrackingParameters: Hashable, Sendable {
  /// A detection of at least this score starts a track and is covered in its own frame, unless
  /// second looks refute the track.
  public var startScore: Float = 0.3
  /// A detection of at least this score starts a track that is covered only once it is believed.
  public var faintScore: Float = 0.2
  /// A detection of at least this score keeps an existing track alive.
  public var keepScore: Float = 0.1

  /// A detection of less than `startScore`, or one for a track that has had no other, lies at most
  /// so many times the face's size from where the track is expected.
  public var gateOfWeak = 0.5

  /// A track that was ever sighted with at least this score is believed from then on, unless second
  /// looks refute it.
  public var certainScore: Float = 0.5
  /// A track that was ever sighted with at least this score is believed whatever second looks say.
  public var settledScore: Float = 0.6
  /// Another track is believed while the running mean of its scores is at least this, once it has
  /// been sighted often enough.
  public var believableScore: Float = 0.22
  /// Sightings of at least `startScore` that are often enough.
  public var sightingsNeeded = 2
  /// Sightings of any score that are often enough.
  public var faintSightingsNeeded = 6
  /// How far a track that is not believed is covered before and after its sightings of at least
  /// `startScore`.
  public var doubtfulReach = 0.1

  /// At most so many second looks for tracks out of sight are taken in one frame, and twice as many
  /// at sightings in doubt; those that draw a track back are not counted.
  public var secondLooks = 4
  /// A second look for a track out of sight finds it where it sees a face of at least this score.
  public var secondLookScore: Float = 0.25
  /// As much is enough for `hold` after the last sighting of at least `secondLookScore`: where a
  /// face was a moment ago, little else looks like one.
  public var freshLookScore: Float = 0.12
  /// A track of which a second look at a sighting gave at least this score is believed from then
  /// on.
  public var certainSecondScore: Float = 0.45
  /// So many second looks at a track's sightings refute it where the best of them gave less than
  /// `plausibleScore`.
  public var opinionsNeeded = 3
  /// See `opinionsNeeded`.
  public var plausibleScore: Float = 0.35
  /// A track with so many sightings of at least `startScore` is not refuted any more.
  public var sightingsThatStand = 4
  /// A new track is looked for in at most so many frames before its first sighting, until it is not
  /// found.
  public var looksBack = 8
  /// How far apart those frames are, in seconds.
  public var stepBack = 0.1

  /// How far a track is drawn back before its first sighting; frames are held back for so long.
  public var lookahead = 0.5
  /// How long a track that is out of sight is still covered.
  public var hold = 0.5
  /// A track that is seen again within this time is the same track.
  public var longestGap = 2.0
  /// Between two fair sightings no further apart than this, in seconds, the straight way between
  /// them is covered whatever weak sightings say.
  public var longestBridge = 0.5
  /// Every reach in time spans at least this many frames, for footage with few frames a second.
  public var leastFrames = 2
  /// No more frames than this are held back, for footage with many frames a second or in memory
  /// that is scarce; faces are drawn back less far where this cuts `lookahead` short.
  public var maximumHeldFrames = 64

  /// A cover grows by this share of its size on each side for each second to the nearest sighting.
  public var growth = 0.3
  /// A cover grows by at most this share of its size on each side.
  public var greatestGrowth = 0.2
  /// A cover is at least as wide and as high as each sighting of its track so far before or after
  /// it.
  public var sizeWindow = 0.2
  /// So many seconds beyond `sizeWindow` a sighting's size still counts, less and less.
  public var sizeRamp = 0.3
  /// A cover's centre is where the sightings so far before and after it tell together.
  public var centerWindow = 0.28
  /// A cover's centre is moved by at most this share of its size from that of its sighting, and by
  /// twice as much where all sightings around agree; the cover holds the sighting's box
  /// nevertheless.
  public var greatestShift = 0.08
  /// A detection of less than this score that lies within another face of the frame is a part of
  /// it.
  public var partScore: Float = 0.5

  /// The defaults.
  public init() {}

  /// The defaults but for another `startScore`, with the other scores moved as far on the scale of
  /// odds: they keep their order, and where no score is enough for one, none is for any.
  public init(startScore: Float) {
    let before = self.startScore
    func moved(_ score: Float) -> Float {
      let towards = score * startScore * (1 - before)
      let away = (1 - score) * before * (1 - startScore)
      return towards / (towards + away)
    }
    faintScore = moved(faintScore)
    keepScore = moved(keepScore)
    believableScore = moved(believableScore)
    certainScore = moved(certainScore)
    settledScore = moved(settledScore)
    secondLookScore = moved(secondLookScore)
    freshLookScore = moved(freshLookScore)
    certainSecondScore = moved(certainSecondScore)
    plausibleScore = moved(plausibleScore)
    partScore = moved(partScore)
    self.startScore = startScore
  }

  /// Detections of a lower score make no difference: a detector need not report them.
  public var leastScore: Float { min(keepScore, leastStartingScore) }

  /// The lowest score that starts a track of any kind.
  var leastStartingScore: Float { min(faintScore, startScore) }
}
