import Anonymizer
import FootageArchive
import Foundation

/// What the words behind `archive` do.
enum ArchiveCommand {
  static func run(
    source: String, destination: String, _ settings: Settings, _ console: Console
  ) -> ExitStatus {
    perform(source, destination, settings, .archive, console) { try $0.run() }
  }

  static func plan(
    source: String, destination: String, _ settings: Settings, _ console: Console
  ) -> ExitStatus {
    var tasks = 0
    let status = perform(source, destination, settings, .archivePlan, console) { run in
      let plan = try run.plan()
      tasks = plan.tasks
      return plan.summary
    }
    // A folder that could not be read does not keep the rest from being done.
    guard status == .done || status == .failedFiles else { return status }
    let isWritten = print("\(tasks)\n", console)
    return isWritten == .done ? status : isWritten
  }

  static func repair(
    source: String, destination: String, _ settings: Settings, _ console: Console
  ) -> ExitStatus {
    perform(source, destination, settings, .archiveRepair, console) { try $0.repair() }
  }

  static func status(
    of destination: String, _ settings: Settings, _ console: Console
  ) -> ExitStatus {
    telling(of: destination, console) { totals, now in
      let text =
        settings.printsJSON
        ? StatusJSON(of: totals, at: now).text + "\n" : StatusText(of: totals, at: now).text
      return print(text, console)
    }
  }

  static func report(
    on destination: String, to page: String, _ settings: Settings, _ console: Console
  ) -> ExitStatus {
    telling(of: destination, console) { totals, now in
      let html = ReportPage(of: totals, at: now).html
      if page == "-" { return print(html, console) }
      try TextFile.replace(page, with: html)
      return .done
    }
  }

  // MARK: Runs

  private static func perform(
    _ source: String, _ destination: String, _ settings: Settings, _ command: Command,
    _ console: Console, _ body: (ArchiveRun) throws -> ArchiveSummary
  ) -> ExitStatus {
    let style = ArchiveStyle(
      settings.logFormat, settings.progress, settings.verbosity, isTerminal: console.isTerminal,
      terminalType: getenv("TERM").map { String(cString: $0) })
    let reporter = ArchiveReporter(console, style, settings.verbosity)
    reporter.tell(.note(VersionText.line))
    do {
      var options = settings.archive
      options.replacesForeign = settings.configuration.overwrite
      let run = ArchiveRun(
        source: source, destination: destination, options: options,
        program: try program(settings, command), tell: { reporter.tell($0) })
      let watch = endingBySignal(run, reporter)
      var failure: (any Error)?
      var status = ExitStatus.done
      do {
        status = ExitStatus(rawValue: Int32(try body(run).status))
      } catch {
        failure = error
      }
      if let file = settings.metricsFile, !isBusy(failure) {
        do {
          try MetricsFile.write(ArchiveRecord.totals(ofDestination: destination), to: file)
        } catch {
          // What ended the run says more.
          failure = failure ?? error
        }
      }
      if let failure { throw failure }
      return watch.first.map(ExitStatus.interrupted) ?? status
    } catch {
      let status = self.status(for: error)
      reporter.fail(message(of: error), status: status)
      return status
    }
  }

  /// Who does the jobs: this very program, whatever has come into its file's place since.
  private static func program(
    _ settings: Settings, _ command: Command
  ) throws(AnonymizationError) -> JobProgram {
    JobProgram(
      executable: "/proc/self/exe",
      name: Bundle.main.executablePath ?? CommandLine.arguments[0],
      arguments: OptionTable.arguments(of: settings),
      verification: settings.configuration.verify && command == .archiveRepair
        ? Command.verify.words + OptionTable.arguments(of: settings, for: .verify) : nil,
      threads: settings.configuration.threads ?? ProcessInfo.processInfo.activeProcessorCount,
      fingerprint: try ResultFingerprint.of(OptionTable.resultSettings(of: settings)),
      settings: OptionTable.commandLine(of: settings, for: command),
      version: AnonymizeVersion.current)
  }

  /// The first signal ends the run in an orderly way; who presses Ctrl-C for the third time does not
  /// want to wait for that. Whatever is left behind then is removed by the next run.
  private static func endingBySignal(
    _ run: ArchiveRun, _ reporter: ArchiveReporter
  ) -> SignalWatch {
    let signals = [SIGINT, SIGTERM] + (SignalWatch.isIgnored(SIGHUP) ? [] : [SIGHUP])
    return SignalWatch(signals) { signal, count in
      let status = ExitStatus.interrupted(by: signal).rawValue
      switch (signal, count) {
      case (_, 1):
        run.cancel(status: Int(status))
        reporter.alert("interrupted; ending the jobs that run, which the next run does again")
      case (SIGINT, 3...): _exit(status)
      default: break
      }
    }
  }

  private static func isBusy(_ error: (any Error)?) -> Bool {
    (error as? ArchiveError)?.code == .busy || (error as? LedgerError)?.kind == .busy
  }

  // MARK: Telling

  private static func telling(
    of destination: String, _ console: Console,
    _ body: (ArchiveTotals, _ now: Double) throws -> ExitStatus
  ) -> ExitStatus {
    do {
      return try body(
        ArchiveRecord.totals(ofDestination: destination), Date().timeIntervalSince1970)
    } catch {
      var console = console
      console.write("anonymize: \(message(of: error))")
      return status(for: error)
    }
  }

  private static func print(_ text: String, _ console: Console) -> ExitStatus {
    guard !StandardStreams.write(text, to: STDOUT_FILENO), errno != EPIPE else { return .done }
    var console = console
    console.write("anonymize: standard output: \(String(cString: strerror(errno)))")
    return .failedTransfer
  }

  private static func status(for error: any Error) -> ExitStatus {
    switch error {
    case let error as AnonymizationError: ExitStatus(error.code)
    case let error as ArchiveError: ExitStatus(rawValue: Int32(error.status))
    case let error as LedgerError: ExitStatus(rawValue: Int32(error.status))
    case let error as TextFileError:
      error.code == .uncreatable ? .uncreatableOutput : .failedTransfer
    default: .internalFault
    }
  }

  private static func message(of error: any Error) -> String {
    switch error {
    case is AnonymizationError, is ArchiveError, is LedgerError, is TextFileError:
      String(describing: error)
    default: "internal error: \(error)"
    }
  }
}
