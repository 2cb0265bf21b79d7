/// What the words behind `archive` do.
enum ArchiveCommand {
  static func run(
    source: String, destination: String, _ settings: Settings, _ console: Console
  ) -> ExitStatus { notBuilt(console) }

  static func plan(
    source: String, destination: String, _ settings: Settings, _ console: Console
  ) -> ExitStatus { notBuilt(console) }

  static func repair(
    source: String, destination: String, _ settings: Settings, _ console: Console
  ) -> ExitStatus { notBuilt(console) }

  static func status(
    of destination: String, _ settings: Settings, _ console: Console
  ) -> ExitStatus { notBuilt(console) }

  static func report(
    on destination: String, to page: String, _ settings: Settings, _ console: Console
  ) -> ExitStatus { notBuilt(console) }

  private static func notBuilt(_ console: Console) -> ExitStatus {
    var console = console
    console.write("anonymize: not built yet")
    return .usage
  }
}
