import Foundation
import Pipeline

/// The work of anonymizing one piece of footage.
///
/// A job runs once. `run` blocks its thread until the output is published or the job has failed;
/// `cancel` may be called from any thread at any time.
public final class AnonymizationJob: @unchecked Sendable {
  // `lock` protects the two below; everything else is constant.
  private let lock = NSLock()
  private var isCancelled = false
  private var pipeline: Pipeline?

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
  ///   - onNotice: told of each warning, one line without the program's name; from any thread.
  ///   - onDetail: told of choices that a curious user may want to know, likewise.
  /// - Throws: `AnonymizationError`; no output is left then.
  public func run(
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in },
    onNotice: @escaping @Sendable (String) -> Void = { _ in },
    onDetail: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> Report {
    do {
      let assembly = try Assembly(job: self, onNotice: onNotice, onDetail: onDetail)
      try adopt(assembly.pipeline)
      return try assembly.run(onProgress: onProgress)
    } catch let error as AnonymizationError {
      throw error
    } catch {
      throw AnonymizationError(
        .internalFault, path: input, "failed", cause: String(describing: error))
    }
  }

  /// Ends the job soon with `AnonymizationError.Code.cancelled`; without effect once it has ended.
  public func cancel() {
    let pipeline = lock.withLock {
      isCancelled = true
      return self.pipeline
    }
    pipeline?.cancel(cancellation)
  }

  private var cancellation: AnonymizationError {
    AnonymizationError(.cancelled, path: input, "interrupted, no output was written")
  }

  private func adopt(_ pipeline: Pipeline) throws {
    let isCancelled = lock.withLock {
      self.pipeline = pipeline
      return self.isCancelled
    }
    if isCancelled { throw cancellation }
  }
}
