import Foundation

/// A line that a job tells on standard error, as `--progress json` has it.
enum JobEvent: Hashable, Sendable {
  /// How far it has come.
  case progress(JobProgress)
  /// Something that does not end the job.
  case warning(String)
  /// The end of a job that published its output.
  case done(LedgerEntry.Findings)
  /// The end of a job that published nothing: the exit status, the kind of the error by its name,
  /// and its message.
  case error(status: Int, code: String, message: String)

  private struct Line: Decodable {
    let event: String
    let frames: Int?
    let tracks: Int?
    let footageTime: Double?
    let expectedFootageTime: Double?
    let elapsed: Double?
    let status: Int?
    let code: String?
    let message: String?
  }

  /// The event of a line; `nil` where it is of a kind that an archive does not need, or is no event.
  init?(line: some Sequence<UInt8>) {
    guard let line = try? JSONDecoder().decode(Line.self, from: Data(line)) else { return nil }
    switch line.event {
    case "progress":
      self = .progress(
        JobProgress(
          footageTime: line.footageTime ?? 0, expectedFootageTime: line.expectedFootageTime))
    case "warning":
      self = .warning(line.message ?? "")
    case "done":
      guard let frames = line.frames, let tracks = line.tracks else { return nil }
      self = .done(
        LedgerEntry.Findings(
          frames: frames, tracks: tracks, footageTime: line.footageTime ?? 0,
          elapsed: line.elapsed ?? 0))
    case "error":
      guard let status = line.status, let message = line.message else { return nil }
      self = .error(status: status, code: line.code ?? "", message: message)
    default:
      return nil
    }
  }
}

/// How far a job has come.
struct JobProgress: Hashable, Sendable {
  /// Presentation time reached, in seconds.
  var footageTime: Double
  /// The footage's length in seconds; `nil` where it is unknown.
  var expectedFootageTime: Double?

  /// The share that is done, 0...1; `nil` where the length is unknown.
  var fraction: Double? {
    guard let expectedFootageTime, expectedFootageTime > 0 else { return nil }
    return min(max(footageTime / expectedFootageTime, 0), 1)
  }
}
