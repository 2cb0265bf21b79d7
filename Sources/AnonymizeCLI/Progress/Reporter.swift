import Anonymizer
import Dispatch

/// Tells of a job on standard error, in the way that the settings ask for.
///
/// `@unchecked Sendable`: all stored properties that change are only touched on `queue`.
final class Reporter: @unchecked Sendable {
  private let queue = DispatchQueue(label: "anonymize.reporter")
  private let style: ProgressStyle
  private let verbosity: Verbosity
  private var console: Console
  private var meter = RateMeter()
  private var schedule: ProgressSchedule?

  /// A reporter on a console that nobody else writes to.
  init(_ console: Console, _ style: ProgressStyle, _ verbosity: Verbosity) {
    self.console = console
    self.style = style
    self.verbosity = verbosity
    schedule = style.schedule
  }

  /// Shows progress where it is time to.
  func show(_ progress: Progress) {
    queue.sync {
      meter.add(progress)
      // Progress that can't be written at once is out of date by the time that it could be, and
      // the job must not wait for a stopped terminal.
      guard schedule?.isDue(at: progress.elapsed) == true, console.isReady else { return }
      let pace = meter.pace
      switch style {
      case .none:
        break
      case .bar:
        let columns = console.columns
        console.show(status: ProgressBar.render(progress, pace: pace, columns: columns))
      case .lines:
        console.write(ProgressText.line(progress, pace: pace))
      case .json:
        console.write(ProgressEvent.progress(progress, pace: pace))
      }
    }
  }

  /// Warns of something that does not end the job; silent when quiet.
  func warn(_ message: String) {
    guard verbosity != .quiet else { return }
    queue.sync { say("warning", message) }
  }

  /// Tells how the work is done; silent unless verbose.
  func explain(_ message: String) {
    guard verbosity == .verbose else { return }
    queue.sync { say("note", message) }
  }

  /// Warns even when quiet, and without waiting until it is written.
  func alert(_ message: String) {
    queue.async { self.say("warning", message) }
  }

  /// Tells of the end of a job that did its work; silent when quiet.
  func finish(_ outcome: Outcome) {
    queue.sync {
      console.show(status: "")
      guard verbosity != .quiet else { return }
      if verbosity == .verbose, style != .json {
        say("note", ProgressText.details(outcome))
      }
      console.write(
        style == .json ? ProgressEvent.done(outcome) : ProgressText.closingLine(outcome))
    }
  }

  /// Tells of the end of a job that failed; never silent.
  ///
  /// - Parameters:
  ///   - findings: that the message is about, to be told line by line in its place.
  ///   - path: the file that they are about.
  func fail(
    _ message: String, status: ExitStatus, code: AnonymizationError.Code,
    findings: [VerificationFinding] = [],
    in path: String? = nil
  ) {
    queue.sync {
      console.show(status: "")
      if style == .json {
        console.write(ProgressEvent.error(message, status: status, code: code, findings: findings))
      } else if findings.isEmpty {
        console.write("anonymize: \(message)")
      } else {
        for line in FindingText.lines(findings, in: path) { console.write("anonymize: \(line)") }
      }
    }
  }

  /// Runs on `queue`.
  private func say(_ kind: String, _ message: String) {
    console.write(
      style == .json
        ? ProgressEvent.message(kind, message) : "anonymize: \(kind): \(message)")
  }
}
