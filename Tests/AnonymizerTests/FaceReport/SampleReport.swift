import FaceDetection
import FaceTracking
import Foundation
import Media
import TestSupport

@testable import Anonymizer

/// A report of three frames of 64x48, as text and as lines.
enum SampleReport {
  static let header = """
    {"type":"header","format":"anonymize-faces","version":1,\
    "streams":[{"index":0,"width":64,"height":48,"timeBase":[1,100]}]}
    """
  static let frame = """
    {"type":"frame","stream":0,"frame":1,"ticks":4,"faces":[{"box":[1,2,30,40]}]}
    """
  static let totals = #"{"type":"totals","streams":[{"index":0,"frames":3}]}"#

  /// A header with everything in it.
  static let fullHeader = ReportHeader(
    format: ReportHeader.formatName, version: 1, input: "a \"b\".mp4", tool: "1.2.3",
    libraries: ["libavutil": "1.2.3"],
    detector: .init(name: "CenterFace", modelSHA256: String(repeating: "0a", count: 32)),
    settings: .init(
      detail: "balanced", threshold: 0.1, lookahead: 0.5, hold: 1, damaged: "stop", duration: 2.5),
    streams: [.init(index: 0, width: 64, height: 48, timeBase: [1, 100], frameRate: [25, 1])])

  /// A frame with a face that was detected and one that was not.
  static let faces = FrameFaces(
    stream: 0, frame: 7, ticks: -9_007_199_254_740_993, time: 0.1 + 0.2,
    faces: [
      TrackedFace(
        trackID: 3, box: Box(x: 1.0 / 3, y: -2e-17, width: 30.000000000000004, height: 1e16),
        score: 0.1,
        landmarks: FaceLandmarks(
          leftEye: Point(x: 1, y: 2), rightEye: Point(x: 3, y: 4), nose: Point(x: 5.1, y: 6),
          mouthLeft: Point(x: 7, y: 8), mouthRight: Point(x: 9, y: 10)), source: .detected),
      TrackedFace(
        trackID: 4, box: Box(x: 1, y: 2, width: 3, height: 4), score: 0.9, landmarks: nil,
        source: .filled),
    ])

  static let track = TrackSummary(
    trackID: 3, firstFrame: 1, lastFrame: 9, isConfirmed: true, detectedFrames: 4, filledFrames: 5,
    lowestScore: 0.2, highestScore: 0.9)

  static let fullTotals = ReportTotals(
    of: [.init(index: 0, frames: 3, framesWithFaces: 2, tracks: 1)])

  /// A line of each kind as the product writes it.
  static let written = [
    fullHeader.line, ReportFrame.line(for: faces), ReportTrack.line(for: track, ofStream: 0),
    fullTotals.line,
  ]

  /// Reads a report from its text.
  static func read(_ text: String, at folder: TemporaryFolder) throws -> FaceReport {
    try FaceReport(ReportSource(name: folder.write(text, to: "a.jsonl")))
  }
}
