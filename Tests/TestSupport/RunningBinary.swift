public import Foundation

/// A program that is running; it is killed if its owner lets it go before it has ended.
///
/// Its streams are files, so that it never waits for its reader. Use it on one thread at a time.
public final class RunningBinary {
  /// The program did not do in time what was waited for, and was killed.
  public struct Timeout: Error, CustomStringConvertible {
    /// The command line, the seconds, and what it had written to standard error by then.
    public let description: String
  }

  private let command: [String]
  private let process: SpawnedProcess
  private let folder: TemporaryFolder
  private let terminal: PseudoTerminal?
  private var ending: SpawnedProcess.Ending?

  init(
    starting command: [String], environment: [String: String], workingDirectory: URL?, input: Data,
    terminal: PseudoTerminal?
  ) throws {
    self.command = command
    self.terminal = terminal
    folder = try TemporaryFolder()
    for name in ["output", "error"] { try folder.write(Data(), to: name) }
    let inputFile = try FileHandle(
      forReadingFrom: URL(fileURLWithPath: folder.write(input, to: "input")))
    let outputFile = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("output")))
    let errorFile = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("error")))
    process = try SpawnedProcess(
      command, environment: environment, workingDirectory: workingDirectory?.path,
      streams: [inputFile, outputFile, terminal?.programEnd ?? errorFile].map(\.fileDescriptor))
    for file in [inputFile, outputFile, errorFile] { try file.close() }
  }

  deinit {
    if ending == nil { process.send(SIGKILL) }
  }

  /// The process's number.
  public var identifier: Int32 { process.identifier }

  /// What it has written to standard output so far.
  public var output: Data {
    get throws { try contents("output") }
  }

  /// What it has written to standard error so far.
  public var errorOutput: Data {
    get throws { try terminal.map { Data($0.received.utf8) } ?? contents("error") }
  }

  /// Sends it a signal.
  public func send(_ signal: Int32) {
    process.send(signal)
  }

  /// Waits until a condition holds, asking several times a second; returns early when it has ended.
  ///
  /// - Returns: whether the condition held while it was running.
  /// - Throws: `Timeout` when the condition did not come true in time.
  public func wait(
    timeout: Double = 60, until condition: (RunningBinary) throws -> Bool
  ) throws -> Bool {
    let end = Date(timeIntervalSinceNow: timeout)
    while try !condition(self) {
      if ending != nil { return false }
      if Date() > end { throw stop(after: timeout) }
      ending = process.wait(seconds: 0.02)
    }
    return true
  }

  /// Waits for its end.
  ///
  /// - Throws: `Timeout` when it did not end in time.
  public func wait(timeout: Double = 60) throws -> Outcome {
    ending = ending ?? process.wait(seconds: timeout)
    guard let ending else { throw stop(after: timeout) }
    return Outcome(
      status: ending.status, signal: ending.signal, output: try output,
      errorOutput: try errorOutput, processorSeconds: ending.processorSeconds)
  }

  private func stop(after timeout: Double) -> Timeout {
    send(SIGKILL)
    ending = process.wait(seconds: 10)
    let said = (try? errorOutput).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return Timeout(
      description: "killed after \(timeout) s: \(command.joined(separator: " "))\n\(said)")
  }

  private func contents(_ name: String) throws -> Data {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.path(name)))
    defer { try? file.close() }
    return try file.readToEnd() ?? Data()
  }
}
