import Anonymizer

/// Work that can be run once and cancelled meanwhile, as `AnonymizationJob` can.
protocol FootageJob: Sendable {
  /// Does the work on the calling thread; see `AnonymizationJob.run`.
  func run(
    onProgress: @escaping @Sendable (Progress) -> Void,
    onNotice: @escaping @Sendable (String) -> Void,
    onDetail: @escaping @Sendable (String) -> Void
  ) throws -> Outcome

  /// Ends a live source here, so that the output is finished; false where the source is none, or
  /// has been ended before. May be called from any thread.
  func finish() -> Bool

  /// Ends the work soon; may be called from any thread.
  func cancel()
}

extension AnonymizationJob: FootageJob {}

extension InspectionJob: FootageJob {}

extension VerificationJob: FootageJob {}
