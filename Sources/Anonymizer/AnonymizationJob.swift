/// The work of anonymizing one piece of footage.
///
/// A job runs once. `run` blocks its thread until the output is published or the job has failed;
/// `cancel` may be called from any thread at any time.
public final class AnonymizationJob: Sendable {
  let control: JobControl

  /// What to read, as the user named it: a file's path, a URL with its scheme, `-` for standard
  /// input, or a device's name where the configuration's `inputFormat` is one of devices.
  public let input: String
  /// The file to write, as the user named it, or `-` for standard output; its name decides the
  /// container where the configuration's `format` does not.
  public let output: String
  /// The settings.
  public let configuration: Configuration

  /// A job for one input and one output; nothing is opened yet.
  public init(input: String, output: String, configuration: Configuration = Configuration()) {
    control = JobControl(input: input)
    self.input = input
    self.output = output
    self.configuration = configuration
  }

  /// Does the work: reads, covers every face, writes, checks and publishes the output.
  ///
  /// - Parameters:
  ///   - onProgress: told of progress from a queue of the job's own, several times a second.
  ///   - onNotice: told of each warning, one line without the program's name; from any thread.
  ///   - onDetail: told of choices that a curious user may want to know, likewise.
  /// - Throws: `AnonymizationError`; no output is left then.
  public func run(
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in },
    onNotice: @escaping @Sendable (String) -> Void = { _ in },
    onDetail: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> Outcome {
    try control.run(onProgress: onProgress) {
      try Assembly(job: self, onNotice: onNotice, onDetail: onDetail)
    }
  }

  /// Ends the job soon with `AnonymizationError.Code.cancelled`; without effect once it has ended.
  public func cancel() { control.cancel() }

  /// Has a live source, such as a camera, end here; the output is finished and published then.
  ///
  /// - Returns: whether that was possible: other footage has an end of its own, and nothing ends
  ///   twice.
  public func finish() -> Bool { control.finish() }
}
