import Dispatch
import Foundation

/// Stages that work at the same time, each on a serial dispatch queue of its own.
///
/// The first error of any stage cancels all the others; `run` then throws that error. A pipeline
/// runs once.
public final class Pipeline: @unchecked Sendable {
  // `lock` protects everything mutable below; stages are only added before `run`.
  private let lock = NSLock()
  private var stages: [Stage] = []
  private var cancellables: [any Cancellable] = []
  private var failure: (any Error)?

  /// Where the stages and queues record when they work and wait; `nil` where nobody wants to know.
  public let trace: Trace?

  private struct Stage {
    let name: String
    let thread: Int?
    let body: Body
  }

  // Moved once from the thread that builds the pipeline to the stage's queue, never used by both.
  private struct Body: @unchecked Sendable {
    let run: () throws -> Void
  }

  /// A pipeline without stages; it fails when `trace` cannot be written.
  public init(trace: Trace? = nil) {
    self.trace = trace
    trace?.onFailure { [weak self] in self?.cancel($0) }
  }

  /// Makes a queue that is cancelled together with the pipeline.
  ///
  /// - Parameter name: what it is called in a trace.
  public func makeQueue<Element: ~Copyable & Sendable>(
    of _: Element.Type, named name: String, maximumCount: Int, maximumBytes: Int = .max
  ) -> BoundedQueue<Element> {
    let queue = BoundedQueue<Element>(
      maximumCount: maximumCount, maximumBytes: maximumBytes, name: name, trace: trace)
    add(queue)
    return queue
  }

  /// Has `cancellable` cancelled together with the pipeline.
  public func add(_ cancellable: any Cancellable) {
    let isOver = lock.withLock {
      cancellables.append(cancellable)
      return failure != nil
    }
    if isOver { cancellable.cancel() }
  }

  /// Adds a stage: `body` runs from start to end on a serial queue of its own.
  ///
  /// - Parameters:
  ///   - name: for debuggers and traces, which show the stages in the order in which they come.
  ///   - body: ends by returning, or stops the whole pipeline by throwing.
  public func addStage(_ name: String, _ body: sending @escaping () throws -> Void) {
    let stage = Stage(name: name, thread: trace?.addThread(named: name), body: Body(run: body))
    lock.withLock { stages.append(stage) }
  }

  /// Runs all stages and waits until every one has ended.
  ///
  /// - Throws: the first error that a stage threw or that `cancel` was given.
  public func run() throws {
    let group = DispatchGroup()
    let stages = lock.withLock {
      defer { self.stages = [] }
      return self.stages
    }
    for stage in stages {
      let body = stage.body
      let queue = DispatchQueue(label: "anonymize.\(stage.name)")
      if let thread = stage.thread { queue.setSpecific(key: Trace.threadKey, value: thread) }
      queue.async(group: group) {
        do {
          try body.run()
        } catch {
          self.cancel(error)
        }
      }
    }
    group.wait()
    if let failure = lock.withLock({ failure }) { throw failure }
  }

  /// Stops every stage soon; the first error given wins, also over errors that follow from it.
  public func cancel(_ error: any Error) {
    let cancellables = lock.withLock { () -> [any Cancellable] in
      if failure == nil { failure = error }
      return self.cancellables
    }
    for cancellable in cancellables { cancellable.cancel() }
  }

  /// Throws the first error once there is one: for work that takes long without a queue.
  public func checkCancellation() throws {
    if let failure = lock.withLock({ failure }) { throw failure }
  }
}
