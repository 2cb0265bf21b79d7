import FaceTracking
import Foundation
import Pipeline

/// Writes a report: JSON Lines that say which faces are where, in a form of which
/// `docs/report.schema.json` is the schema.
final class FaceReportWriter: FaceSink, @unchecked Sendable {
  // `lock` protects `target`, but for its cancellation, which protects itself.
  private let lock = NSLock()
  private let target: TextTarget

  /// A writer that has written the header.
  ///
  /// - Throws: `AnonymizationError`.
  init(target: TextTarget, header: ReportHeader) throws {
    self.target = target
    try target.write(header.line)
  }

  /// Writes a frame that has faces.
  func take(_ frame: FrameFaces) throws {
    guard !frame.faces.isEmpty else { return }
    guard frame.isFinite else {
      throw AnonymizationError(
        .internalFault, "frame \(frame.frame) of stream \(frame.stream) has a face without a place")
    }
    try write(ReportFrame.line(for: frame))
  }

  func take(_ track: TrackSummary, ofStream stream: Int) throws {
    try write(ReportTrack.line(for: track, ofStream: stream))
  }

  /// Writes the last line.
  func finish(_ totals: ReportTotals) throws {
    try write(totals.line)
    try lock.withLock { try target.flush() }
  }

  /// Gives the whole report its name.
  func publish(ifWanted isWanted: () throws -> Void) throws {
    try lock.withLock { try target.publish(ifWanted: isWanted) }
  }

  /// Takes the published report away again.
  func retract() { lock.withLock { target.retract() } }

  private func write(_ line: String) throws {
    try lock.withLock { try target.write(line) }
  }
}
