/// The work of anonymizing one piece of footage.
///
/// A job runs once. `run` blocks its thread until the output is published or the job has failed;
/// `cancel` may be called from any thread at any time.
public final class AnonymizationJob: Sendable {
  /// The file to read, as the user named it.
  public let input: String
  /// The file to write, as the user named it; its name decides the container.
  public let output: String
  /// The settings.
  public let configuration: Configuration

  /// A job for one input and one output; nothing is opened yet.
  public init(input: String, output: String, configuration: Configuration = Configuration()) {
    self.input = input
    self.output = output
    self.configuration = configuration
  }

  /// Does the work: reads, covers every face, writes, checks and publishes the output.
  ///
  /// - Parameters:
  ///   - onProgress: told of progress from a queue of the job's own, several times a second.
  ///   - onNotice: told of each warning, one line without the program's name.
  /// - Throws: `AnonymizationError`; no output is left then.
  public func run(
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in },
    onNotice: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> Report {
    throw AnonymizationError(.internalFault, "unfinished")
  }

  /// Ends the job soon with `AnonymizationError.Code.cancelled`; without effect once it has ended.
  public func cancel() {}
}
