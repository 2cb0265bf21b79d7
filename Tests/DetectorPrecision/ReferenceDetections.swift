import Foundation
import Media

/// What `reference.py` found.
struct ReferenceDetections {
  /// For each long side of the network's input the boxes of each file; `own` is the picture's side.
  private let found: [String: [String: [[Double]]]]

  /// Reads what `reference.py` wrote.
  init(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    found = try JSONDecoder().decode([String: [String: [[Double]]]].self, from: data)
  }

  /// The long sides in order, `nil` for that of each picture.
  var longSides: [Int?] {
    found.keys.map { Int($0) }.sorted { ($0 ?? 0) < ($1 ?? 0) }
  }

  /// The boxes for each picture of a set.
  func boxes(longSide: Int?, of set: LabelledSet) throws -> [[ScoredBox]] {
    try set.pictures.map { picture in
      guard let boxes = found[longSide.map(String.init) ?? "own"]?[picture.file],
        boxes.allSatisfy({ $0.count == 5 })
      else { throw Failure(message: "the reference says nothing of \(picture.file)") }
      return boxes.map {
        ScoredBox(box: Box(x: $0[0], y: $0[1], width: $0[2], height: $0[3]), score: $0[4])
      }
    }
  }
}
