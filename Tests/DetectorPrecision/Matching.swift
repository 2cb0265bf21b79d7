import Media

/// Which detections of one picture find which of its faces, as the evaluation of WIDER FACE has it.
///
/// From the surest detection on, each belongs to the face that it overlaps most, where it does so
/// by at least half. Of several that belong to one face the first finds it and the others are
/// false; those that belong to an ignored face are left out. From Yang et al., "WIDER FACE: A Face
/// Detection Benchmark", 2016, whose tools count a box's last row and column as a pixel of it.
struct Matching {
  /// Least intersection over union of a detection with its face.
  static let leastOverlap = 0.5

  /// The detections, the surest first.
  let detections: [ScoredBox]
  /// For each detection, whether it counts, rightly or wrongly.
  private(set) var counts: [Bool]
  /// For each detection, how many faces it and those before it find.
  private(set) var found: [Int] = []
  /// For each face, the score of the detection that finds it; `nil` where none does, or where the
  /// face does not count.
  private(set) var scores: [Double?]

  /// Matches the detections of a picture, in any order, with its faces.
  init(_ unsorted: [ScoredBox], truth: Truth) {
    detections = unsorted.sorted { $0.score > $1.score }
    counts = Array(repeating: true, count: detections.count)
    scores = Array(repeating: nil, count: truth.boxes.count)
    var total = 0
    for (index, detection) in detections.enumerated() {
      let overlaps = truth.boxes.map { Matching.overlap(detection.box, $0) }
      let face = overlaps.indices.max { overlaps[$0] < overlaps[$1] }
      if let face, overlaps[face] >= Matching.leastOverlap {
        if truth.ignored.contains(face) {
          counts[index] = false
        } else if scores[face] == nil {
          scores[face] = detection.score
          total += 1
        }
      }
      found.append(total)
    }
  }

  /// Detections with at least this score that find no face of their own.
  func falseCount(fromScore least: Double) -> Int {
    let sure = detections.prefix { $0.score >= least }.count
    return counts.prefix(sure).count { $0 } - (sure > 0 ? found[sure - 1] : 0)
  }

  private static func overlap(_ first: Box, _ second: Box) -> Double {
    func inPixels(_ box: Box) -> Box {
      Box(x: box.x, y: box.y, width: box.width + 1, height: box.height + 1)
    }
    return inPixels(first).intersectionOverUnion(inPixels(second))
  }
}
