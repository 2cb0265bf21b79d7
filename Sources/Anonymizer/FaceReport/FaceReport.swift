import FaceTracking
import Foundation
import Media

/// A report that was read, checked in itself: what it says is covered where the footage turns out
/// to be the one that it is about.
struct FaceReport: Sendable {
  /// A frame with faces.
  struct Frame: Sendable {
    /// The line that says it.
    let line: Int
    let number: Int
    let ticks: Int64
    let faces: [TrackedFace]
  }

  /// A video stream.
  struct Stream: Sendable {
    let header: ReportHeader.Stream
    /// The number of its frames, with and without faces.
    let frameCount: Int
    /// Those with faces, in presentation order.
    let frames: [Frame]
    /// How many frames with faces there were when it was made; `nil` where it does not say.
    let countWithFaces: Int?
  }

  /// The report's name for messages.
  let name: String
  /// By stream index.
  let streams: [Int: Stream]

  /// What is to be said of a report whose lines tell of far fewer frames with faces than it had
  /// once: some may have been lost by mistake; `nil` where nothing is.
  var notice: String? {
    let had = streams.values.reduce(0) { $0 + ($1.countWithFaces ?? 0) }
    let has = streams.values.reduce(0) { $0 + $1.frames.count { !$0.faces.isEmpty } }
    guard has < had / 2 else { return nil }
    return "\(name) had faces in \(had) frames and has them in \(has): the others stay visible"
  }

  /// Reads a report to its end.
  ///
  /// - Throws: `AnonymizationError.Code.damagedInput` with the line where it is not as it has to be;
  ///   whatever the source throws.
  init(_ source: ReportSource) throws {
    name = source.name
    var parts = FaceReportParts(name: source.name)
    let decoder = JSONDecoder()
    while let bytes = try source.nextLine() {
      let number = source.lineNumber
      // An editor may have left an empty line at the end.
      if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
      do {
        try parts.take(decoder.decode(ReportLine.self, from: Data(bytes)), number: number)
      } catch let error as DecodingError {
        throw ReportFault.fault(in: name, line: number, error.complaint)
      }
    }
    streams = try parts.finish()
  }

  /// Checks that the report is about footage with these video streams.
  ///
  /// - Throws: `AnonymizationError.Code.damagedInput`.
  func check(_ videos: [MediaStream]) throws {
    for video in videos {
      guard let stream = streams[video.index] else {
        throw mismatch("says nothing of video stream \(video.index) of the footage")
      }
      let (said, found) = (stream.header, ReportHeader.Stream(of: video))
      guard said.width == found.width, said.height == found.height else {
        throw mismatch(
          "has frames of \(said.width)x\(said.height) in stream \(said.index), and the footage has "
            + "\(found.width)x\(found.height)")
      }
      guard said.timeBase == found.timeBase else {
        throw mismatch("counts the time of stream \(said.index) in other ticks than the footage")
      }
    }
    guard streams.count == videos.count else {
      throw mismatch("has more video streams than the footage")
    }
  }

  private func mismatch(_ complaint: String) -> AnonymizationError {
    AnonymizationError(
      .damagedInput, path: name, "line 1 \(complaint)",
      advice: ReportFault.mismatchAdvice)
  }
}
