import Dispatch
import FootageArchive

/// Tells of a run over an archive on standard error, in the way that the settings ask for.
///
/// Quiet leaves what somebody has to look at: files that failed or could not be read, and what
/// ended the run.
///
/// `@unchecked Sendable`: all stored properties that change are only touched on `queue`.
final class ArchiveReporter: @unchecked Sendable {
  private let queue = DispatchQueue(label: "anonymize.archive-reporter")
  private let style: ArchiveStyle
  private let verbosity: Verbosity
  private let now: @Sendable () -> LogTime
  private var console: Console
  private var schedule: ProgressSchedule?

  /// A reporter on a console that nobody else writes to.
  ///
  /// - Parameter patience: milliseconds for which a log waits for its reader before lines are dropped:
  ///   a reader that has stopped must not stop the archive with it.
  init(
    _ console: Console, _ style: ArchiveStyle, _ verbosity: Verbosity,
    patience: Int32 = 10_000, now: @escaping @Sendable () -> LogTime = LogTime.now
  ) {
    self.console = console
    self.console.patience = patience
    self.style = style
    self.verbosity = verbosity
    self.now = now
    schedule = style.schedule
  }

  /// Tells of an event, where it is to be told.
  func tell(_ event: ArchiveEvent) {
    queue.sync {
      switch event {
      case .progress(let progress):
        show(progress)
      case .summary, .planned, .repaired:
        console.show(status: "")
        if verbosity != .quiet { log(event) }
      case .failed(let path, let failure, _, _) where isPlain:
        write("anonymize: \(path): \(failure.reason)")
      case .unreadable(let path, let reason) where isPlain:
        write("anonymize: \(path): \(ArchiveText.inability(reason))")
      case .failed, .unreadable:
        log(event)
      case .began, .skipped, .note, .waiting:
        if verbosity == .verbose { log(event) }
      case .started, .finished, .vanished, .pruned, .renamed, .warning:
        if verbosity != .quiet { log(event) }
      }
    }
  }

  /// Tells what ended the run before its time; never silent.
  func fail(_ message: String, status: ExitStatus) {
    queue.sync {
      console.show(status: "")
      write(
        style.format == .json
          ? ArchiveJSON.error(message, status: status, at: now()) : "anonymize: \(message)")
    }
  }

  /// Warns even when quiet, and without waiting until it is written.
  func alert(_ message: String) {
    queue.async {
      if self.isPlain {
        self.write("anonymize: warning: \(message)")
      } else {
        self.log(.warning(message))
      }
    }
  }

  /// Whether lines are as short as in mail from cron, which has a time of its own.
  private var isPlain: Bool { verbosity == .quiet && style.format == .text }

  /// Runs on `queue`.
  private func write(_ line: String) {
    if console.droppedLines > 0, console.isReady {
      let count = console.droppedLines
      console.droppedLines = 0
      log(.warning("\(Notation.count(count, "line")) of this log could not be written in time"))
    }
    console.write(line)
  }

  /// Runs on `queue`.
  private func show(_ progress: ArchiveProgress) {
    // Progress that can't be written at once is out of date by the time that it could be, and no
    // job must wait for a stopped terminal.
    guard schedule?.isDue(at: progress.elapsed) == true, console.isReady else { return }
    if style.progress == .bar {
      console.show(status: ArchiveBar.render(progress, columns: console.columns))
    } else {
      log(.progress(progress))
    }
  }

  /// Runs on `queue`.
  private func log(_ event: ArchiveEvent) {
    let time = now()
    switch style.format {
    case .text:
      for line in ArchiveText.lines(event) { write("\(time.text) \(line)") }
    case .json:
      write(ArchiveJSON.line(event, at: time))
    }
  }
}
