/// The work of checking anonymized footage against its original, without writing anything.
///
/// The faces of the original are found, or taken from a report; then both pieces of footage are
/// decoded side by side. What is wrong is thrown as an `AnonymizationError.Code.exposedFace` with
/// its findings. A job runs once; see `AnonymizationJob` for threads.
public final class VerificationJob: Sendable {
  let control: JobControl

  /// The original's path or URL; it is read twice, so that it can be no pipe and no device.
  public let original: String
  /// The path of the anonymized footage.
  public let anonymized: String
  /// The settings with which faces are found; those of covers and of the output have no effect.
  public let configuration: Configuration

  /// A job for two files; nothing is opened yet.
  public init(
    original: String, anonymized: String, configuration: Configuration = Configuration()
  ) {
    control = JobControl(input: original)
    self.original = original
    self.anonymized = anonymized
    self.configuration = configuration
  }

  /// Does the work; see `AnonymizationJob.run` for the parameters.
  ///
  /// - Throws: `AnonymizationError`: `exposedFace` where anything was found.
  public func run(
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in },
    onNotice: @escaping @Sendable (String) -> Void = { _ in },
    onDetail: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> Outcome {
    try control.run(onProgress: onProgress) {
      try Comparison(job: self, onNotice: onNotice, onDetail: onDetail)
    }
  }

  /// Ends the job soon with `AnonymizationError.Code.cancelled`; without effect once it has ended.
  public func cancel() { control.cancel() }

  /// Live sources are refused, so there is none to end: false.
  public func finish() -> Bool { false }
}
