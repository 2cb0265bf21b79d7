/// What a track's sightings say about whether it follows a face or something that only resembles
/// one.
///
/// Textures that resemble a face are found again and again, but with low scores. So a track is
/// believed for good once it has been sighted well; until then it is believed while its recent
/// scores keep up, and covered only round its better sightings when they do not. Closer looks tell
/// them apart better: of textures they mostly see nothing.
struct Evidence: Sendable {
  /// The lowest score of all sightings.
  private(set) var lowestScore: Float = .infinity
  /// The highest score of all sightings.
  private(set) var highestScore: Float = 0
  /// Whether the track is taken for a face at present.
  private(set) var isBelieved = false

  /// Whether closer looks have shown that it is none.
  private(set) var isRefuted = false

  private var secondOpinions = 0
  private var highestSecondOpinion: Float = 0
  private var agreeingOpinions = 0
  private var sightings = 0
  private var strongSightings = 0
  private var recentScore: Float = 0

  /// Weight of the newest score in the running mean of scores.
  private static let weightOfNewest: Float = 0.25

  /// Whether no sighting and no closer look gave more than a faint score.
  var isFaint: Bool { strongSightings + agreeingOpinions == 0 }

  /// How many closer looks at the latest sighting would tell more: at once as many as decide where
  /// it would be covered, then one now and then, as long as nothing is certain.
  var opinionsWanted: Int {
    guard !isSettled else { return 0 }
    if isLatestStrong { return max(opinionsNeeded - secondOpinions, isLaterDue ? 1 : 0) }
    return secondOpinions < min(sightings, opinionsNeeded) || isLaterDue ? 1 : 0
  }

  private var isLaterDue: Bool {
    secondOpinions >= opinionsNeeded && sightings >= secondOpinions * 4
  }

  private var opinionsNeeded = 0
  private var isLatestStrong = false
  // Whether nothing can refute it any more.
  private var isSettled = false

  /// Takes in the score that a closer look at the newest sighting gave.
  mutating func add(secondOpinion score: Float, parameters: TrackingParameters) {
    secondOpinions += 1
    highestSecondOpinion = max(highestSecondOpinion, score)
    if score >= parameters.startScore { agreeingOpinions += 1 }
    judge(parameters)
  }

  /// Takes in the score of a sighting that makes no difference to what is believed.
  mutating func note(_ score: Float) {
    lowestScore = min(lowestScore, score)
    highestScore = max(highestScore, score)
  }

  /// Takes in the score of another sighting.
  mutating func add(_ score: Float, parameters: TrackingParameters) {
    recentScore += (score - recentScore) * (sightings == 0 ? 1 : Self.weightOfNewest)
    lowestScore = min(lowestScore, score)
    highestScore = max(highestScore, score)
    sightings += 1
    isLatestStrong = score >= parameters.startScore
    if isLatestStrong { strongSightings += 1 }
    opinionsNeeded = parameters.opinionsNeeded
    judge(parameters)
  }

  private mutating func judge(_ parameters: TrackingParameters) {
    isSettled =
      highestScore >= parameters.settledScore
      || highestSecondOpinion >= parameters.certainSecondScore
    isRefuted =
      !isSettled && secondOpinions >= parameters.opinionsNeeded
      && highestSecondOpinion < parameters.plausibleScore
      && strongSightings < parameters.sightingsThatStand
    let isSightedEnough =
      strongSightings + agreeingOpinions >= parameters.sightingsNeeded
      || sightings >= parameters.faintSightingsNeeded
    isBelieved =
      isSettled
      || (!isRefuted
        && (highestScore >= parameters.certainScore
          || (isSightedEnough
            && (recentScore >= parameters.believableScore
              || highestSecondOpinion >= parameters.plausibleScore))))
  }
}
