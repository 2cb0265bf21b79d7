public import Media

/// Notices where footage cuts from one scene to another.
///
/// It compares where light and dark lie in the picture, and the histogram of luma, with the picture
/// before. Cuts in doubt are passed over: a missed cut only lets covers run on for a moment, whereas a false one keeps faces from being
/// covered before their first sighting. So a flash is no cut, since its light does not move what
/// lies where, and a blank picture is passed over. Fades and dissolves are no cuts either.
///
/// A value type: one per stream. Its working storage is made once.
public struct SceneCutDetector: Sendable {
  /// Layouts that differ by this much are of different scenes.
  private static let certainLayoutDistance: Float = 0.65
  /// Layouts that differ by this much are, where the histograms differ too.
  private static let possibleLayoutDistance: Float = 0.35
  private static let possibleHistogramDistance: Float = 0.35
  /// A picture with less contrast than this says nothing: black, white, or fog.
  private static let leastContrast: Float = 3.5

  /// What is seen again after so few pictures was not cut: a flash or a broken picture came
  /// between.
  private static let longestInterruption = 8

  private var current = SceneSignature()
  private var previous = SceneSignature()
  private var hasPrevious = false
  // What was seen before the earliest cut that may turn out to be none.
  private var beforeCuts = SceneSignature()
  private var picturesSinceCuts = 0
  private var cuts = 0

  /// A detector that has seen nothing yet.
  public init() {}

  /// Takes the luma of the stream's next picture; returns how its scene goes with those before it.
  public mutating func change(to picture: LumaGrid) -> SceneChange {
    current.measure(picture)
    picturesSinceCuts += 1
    if picturesSinceCuts > Self.longestInterruption { cuts = 0 }
    guard current.contrast >= Self.leastContrast else { return .none }
    defer {
      hasPrevious = true
      swap(&previous, &current)
    }
    guard hasPrevious, differs(current, previous) else { return .none }
    guard cuts == 0 || differs(current, beforeCuts) else {
      defer { cuts = 0 }
      return .undone(cuts: cuts)
    }
    if cuts == 0 {
      beforeCuts = previous
      picturesSinceCuts = 0
    }
    cuts += 1
    return .cut
  }

  private func differs(_ one: SceneSignature, _ other: SceneSignature) -> Bool {
    let layout = one.layoutDistance(to: other)
    return layout >= Self.certainLayoutDistance
      || (layout >= Self.possibleLayoutDistance
        && one.histogramDistance(to: other) >= Self.possibleHistogramDistance)
  }
}
