import Foundation
import TestSupport
import Testing

/// A report as the program wrote it, each line read by a form of its own that knows no other
/// members.
struct Findings {
  struct Header: Decodable {
    struct Stream: Decodable {
      let index: Int
      let width: Int
      let height: Int
      let timeBase: [Int]
      let frameRate: [Int]?
    }
    let format: String
    let version: Int
    let input: String
    let streams: [Stream]
  }

  struct Face: Decodable {
    let track: Int
    let box: [Double]
    let score: Double
    let source: String
    let landmarks: [String: [Double]]?
  }

  struct Frame: Decodable {
    let stream: Int
    let frame: Int
    let time: Double
    let ticks: Int
    let faces: [Face]
  }

  struct Track: Decodable {
    let stream: Int
    let track: Int
    let firstFrame: Int
    let lastFrame: Int
    let detectedFrames: Int
    let filledFrames: Int
    let lowestScore: Double
    let highestScore: Double
    let confirmed: Bool
  }

  struct Totals: Decodable {
    struct Stream: Decodable {
      let index: Int
      let frames: Int
    }
    let frames: Int
    let framesWithFaces: Int
    let tracks: Int
    let streams: [Stream]
  }

  let header: Header
  let frames: [Frame]
  let tracks: [Track]
  let totals: Totals

  /// Reads the text of a whole report.
  init(_ text: String) throws {
    let lines = text.split(separator: "\n").map { Data($0.utf8) }
    struct Kind: Decodable { let type: String }
    let decoder = JSONDecoder()
    let kinds = try lines.map { try decoder.decode(Kind.self, from: $0).type }
    try #require(kinds.first == "header" && kinds.last == "totals")
    func read<Line: Decodable>(_ kind: String, as _: Line.Type) throws -> [Line] {
      try zip(kinds, lines).filter { $0.0 == kind }.map { try decoder.decode(Line.self, from: $1) }
    }
    header = try #require(try read("header", as: Header.self).first)
    frames = try read("frame", as: Frame.self)
    tracks = try read("track", as: Track.self)
    totals = try #require(try read("totals", as: Totals.self).first)
    #expect(frames.count + tracks.count + 2 == lines.count)
  }
}
