/// The work of finding the faces in one piece of footage without writing any.
///
/// A job runs once. `run` blocks its thread until the footage ends or the job has failed; `cancel`
/// may be called from any thread at any time. Memory does not grow with the length of the footage.
public final class InspectionJob: Sendable {
  let control: JobControl

  /// What to read, as `AnonymizationJob.input`.
  public let input: String
  /// The file that the report is written to, `-` for standard output; `nil` writes none.
  public let report: String?
  /// The settings; those of covers and of the output have no effect.
  public let configuration: Configuration

  let onFaces: (@Sendable (FrameFaces) throws -> Void)?

  /// A job for one input; nothing is opened yet.
  ///
  /// - Parameter onFaces: told of the faces of every frame, also of frames without any, in
  ///   presentation order within each video stream and from a queue of that stream's own. What it
  ///   throws ends the job.
  public init(
    input: String, report: String? = nil, configuration: Configuration = Configuration(),
    onFaces: (@Sendable (FrameFaces) throws -> Void)? = nil
  ) {
    control = JobControl(input: input)
    self.input = input
    self.report = report
    self.configuration = configuration
    self.onFaces = onFaces
  }

  /// A job that is a part of another one, under that one's control.
  init(input: String, configuration: Configuration, control: JobControl) {
    self.control = control
    self.input = input
    self.configuration = configuration
    report = nil
    onFaces = nil
  }

  /// Does the work: reads, detects, tracks, and reports; see `AnonymizationJob.run`.
  ///
  /// - Throws: `AnonymizationError`; no report is left then, though what has gone to standard output
  ///   or to `onFaces` has.
  public func run(
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in },
    onNotice: @escaping @Sendable (String) -> Void = { _ in },
    onDetail: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> Outcome {
    try control.run(onProgress: onProgress) {
      try Inspection(job: self, onNotice: onNotice, onDetail: onDetail)
    }
  }

  /// Ends the job soon with `AnonymizationError.Code.cancelled`; without effect once it has ended.
  public func cancel() { control.cancel() }

  /// Has a live source end here, as `AnonymizationJob.finish`; the report is brought to its end
  /// then.
  ///
  /// - Returns: whether that was possible.
  public func finish() -> Bool { control.finish() }
}
