public import Foundation

/// A program that tests run as a process of its own.
public struct Binary: Sendable {
  /// The program under test.
  public static let anonymize = Binary(built: "anonymize")

  /// Where the programs under test keep compiled networks: never in the user's own folder, and once
  /// for all tests, since compiling takes longest of all that many of them do.
  public static let cacheFolder = builtFolder.appendingPathComponent("test-cache").path

  /// The folder of the tests, in which the build has put this package's programs too.
  private static var builtFolder: URL {
    let tests = Bundle.main.bundleURL
    // The bundle of the test runner is its folder here, and a package of its own elsewhere.
    return tests.pathExtension == "xctest" ? tests.deletingLastPathComponent() : tests
  }

  /// Where the program is.
  public let url: URL

  /// A program of this package, which the build has put beside the tests.
  public init(built name: String) {
    url = Self.builtFolder.appendingPathComponent(name)
  }

  /// A program of the system, by its path.
  public init(path: String) {
    url = URL(fileURLWithPath: path)
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: the arguments without the program's name.
  ///   - environment: variables to set, or with `nil` to remove, over those of the tests and
  ///     `ANONYMIZE_CACHE`, which is `cacheFolder`.
  ///   - workingDirectory: the working directory; that of the tests if `nil`.
  ///   - input: what it reads on standard input.
  ///   - terminal: the terminal that its standard error is; a file if `nil`.
  ///   - timeout: seconds until it is killed.
  /// - Throws: `RunningBinary.Timeout`, or what prevented the start.
  public func run(
    _ arguments: [String], environment: [String: String?] = [:], workingDirectory: URL? = nil,
    input: Data = Data(), terminal: PseudoTerminal? = nil, timeout: Double = 60
  ) throws -> Outcome {
    try start(
      arguments, environment: environment, workingDirectory: workingDirectory, input: input,
      terminal: terminal
    ).wait(timeout: timeout)
  }

  /// Starts the program and lets it run; see `run` for the parameters.
  public func start(
    _ arguments: [String], environment: [String: String?] = [:], workingDirectory: URL? = nil,
    input: Data = Data(), terminal: PseudoTerminal? = nil
  ) throws -> RunningBinary {
    var variables = ProcessInfo.processInfo.environment
    variables["ANONYMIZE_CACHE"] = Self.cacheFolder
    for (name, value) in environment { variables[name] = value }
    return try RunningBinary(
      starting: [url.path] + arguments, environment: variables, workingDirectory: workingDirectory,
      input: input, terminal: terminal)
  }
}

/// How a program ended and what it said.
public struct Outcome: Sendable {
  /// The exit status; `nil` where a signal ended it.
  public let status: Int32?
  /// The signal that ended it, if one did.
  public let signal: Int32?
  /// What it wrote to standard output.
  public let output: Data
  /// What it wrote to standard error.
  public let errorOutput: Data
  /// What it and the processes that it waited for took of the processors, in seconds.
  public let processorSeconds: Double

  /// What it wrote to standard output, as text.
  public var standardOutput: String { String(decoding: output, as: UTF8.self) }
  /// What it wrote to standard error, as text.
  public var standardError: String { String(decoding: errorOutput, as: UTF8.self) }
}
