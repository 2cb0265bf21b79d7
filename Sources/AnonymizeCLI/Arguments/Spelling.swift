/// Guesses which of the known words a misspelt one was meant to be.
enum Spelling {
  /// The one word that is near enough to be meant; `nil` where none is, or several are equally.
  ///
  /// A word is near when the given one begins it, but for dashes with three letters at least, or
  /// when a third of its letters at most has to change.
  static func nearest(to word: String, among words: [String]) -> String? {
    let letters = Array(bare(word))
    guard !letters.isEmpty else { return nil }
    let beginning = words.filter { letters.count >= 3 && bare($0).starts(with: letters) }
    if beginning.count == 1 { return beginning[0] }

    let rated = words.map { (word: $0, distance: distance(letters, Array(bare($0)))) }
    guard let least = rated.map(\.distance).min(), least <= max(1, letters.count / 3) else {
      return nil
    }
    let nearest = rated.filter { $0.distance == least }
    return nearest.count == 1 ? nearest[0].word : nil
  }

  private static func bare(_ word: String) -> Substring {
    word.drop { $0 == "-" }
  }

  /// Letters to insert, remove, replace or swap with their neighbour to get from one to the other:
  /// the optimal string alignment distance.
  static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
      for j in second.indices {
        var cost = min(
          last[j + 1] + 1, row[j] + 1, last[j] + (first[i] == second[j] ? 0 : 1))
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[second.count]
  }
}
