import Dispatch
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

  private let process: Process
  private let folder: TemporaryFolder
  private let terminal: PseudoTerminal?
  private let ended = DispatchSemaphore(value: 0)
  private var hasEnded = false

  init(starting process: Process, input: Data, terminal: PseudoTerminal?) throws {
    self.process = process
    self.terminal = terminal
    folder = try TemporaryFolder()
    for name in ["output", "error"] { try folder.write(Data(), to: name) }
    let inputFile = try FileHandle(
      forReadingFrom: URL(fileURLWithPath: folder.write(input, to: "input")))
    let outputFile = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("output")))
    let errorFile = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("error")))
    process.standardInput = inputFile
    process.standardOutput = outputFile
    process.standardError = terminal?.programEnd ?? errorFile
    process.terminationHandler = { [ended] _ in ended.signal() }
    try Self.withoutBlockedSignals { try process.run() }
    // `Process` may keep them for long after the program's end.
    for file in [inputFile, outputFile, errorFile] { try file.close() }
  }

  deinit {
    if !hasEnded { kill(process.processIdentifier, SIGKILL) }
  }

  /// The process's number.
  public var identifier: Int32 { process.processIdentifier }

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
    kill(process.processIdentifier, signal)
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
      if hasEnded { return false }
      if Date() > end { throw stop(after: timeout) }
      hasEnded = ended.wait(timeout: .now() + 0.02) == .success
    }
    return true
  }

  /// Waits for its end.
  ///
  /// - Throws: `Timeout` when it did not end in time.
  public func wait(timeout: Double = 60) throws -> Outcome {
    if !hasEnded { hasEnded = ended.wait(timeout: .now() + timeout) == .success }
    guard hasEnded else { throw stop(after: timeout) }
    let wasKilled = process.terminationReason == .uncaughtSignal
    return Outcome(
      status: wasKilled ? nil : process.terminationStatus,
      signal: wasKilled ? process.terminationStatus : nil,
      output: try output, errorOutput: try errorOutput)
  }

  /// Threads of Dispatch block most signals, and a program inherits that from whoever starts it.
  private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }

  private func stop(after timeout: Double) -> Timeout {
    send(SIGKILL)
    hasEnded = ended.wait(timeout: .now() + 10) == .success
    let command = [process.executableURL?.path ?? ""] + (process.arguments ?? [])
    let said = (try? errorOutput).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return Timeout(
      description: "killed after \(timeout) s: \(command.joined(separator: " "))\n\(said)")
  }

  private func contents(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
  }
}
