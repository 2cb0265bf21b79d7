import FaceTracking
import Foundation

/// Remembers the faces of all frames of a job, for the look at its output.
final class FaceRecord: FaceSink, @unchecked Sendable {
  // `lock` protects `streams`.
  private let lock = NSLock()
  private var streams: [Int: RecordedFaces] = [:]

  func take(_ frame: FrameFaces) {
    lock.withLock {
      streams[frame.stream, default: RecordedFaces()].append(frame.faces, at: frame.time)
    }
  }

  func take(_: TrackSummary, ofStream _: Int) {}

  /// What was told of a stream.
  func faces(ofStream index: Int) -> RecordedFaces {
    lock.withLock { streams[index] ?? RecordedFaces() }
  }
}
