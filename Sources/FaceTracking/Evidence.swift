/// What a track's sightings say about whether it follows a face or something that only resembles one.
///
/// Textures that resemble a face are found again and again, but with low scores. So a track is
/// believed for good once it has been sighted well; until then it is believed while its recent scores
/// keep up, and covered only round its better sightings when they do not.
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
  private var sightings = 0
  private var strongSightings = 0
  private var recentScore: Float = 0

  /// Weight of the newest score in the running mean of scores.
  private static let weightOfNewest: Float = 0.25

  /// Whether a closer look would tell more: at the first few sightings, and now and then later, as
  /// long as nothing is certain.
  var wantsSecondOpinion: Bool {
    !isCertain && (secondOpinions < 4 || sightings >= secondOpinions * 4)
  }

  private var isCertain = false

  /// Takes in the score that a closer look at the newest sighting gave.
  mutating func add(secondOpinion score: Float, parameters: TrackingParameters) {
    secondOpinions += 1
    highestSecondOpinion = max(highestSecondOpinion, score)
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
    if score >= parameters.startScore { strongSightings += 1 }
    judge(parameters)
  }

  private mutating func judge(_ parameters: TrackingParameters) {
    isCertain = max(highestScore, highestSecondOpinion) >= parameters.certainScore
    isRefuted =
      !isCertain && secondOpinions >= parameters.opinionsNeeded
      && highestSecondOpinion < parameters.plausibleScore
    let isSightedEnough =
      strongSightings >= parameters.sightingsNeeded
      || sightings >= parameters.faintSightingsNeeded
    isBelieved =
      isCertain || (isSightedEnough && !isRefuted && recentScore >= parameters.believableScore)
  }
}
