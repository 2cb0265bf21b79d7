public import Foundation

/// A media program that tests make footage with, or look at it with.
public enum MediaTool: String, Sendable {
  case ffmpeg
  case ffprobe

  /// The program did not do what it was asked for.
  public struct Failure: Error, CustomStringConvertible {
    /// The command line and what the program said.
    public let description: String
  }

  /// Runs it and returns what it wrote to standard output.
  ///
  /// - Throws: `Failure` where its exit status is not 0.
  @discardableResult
  public func run(_ arguments: [String]) throws -> Data {
    let quiet = self == .ffmpeg ? ["-nostdin", "-v", "error", "-y"] : ["-v", "error"]
    let command = [rawValue] + quiet + arguments
    let outcome = try Binary(path: "/usr/bin/env").run(command, timeout: 300)
    guard outcome.status == 0 else {
      throw Failure(
        description: "\(command.joined(separator: " "))\n\(outcome.standardError)")
    }
    return outcome.output
  }
}
