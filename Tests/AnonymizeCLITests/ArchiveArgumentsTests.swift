import FootageArchive
import Testing

@testable import AnonymizeCLI

@Suite struct ArchiveArgumentsTests {
  private func settings(_ options: String...) throws -> Settings {
    let invocation = try ArgumentParser.parse(["archive"] + options + ["from", "to"])
    guard case .archive("from", "to", let settings) = invocation else {
      throw UsageError(message: "no archive: \(invocation)")
    }
    return settings
  }

  private func error(_ arguments: String...) -> UsageError? {
    do throws(UsageError) {
      _ = try ArgumentParser.parse(arguments)
      return nil
    } catch {
      return error
    }
  }

  @Test func `each option sets what it names`() throws {
    #expect(try settings() == Settings())
    #expect(
      try settings("--include", "*.mp4", "--include=a/**").archive.include == ["*.mp4", "a/**"])
    #expect(try settings("--exclude=-x").archive.exclude == ["-x"])
    #expect(try settings("--settle", "0.5").archive.settle == 0.5)
    #expect(try settings("--retries", "0").archive.retries == 0)
    #expect(try settings("--redo", "all").archive.redo == .all)
    #expect(try settings("--prune").archive.prunes)
    #expect(try settings("--checksum").archive.usesChecksums)
    #expect(try settings("--jobs", "64").archive.jobs == 64)
    #expect(try settings("--order", "largest").archive.order == .largest)
    #expect(try settings("--timeout", "1:30:00").archive.timeout == 5400)
    #expect(try settings("--memory", "4G").archive.memory == 4 << 30)
    #expect(try settings("--task", "3/40").archive.task == .part(index: 3, count: 40))
    #expect(try settings("--task=any").archive.task == .any)
    #expect(try settings("--log-format", "json").logFormat == .json)
    #expect(try settings("--metrics-file", "a.prom").metricsFile == "a.prom")
  }

  @Test func `options of a single file hold for each file of an archive`() throws {
    let settings = try settings("--scale=50", "--verify", "--damaged=skip", "-q", "--threads", "2")
    #expect(settings.configuration.scale == 50)
    #expect(settings.configuration.verify)
    #expect(settings.configuration.damaged == .skip)
    #expect(settings.configuration.threads == 2)
    #expect(settings.verbosity == .quiet)
  }

  @Test func `files of others are replaced only where that is asked for`() throws {
    #expect(try settings("--overwrite").archive.replacesForeign)
    #expect(try !settings().archive.replacesForeign)
    guard
      case .anonymize(_, _, let single) = try ArgumentParser.parse(["a", "b", "--overwrite"])
    else {
      Issue.record("no single file")
      return
    }
    #expect(!single.archive.replacesForeign)
  }

  @Test func `a word behind archive is one of its parts`() throws {
    var planned = Settings()
    planned.archive.tasks = 40
    #expect(
      try ArgumentParser.parse(["archive", "plan", "from", "--tasks", "40", "to"])
        == .archivePlan(source: "from", destination: "to", planned))
    #expect(
      try ArgumentParser.parse(["archive", "-q", "repair", "from", "to"])
        == .archiveRepair(source: "from", destination: "to", Settings(verbosity: .quiet)))
    #expect(
      try ArgumentParser.parse(["archive", "status", "to", "--json"])
        == .archiveStatus(destination: "to", Settings(printsJSON: true)))
    #expect(
      try ArgumentParser.parse(["archive", "report", "to", "--html", "-"])
        == .archiveReport(destination: "to", page: "-", Settings(htmlFile: "-")))
  }

  @Test func `a folder that is called as a part is written with its place`() throws {
    #expect(
      try ArgumentParser.parse(["archive", "./status", "report"])
        == .archive(source: "./status", destination: "report", Settings()))
    #expect(
      error("archive", "--", "status", "to")?.message
        == "The word 'status' is reserved and can't be SOURCE; "
        + "write ./status for a folder of that name")
    #expect(error("archive", "status", "status") == nil)
    #expect(
      try ArgumentParser.parse(["plan", "status"])
        == .anonymize(input: "plan", output: "status", Settings()))
  }

  @Test func `missing operands are named`() {
    #expect(
      error("archive")
        == UsageError(
          message: "Missing expected arguments 'SOURCE' and 'DESTINATION'", usage: .archive))
    #expect(
      error("archive", "status")
        == UsageError(message: "Missing expected argument 'DESTINATION'", usage: .archiveStatus))
    #expect(
      error("archive", "status", "a", "b")?.message
        == "Unexpected argument 'b'; one DESTINATION is needed")
  }

  @Test func `a report needs to know where to`() {
    #expect(
      error("archive", "report", "to")
        == UsageError(message: "Missing option '--html <file>'", usage: .archiveReport))
    #expect(
      Command.archiveReport.usage
        == "anonymize archive report [options] --html FILE DESTINATION")
  }

  @Test(arguments: [
    ("archive", "--detections=a"), ("archive", "--format=mp4"), ("archive", "--report=a"),
    ("archive", "--trace=a"), ("archive", "--tasks=3"), ("archive", "--json"),
    ("archive", "--html=a"), ("archive", "--duration=3"), ("archive", "--input-format=v4l2"),
    ("archive plan", "--task=any"), ("archive plan", "--html=a"), ("archive repair", "--jobs=2"),
    ("archive repair", "--overwrite"), ("archive repair", "--redo=all"),
    ("archive status", "--scale=3"), ("archive status", "--html=a"), ("archive status", "--quiet"),
    ("archive report", "--json"), ("archive report", "--overwrite"),
  ])
  func `an option without a meaning is refused`(words: String, option: String) throws {
    let command = try #require(Command.all.first { $0.name == words })
    let name = option.prefix { $0 != "=" }
    #expect(
      throws: UsageError(
        message: "The option '\(name)' has no meaning for '\(words)'", usage: command)
    ) { try ArgumentParser.parse(command.words + [option] + command.operands) }
  }

  @Test func `repair takes the settings that outputs were made with`() throws {
    var expected = Settings(logFormat: .json)
    expected.configuration.scale = 50
    expected.configuration.codec = .hevc
    expected.configuration.damaged = .skip
    expected.configuration.verify = true
    expected.archive.exclude = ["*.wav"]
    expected.archive.usesChecksums = true
    #expect(
      try ArgumentParser.parse([
        "archive", "repair", "--scale=50", "--codec=hevc", "--damaged=skip", "--verify",
        "--exclude=*.wav", "--checksum", "--log-format=json", "from", "to",
      ]) == .archiveRepair(source: "from", destination: "to", expected))
  }

  @Test func `options of an archive have no meaning for a single file`() {
    #expect(
      error("--jobs=2", "a", "b")?.message
        == "The option '--jobs' has no meaning for 'anonymize'")
  }

  @Test func `a bar can't be among lines of JSON`() throws {
    #expect(
      error("archive", "--log-format=json", "--progress=always", "a", "b")?.message
        == "The bar of '--progress always' can't be among the lines of '--log-format json'")
    #expect(try settings("--log-format=json", "--progress=json").progress == .json)
  }

  @Test func `values that can't be meant are refused`() {
    #expect(
      error("archive", "--memory=4", "a", "b")?.message
        == "The value '4' is invalid for '--memory <size>': a whole number of bytes from 1M up, "
        + "or one with K, M, G or T behind it is needed")
    #expect(
      error("archive", "--task=0/4", "a", "b")?.message
        == "The value '0/4' is invalid for '--task <index/count>': INDEX/COUNT, from 1/COUNT to "
        + "COUNT/COUNT with at most 100000, or 'any', is needed")
    #expect(
      error("archive", "--metrics-file=-", "a", "b")?.message
        == "The value '-' is invalid for '--metrics-file <file>': "
        + "the name of a file, not '-', is needed")
    #expect(
      error("archive", "--redo=some", "a", "b")?.message
        == "The value 'some' is invalid for '--redo <settings|all|failed>': "
        + "'settings', 'all' or 'failed' is needed")
  }
}
