/// The area under the curve of precision over recall, as the evaluation of WIDER FACE has it.
///
/// Scores are stretched to 0...1 over the whole set, and the curve has a point for each of 1000
/// thresholds on them; between the points precision is the best at that recall or a greater one, as
/// since the PASCAL VOC challenge of 2010.
struct AveragePrecision {
  /// How many thresholds there are.
  static let thresholdCount = 1000

  /// The area, 0...1; 0 where there is no face or no detection.
  let value: Double

  /// Judges all pictures of a set together; `faceCount` is how many of their faces count.
  init(_ matchings: [Matching], faceCount: Int) {
    let scores = matchings.flatMap { $0.detections.map(\.score) }
    guard faceCount > 0, let least = scores.min(), let most = scores.max() else {
      value = 0
      return
    }
    var proposals = [Int](repeating: 0, count: Self.thresholdCount)
    var hits = proposals
    for matching in matchings {
      let stretched = matching.detections.map {
        most > least ? ($0.score - least) / (most - least) : 1
      }
      var (taken, counted) = (0, 0)
      for step in 0..<Self.thresholdCount {
        let threshold = 1 - Double(step + 1) / Double(Self.thresholdCount)
        while taken < stretched.count, stretched[taken] >= threshold {
          counted += matching.counts[taken] ? 1 : 0
          taken += 1
        }
        proposals[step] += counted
        hits[step] += taken > 0 ? matching.found[taken - 1] : 0
      }
    }
    value = Self.area(
      zip(hits, proposals).filter { $0.1 > 0 }.map { hits, proposals in
        (recall: Double(hits) / Double(faceCount), precision: Double(hits) / Double(proposals))
      })
  }

  /// The area under points whose recall never falls.
  static func area(_ points: [(recall: Double, precision: Double)]) -> Double {
    var (area, best) = (0.0, 0.0)
    for index in points.indices.reversed() {
      best = max(best, points[index].precision)
      area += best * (points[index].recall - (index > 0 ? points[index - 1].recall : 0))
    }
    return area
  }
}
