import Anonymizer
import Glibc

/// The program `anonymize`.
public enum CommandLineTool {
  /// Does what the process's arguments ask for, and ends the process with the status of that.
  public static func main() -> Never {
    StandardStreams.secure()
    Lifeline.hold()
    exit(run().rawValue)
  }

  private static func run() -> ExitStatus {
    var console = Console()
    do {
      switch try ArgumentParser.parse(arguments()) {
      case .inform(let request):
        return inform(request, &console)
      case .anonymize(let input, let output, let settings):
        return perform(
          AnonymizationJob(input: input, output: output, configuration: settings.configuration),
          settings, .anonymize, console)
      case .inspect(let input, let settings):
        return perform(
          InspectionJob(
            input: input, report: settings.configuration.report ?? "-",
            configuration: settings.configuration), settings, .inspect, console)
      case .verify(let original, let anonymized, let settings):
        return perform(
          VerificationJob(
            original: original, anonymized: anonymized, configuration: settings.configuration),
          settings, .verify, console)
      case .archive(let source, let destination, let settings):
        return ArchiveCommand.run(
          source: source, destination: destination, settings, console)
      case .archivePlan(let source, let destination, let settings):
        return ArchiveCommand.plan(
          source: source, destination: destination, settings, console)
      case .archiveRepair(let source, let destination, let settings):
        return ArchiveCommand.repair(
          source: source, destination: destination, settings, console)
      case .archiveStatus(let destination, let settings):
        return ArchiveCommand.status(of: destination, settings, console)
      case .archiveReport(let destination, let page, let settings):
        return ArchiveCommand.report(on: destination, to: page, settings, console)
      }
    } catch {
      for line in error.lines { console.write(line) }
      return .usage
    }
  }

  private static func perform(
    _ job: some FootageJob, _ settings: Settings, _ command: Command, _ console: Console
  ) -> ExitStatus {
    let style = ProgressStyle(
      settings.progress, settings.verbosity, isTerminal: console.isTerminal,
      terminalType: getenv("TERM").map { String(cString: $0) })
    let reporter = Reporter(console, style, settings.verbosity)
    reporter.explain(VersionText.line)
    reporter.explain("settings: \(OptionTable.commandLine(of: settings, for: command))")
    return JobRun.perform(job, reporter)
  }

  /// The arguments without the program's name.
  ///
  /// `CommandLine.arguments` mends what is not UTF-8, which would name another file than was meant.
  private static func arguments() throws(UsageError) -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index] else { break }
      guard let argument = String(validatingCString: bytes) else {
        throw UsageError(
          message: "The argument '\(String(cString: bytes))' is not UTF-8; "
            + "rename the file, or link to it by another name")
      }
      arguments.append(argument)
    }
    return arguments
  }

  private static func inform(_ request: Request, _ console: inout Console) -> ExitStatus {
    let text =
      switch request {
      case .help: HelpText.text
      case .version: VersionText.text
      case .manual: ManualPage.text
      case .completion(let shell): CompletionScript.text(for: shell)
      }
    // Whoever closes a pipe, as `head` does, has read enough; whoever closes the stream wants none.
    guard !StandardStreams.write(text, to: STDOUT_FILENO), errno != EPIPE, errno != EBADF else {
      return .done
    }
    console.write("anonymize: standard output: \(String(cString: strerror(errno)))")
    return .failedTransfer
  }
}
