import Foundation
import Media
import Pipeline

/// What a job is opened as: stages that are ready to run.
protocol OpenedJob: AnyObject {
  var pipeline: Pipeline { get }
  /// Whether the input comes as it happens.
  var isLive: Bool { get }
  /// The record of its work, where one is wanted.
  var trace: TraceFile? { get }

  /// Runs the stages and brings what they made to its end.
  func run(onProgress: @escaping @Sendable (Progress) -> Void) throws -> Outcome
}

/// The run of a job and its ending from other threads.
final class JobControl: @unchecked Sendable {
  // `lock` protects the three below; everything else is constant.
  private let lock = NSLock()
  private var isCancelled = false
  private var isLive = false  // and has not been ended
  private var pipeline: Pipeline?

  let interruption = Interruption()
  private let input: String

  /// The control of a job on an input, as the user named it.
  init(input: String) { self.input = input }

  /// Opens the job and runs it.
  ///
  /// - Throws: `AnonymizationError`.
  func run(
    onProgress: @escaping @Sendable (Progress) -> Void, open: () throws -> some OpenedJob
  ) throws -> Outcome {
    // What the stages were to write is taken away with them, before anybody hears of the end:
    // whoever holds the job may hold it for longer than the process has time.
    defer { lock.withLock { pipeline = nil } }
    do {
      let opened = try open()
      // Of a job that fails it tells as much.
      defer { try? opened.trace?.publish() }
      try adopt(opened)
      let outcome = try opened.run(onProgress: onProgress)
      try opened.trace?.publish()
      return outcome
    } catch let error {
      // What was interrupted fails in many ways, all for one reason.
      if lock.withLock({ isCancelled }) { throw cancellation }
      if let error = error as? AnonymizationError { throw error }
      throw AnonymizationError(
        .internalFault, path: input, "failed", cause: String(describing: error))
    }
  }

  /// Ends the job soon with `AnonymizationError.Code.cancelled`; without effect once it has ended.
  func cancel() {
    let pipeline = lock.withLock {
      isCancelled = true
      return self.pipeline
    }
    interruption.cancel()
    pipeline?.cancel(cancellation)
  }

  /// Has a live source end here; whether that was possible.
  func finish() -> Bool {
    let canEnd = lock.withLock {
      defer { isLive = false }
      return isLive
    }
    guard canEnd else { return false }
    interruption.endInput()
    return true
  }

  /// Throws once the job is cancelled: for work before the stages run.
  func checkCancellation() throws {
    if lock.withLock({ isCancelled }) { throw cancellation }
  }

  private var cancellation: AnonymizationError {
    AnonymizationError(
      .cancelled, path: input == "-" ? nil : input, "interrupted, no output was written")
  }

  private func adopt(_ opened: some OpenedJob) throws {
    let isCancelled = lock.withLock {
      pipeline = opened.pipeline
      isLive = opened.isLive
      return self.isCancelled
    }
    if isCancelled { throw cancellation }
  }
}
