import Anonymizer
import Glibc

/// The run of one job, from its first message to its exit status.
enum JobRun {
  /// Runs a job on the calling thread and tells of it.
  ///
  /// SIGINT, SIGTERM and SIGHUP cancel the job, which then removes what it has written; the first
  /// of them only ends a live source, so that its output is finished. Whoever presses Ctrl-C once
  /// more is told so, and a third time ends the process at once: a partial file may stay then,
  /// though never under the output's name. Repeated SIGTERM and SIGHUP change nothing, since
  /// service managers and terminals send several of them.
  static func perform(_ job: some FootageJob, _ reporter: Reporter) -> ExitStatus {
    // A run under nohup is meant to outlive its terminal.
    let signals = [SIGINT, SIGTERM] + (SignalWatch.isIgnored(SIGHUP) ? [] : [SIGHUP])
    let watch = SignalWatch(signals) { signal, count in
      switch (signal, count) {
      case (_, 1):
        if job.finish() {
          reporter.alert("finishing the output; a second Ctrl-C drops it")
        } else {
          job.cancel()
        }
      case (SIGINT, 2):
        job.cancel()
        reporter.alert(
          "still cleaning up; a third Ctrl-C stops at once and may leave a partial file")
      case (SIGINT, _):
        _exit(ExitStatus.interrupted(by: signal).rawValue)
      default:
        break
      }
    }
    do {
      let outcome = try job.run(
        onProgress: { reporter.show($0) }, onNotice: { reporter.warn($0) },
        onDetail: { reporter.explain($0) })
      reporter.finish(outcome)
      return .done
    } catch let error as AnonymizationError {
      let signal = watch.first
      let status = ExitStatus(error.code, signal: signal)
      let interruption = signal.map { "interrupted by \(name(of: $0)); no output is left" }
      reporter.fail(
        error.code == .cancelled ? interruption ?? error.description : error.description,
        status: status, code: error.code, findings: error.findings, in: error.path)
      return status
    } catch {
      reporter.fail("internal error: \(error)", status: .internalFault, code: .internalFault)
      return .internalFault
    }
  }

  private static func name(of signal: Int32) -> String {
    switch signal {
    case SIGINT: "SIGINT"
    case SIGTERM: "SIGTERM"
    case SIGHUP: "SIGHUP"
    default: "signal \(signal)"
    }
  }
}
