import Foundation

/// What the verification of several streams has come to.
final class VerificationLog: @unchecked Sendable {
  // `lock` protects `total`.
  private let lock = NSLock()
  private var total = Verdict()

  /// What was found, and how much was looked at.
  struct Verdict: Sendable {
    var findings: [VerificationFinding] = []
    /// Frames of the original that were compared.
    var frames = 0
    /// Covered faces that were judged.
    var judgedFaces = 0
    /// Looks that a detector took, at whole frames and at parts.
    var looks = 0

    /// What was done, in a line for the curious.
    var summary: String {
      "the output was verified: \(counted(frames, "frame")) compared, "
        + "\(counted(judgedFaces, "cover")) judged, \(counted(looks, "look")) taken by the detector"
    }
  }

  /// Takes what a stream has come to.
  func add(_ verdict: Verdict) {
    lock.withLock {
      total.findings += verdict.findings
      total.frames += verdict.frames
      total.judgedFaces += verdict.judgedFaces
      total.looks += verdict.looks
    }
  }

  /// What all streams together have come to.
  var verdict: Verdict { lock.withLock { total } }
}
