import Media

/// How well a plan does on a set.
struct Verdict {
  /// The score from which on the product takes a detection for a face.
  static let score = 0.3

  let averagePrecision: Double
  /// Share of the faces that are found with `score` or more.
  let recall: Double
  /// Detections with `score` or more that are no face, for each picture.
  let falsePerPicture: Double
  /// The same recall among the faces of each of `SizeClass.all`; `nil` where there are none.
  let recallBySize: [Double?]

  init(_ boxes: [[ScoredBox]], on set: LabelledSet) {
    let matchings = zip(boxes, set.pictures).map { Matching($0, truth: $1.truth) }
    averagePrecision = AveragePrecision(matchings, faceCount: set.faceCount).value
    let falseCount = matchings.reduce(0) { $0 + $1.falseCount(fromScore: Verdict.score) }
    falsePerPicture = Double(falseCount) / Double(max(set.pictures.count, 1))

    var known = [Int](repeating: 0, count: SizeClass.all.count)
    var found = known
    var foundFaces = 0
    for (matching, picture) in zip(matchings, set.pictures) {
      for (face, box) in picture.truth.boxes.enumerated()
      where !picture.truth.ignored.contains(face) {
        let isFound = matching.scores[face].map { $0 >= Verdict.score } ?? false
        foundFaces += isFound ? 1 : 0
        for (index, sizeClass) in SizeClass.all.enumerated()
        where sizeClass.contains(box, of: picture.size) {
          known[index] += 1
          found[index] += isFound ? 1 : 0
        }
      }
    }
    recall = set.faceCount > 0 ? Double(foundFaces) / Double(set.faceCount) : 0
    recallBySize = zip(found, known).map { $1 > 0 ? Double($0) / Double($1) : nil }
  }
}
