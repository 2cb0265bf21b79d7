/// Greedy non-maximum suppression: of detections that overlap, the surest stays.
public struct NonMaximumSuppression: Hashable, Sendable {
  /// Intersection over union at which two boxes count as the same face, 0...1.
  public var overlap: Double

  /// A suppression of boxes that overlap by `overlap` or more.
  public init(overlap: Double = 0.3) {
    self.overlap = overlap
  }

  /// The faces that stay, the surest first; of equal scores the one that came first in `faces`.
  public func callAsFunction(_ faces: [Face]) -> [Face] {
    let order = faces.indices.sorted {
      (faces[$1].score, $0) < (faces[$0].score, $1)
    }
    var kept: [Face] = []
    for index in order {
      let face = faces[index]
      let isNew = kept.allSatisfy { $0.box.intersectionOverUnion(face.box) < overlap }
      if isNew { kept.append(face) }
    }
    return kept
  }
}
