import FaceDetection
import Foundation
import Media

/// What `reference.py` found, and what its network was shown.
struct ReferenceDetections {
  /// For each long side of the network's input the boxes of each file; `own` is the picture's side.
  private let found: [String: [String: [[Double]]]]

  private let path: String

  /// Reads what `reference.py` wrote to this output.
  init(path: String) throws {
    self.path = path
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(path).json"))
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

  /// Calls `body` with each picture of a set and what the reference's network was shown of it.
  func forEachInput(
    longSide: Int?, of set: LabelledSet, _ body: (LabelledSet.Picture, RGBPicture) throws -> Void
  ) throws {
    let name = "\(path)-\(longSide.map(String.init) ?? "own").rgb"
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: name))
    for picture in set.pictures {
      let side = longSide ?? max(picture.size.width, picture.size.height)
      var input = RGBPicture(size: DetectorInput.size(for: picture.size, longSide: side))
      let data = try file.read(upToCount: input.bytes.count) ?? Data()
      guard data.count == input.bytes.count else { throw Failure(message: "\(name) is cut short") }
      input.bytes = Array(data)
      try body(picture, input)
    }
  }
}
