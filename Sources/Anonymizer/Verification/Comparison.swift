import Dispatch
import Media
import Pipeline

/// The parts of a job that compares two pieces of footage, opened and put together.
final class Comparison: OpenedJob {
  let pipeline: Pipeline
  let isLive = false
  let trace: TraceFile?

  private let inspection: Inspection
  private let verification: Verification
  private let onDetail: @Sendable (String) -> Void

  /// Opens what finds the faces of the original.
  ///
  /// - Throws: `AnonymizationError`.
  init(
    job: VerificationJob, onNotice: @escaping @Sendable (String) -> Void,
    onDetail: @escaping @Sendable (String) -> Void
  ) throws {
    var configuration = job.configuration
    configuration.verify = true
    for name in [job.original, job.anonymized] where name == "-" {
      throw AnonymizationError(
        .usage, path: "-", "is a pipe, which cannot be compared with anything",
        advice: "name two files")
    }
    try JobFiles(
      source: .file(job.anonymized), output: nil, report: nil, trace: configuration.trace,
      detections: nil, overwrite: configuration.overwrite
    ).check()
    let record = FaceRecord()
    inspection = try Inspection(
      job: InspectionJob(
        input: job.original, configuration: configuration, control: job.control),
      detections: configuration.detections, sinks: [record], onNotice: onNotice,
      onDetail: onDetail)
    try Verification.checkRereading(of: inspection.source, isLive: inspection.isLive)
    pipeline = inspection.pipeline
    trace = inspection.trace
    verification = Verification(
      source: inspection.source,
      output: .init(path: job.anonymized, name: job.anonymized, isOwn: false), record: record,
      detectors: inspection.finding.detectors, configuration: configuration,
      interruption: job.control.interruption, trace: pipeline.trace)
    pipeline.add(verification)
    self.onDetail = onDetail
  }

  /// Finds the faces and compares.
  ///
  /// - Throws: `AnonymizationError`.
  func run(onProgress: @escaping @Sendable (Progress) -> Void) throws -> Outcome {
    let began = DispatchTime.now()
    var outcome = try inspection.run(onProgress: onProgress)
    let verdict = try verification.run(
      inspection.videos, end: inspection.end, began: began, onProgress: onProgress)
    onDetail(verdict.summary)
    let elapsed = DispatchTime.now().uptimeNanoseconds - began.uptimeNanoseconds
    outcome.elapsed = Double(elapsed) / 1e9
    return outcome
  }
}
