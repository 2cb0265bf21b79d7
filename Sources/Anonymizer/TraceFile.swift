import Pipeline

/// A job's trace with the file that it is written to.
///
/// A trace of a job that fails is published too: it tells what led to that.
final class TraceFile {
  /// What the job's stages record in.
  let trace: Trace
  fileprivate let target: TextTarget
  private var isPublished = false

  /// Opens the file that a configuration names; `nil` where it names none.
  ///
  /// - Throws: `AnonymizationError`: see `OutputFile`.
  init?(_ configuration: Configuration) throws {
    guard let name = configuration.trace else { return nil }
    let target = try TextTarget("trace", name: name, replaces: configuration.overwrite)
    self.target = target
    trace = Trace(of: "anonymize") { try target.send($0) }
  }

  /// Closes the trace and gives it its name, once.
  ///
  /// - Throws: `AnonymizationError`, also where writing failed before.
  func publish() throws {
    guard !isPublished else { return }
    try trace.finish()
    try target.publish {}
    isPublished = true
  }
}

extension Pipeline {
  /// A pipeline that records in a job's trace, if there is one.
  convenience init(tracedIn file: TraceFile?) {
    self.init(trace: file?.trace)
    if let file { add(file.target) }
  }
}
