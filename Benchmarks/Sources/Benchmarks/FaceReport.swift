import Foundation

/// What a report of the product says of one video stream's faces.
struct FaceReport {
  /// How many faces are covered in each frame that has any, by its presentation time in ticks.
  private(set) var faceCounts: [Int64: Int] = [:]
  /// Tracks that count as a face.
  let tracks: Int
  let frames: Int

  private struct Line: Decodable {
    struct Face: Decodable {}

    let type: String
    let ticks: Int64?
    let faces: [Face]?
    let tracks: Int?
    let frames: Int?
  }

  /// The report in a file of JSON Lines.
  init(ofFile path: String) throws {
    let decoder = JSONDecoder()
    let lines = try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n").map { try decoder.decode(Line.self, from: Data($0.utf8)) }
    for line in lines where line.type == "frame" {
      if let ticks = line.ticks, let faces = line.faces { faceCounts[ticks] = faces.count }
    }
    guard let totals = lines.last, totals.type == "totals", let tracks = totals.tracks,
      let frames = totals.frames
    else { throw Failure(message: "\(path) has no totals") }
    (self.tracks, self.frames) = (tracks, frames)
  }
}
