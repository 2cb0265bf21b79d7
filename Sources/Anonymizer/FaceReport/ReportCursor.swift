import FaceTracking

/// A place in what a report says of one video stream, moved on frame by frame with the footage.
struct ReportCursor {
  private let name: String
  private let stream: FaceReport.Stream
  private var next = 0
  private var frame = 0

  /// Tracks that the report names in the stream.
  let trackCount: Int

  /// The beginning of a stream; `nil` where the report says nothing of it.
  init?(_ report: FaceReport, stream index: Int) {
    guard let stream = report.streams[index] else { return nil }
    self.stream = stream
    name = report.name
    trackCount = Set(stream.frames.lazy.flatMap(\.faces).map(\.trackID)).count
  }

  /// The faces of the next frame of the footage.
  ///
  /// - Parameter ticks: the frame's presentation time.
  /// - Throws: `AnonymizationError.Code.damagedInput` where the report has another time for it.
  mutating func advance(to ticks: Int64) throws -> [TrackedFace] {
    defer { frame += 1 }
    guard next < stream.frames.count, stream.frames[next].number == frame else { return [] }
    let said = stream.frames[next]
    guard said.ticks == ticks else {
      throw AnonymizationError(
        .damagedInput, path: name,
        "line \(said.line) has frame \(frame) of stream \(stream.header.index) at \(said.ticks) "
          + "ticks, and the footage has it at \(ticks)", advice: ReportFault.mismatchAdvice)
    }
    next += 1
    return said.faces
  }

  /// Checks that the footage has as many frames as the report says.
  ///
  /// - Throws: `AnonymizationError.Code.damagedInput`.
  func finish() throws {
    guard frame == stream.frameCount else {
      throw AnonymizationError(
        .damagedInput, path: name,
        "the totals have \(stream.frameCount) frames of stream \(stream.header.index), and the "
          + "footage has \(frame)", advice: ReportFault.mismatchAdvice)
    }
  }
}
