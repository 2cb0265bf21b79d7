/// Decides which detections of a frame are sightings of which tracks.
///
/// The sum of all costs is made least, rather than taking the best pair first: where a row of faces
/// moves by more than half their spacing between two looks, the best pairs are the wrong ones.
struct Association: Sendable {
  /// Where a track is looked for.
  struct Target: Sendable {
    /// The expected box.
    var box: BoxVector
    /// How far from the expected centre a sighting may lie, in pixels.
    var gate: Double
    /// Added to the cost of each pair, so that tracks in sight go before lost ones.
    var handicap: Double

    /// The target with a gate of at most so many extents of its box.
    func within(_ extents: Double) -> Target {
      Target(box: box, gate: min(gate, extents * box.extent), handicap: handicap)
    }
  }

  private static let priceOfNone = 4.0
  /// Boxes that share at least this much belong together whatever their distance.
  private static let closeOverlap = 0.3
  /// A sighting's width and height differ from the expected ones by at most this factor.
  private static let greatestRatio = 2.2

  private var assignment = Assignment(priceOfNone: Self.priceOfNone)
  private var order: [Int] = []

  /// The position in `candidates` that each target was given, -1 for none; valid after `match`.
  var candidateOfTarget: [Int] { assignment.columnOfRow }

  /// Matches targets with candidates.
  mutating func match(_ targets: [Target], with candidates: [BoxVector]) {
    order.removeAll(keepingCapacity: true)
    order.append(contentsOf: candidates.indices)
    order.sort { (candidates[$0][0], $0) < (candidates[$1][0], $1) }
    assignment.begin(columns: candidates.count)
    for target in targets {
      let reach = max(target.gate, target.box.extent * Self.greatestRatio)
      var next = firstCandidate(in: candidates, from: target.box[0] - reach)
      while next < order.count, candidates[order[next]][0] <= target.box[0] + reach {
        let candidate = order[next]
        let box = candidates[candidate]
        if abs(box[1] - target.box[1]) <= reach, let cost = Self.cost(of: box, for: target) {
          assignment.addPair(column: candidate, cost: cost)
        }
        next += 1
      }
      assignment.endRow()
    }
    assignment.solve()
  }

  /// Position in `order` of the first candidate whose centre is not left of `x`.
  private func firstCandidate(in candidates: [BoxVector], from x: Double) -> Int {
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if candidates[order[middle]][0] < x { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// What it costs to take a box for a sighting of a target; `nil` where that is out of the
  /// question.
  static func cost(of box: BoxVector, for target: Target) -> Double? {
    let ratio = max(
      box[2] / target.box[2], target.box[2] / box[2], box[3] / target.box[3],
      target.box[3] / box[3])
    let overlap = box.box.intersectionOverUnion(target.box.box)
    let across = box[0] - target.box[0]
    let down = box[1] - target.box[1]
    let distance = (across * across + down * down).squareRoot()
    guard overlap >= closeOverlap || (distance <= target.gate && ratio <= greatestRatio) else {
      return nil
    }
    let extent = (box.extent + target.box.extent) / 2
    let cost = distance / extent + (1 - overlap) + 0.5 * (ratio - 1) + target.handicap
    return min(cost, priceOfNone)
  }
}
