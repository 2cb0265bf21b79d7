import Foundation

/// What can end a run before its time, from any thread.
///
/// `@unchecked Sendable`: `lock` protects everything that changes.
final class RunControl: @unchecked Sendable {
  /// What is thrown where a run is to be ended that has nothing running.
  struct Cancellation: Error {}

  private let lock = NSLock()
  private var cancellation: Int?
  private var failure: (any Error)?
  private var jobs: [ObjectIdentifier: JobProcess] = [:]

  /// The exit status that the run was cancelled with; `nil` where it was not.
  var cancelledStatus: Int? { lock.withLock { cancellation } }

  /// What went wrong with the whole run.
  var reasonToStop: (any Error)? { lock.withLock { failure } }

  /// Whether further files are to be begun.
  var goesOn: Bool { lock.withLock { cancellation == nil && failure == nil } }

  /// Ends the run: its jobs soon, and no further ones are begun.
  func cancel(status: Int) {
    let jobs = lock.withLock {
      cancellation = cancellation ?? status
      return Array(self.jobs.values)
    }
    for job in jobs { job.cancel() }
  }

  /// Has no further files begun, for the first reason that is given; jobs that run go on.
  func stop(_ reason: any Error) { lock.withLock { failure = failure ?? reason } }

  /// Throws once the run is cancelled.
  func checkpoint() throws {
    if lock.withLock({ cancellation != nil }) { throw Cancellation() }
  }

  /// A job has been started.
  func add(_ job: JobProcess) {
    let isCancelled = lock.withLock {
      jobs[ObjectIdentifier(job)] = job
      return cancellation != nil
    }
    if isCancelled { job.cancel() }
  }

  /// A job has ended.
  func remove(_ job: JobProcess) { lock.withLock { jobs[ObjectIdentifier(job)] = nil } }
}
