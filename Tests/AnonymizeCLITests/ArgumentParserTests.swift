import Anonymizer
import Redaction
import Testing

@testable import AnonymizeCLI

@Suite struct ArgumentParserTests {
  private func settings(_ options: String...) throws -> Settings {
    let invocation = try ArgumentParser.parse(options + ["in.mp4", "out.mp4"])
    guard case .anonymize("in.mp4", "out.mp4", let settings) = invocation else {
      throw UsageError(message: "no anonymizing: \(invocation)")
    }
    return settings
  }

  private func message(_ arguments: String...) -> String? {
    do throws(UsageError) {
      _ = try ArgumentParser.parse(arguments)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func `two operands alone mean the defaults`() throws {
    #expect(try settings() == Settings())
  }

  @Test func `each option sets what it names`() throws {
    #expect(try settings("--scale", "50").configuration.scale == 50)
    #expect(try settings("--cells", "8").configuration.cells == 8)
    #expect(try settings("--shape", "rectangle").configuration.shape == .rectangle)
    #expect(try settings("--margin", "0.25").configuration.margin == 0.25)
    #expect(try settings("--threshold", ".5").configuration.threshold == 0.5)
    #expect(try settings("--lookahead", "2").configuration.lookahead == 2)
    #expect(try settings("--hold", "10").configuration.hold == 10)
    #expect(try settings("--codec", "hevc").configuration.codec == .hevc)
    #expect(try settings("--encoder", "libx265").configuration.encoder == "libx265")
    #expect(try settings("--crf", "23.5").configuration.crf == 23.5)
    #expect(try settings("--preset", "slow").configuration.preset == "slow")
    #expect(try settings("--audio", "drop").configuration.audio == .drop)
    #expect(try settings("--overwrite").configuration.overwrite)
    #expect(try settings("--threads", "512").configuration.threads == 512)
    #expect(try settings("--progress", "json").progress == .json)
    #expect(try settings("--quiet").verbosity == .quiet)
    #expect(try settings("-q").verbosity == .quiet)
    #expect(try settings("--verbose").verbosity == .verbose)
    #expect(try settings("-v").verbosity == .verbose)
  }

  @Test func `encoder options add up and keep what stands behind the first equals sign`() throws {
    let options = try settings(
      "--encoder-option", "x264-params=sps-id=1:a=b", "--encoder-option=tune=", "--encoder-option",
      "g=50"
    ).configuration.encoderOptions
    #expect(
      options == [
        .init(name: "x264-params", value: "sps-id=1:a=b"), .init(name: "tune", value: ""),
        .init(name: "g", value: "50"),
      ])
  }

  @Test func `a value may be attached with an equals sign`() throws {
    #expect(try settings("--scale=50", "--preset=a=b").configuration.scale == 50)
    #expect(try settings("--scale=50", "--preset=a=b").configuration.preset == "a=b")
  }

  @Test func `options may stand between and behind operands`() throws {
    var expected = Settings()
    expected.configuration.scale = 9
    expected.configuration.overwrite = true
    #expect(
      try ArgumentParser.parse(["in", "--scale", "9", "out", "--overwrite"])
        == .anonymize(input: "in", output: "out", expected))
  }

  @Test func `of contradicting options the later one holds`() throws {
    #expect(try settings("-qv").verbosity == .verbose)
    #expect(try settings("-vq").verbosity == .quiet)
    #expect(try settings("--scale", "9", "--scale=12").configuration.scale == 12)
  }

  @Test func `two dashes end the options`() throws {
    #expect(
      try ArgumentParser.parse(["-v", "--", "--scale", "-q"])
        == .anonymize(
          input: "--scale", output: "-q", Settings(verbosity: .verbose)))
    #expect(
      try ArgumentParser.parse(["--", "--", "--help"])
        == .anonymize(input: "--", output: "--help", Settings()))
  }

  @Test func `help, version and completion are requests of their own`() throws {
    #expect(try ArgumentParser.parse(["--help"]) == .inform(.help))
    #expect(try ArgumentParser.parse(["in", "-qh"]) == .inform(.help))
    #expect(try ArgumentParser.parse(["--version", "in", "out", "more"]) == .inform(.version))
    #expect(
      try ArgumentParser.parse(["--generate-completion", "zsh"]) == .inform(.completion(.zsh)))
  }

  @Test func `an unknown option is named, with the one that was probably meant`() {
    #expect(message("--frobnicate", "a", "b") == "Unknown option '--frobnicate'")
    #expect(message("--scael=3") == "Unknown option '--scael'; did you mean '--scale'?")
    #expect(message("--look", "1") == "Unknown option '--look'; did you mean '--lookahead'?")
    #expect(message("-scale", "3") == "Unknown option '-scale'; did you mean '--scale'?")
    #expect(message("-x") == "Unknown option '-x'")
    #expect(message("-qx") == "Unknown option '-x'")
    #expect(message("-5", "a") == "Unknown option '-5'")
    #expect(message("--=3") == "Unknown option '--'")
  }

  @Test(arguments: [
    ["--scale"], ["--scale", "--overwrite"], ["--scale", "--"], ["--scale", "-q"],
  ])
  func `a missing value is told from a wrong one`(arguments: [String]) {
    #expect(throws: UsageError(message: "Missing value for '--scale <pixels>'")) {
      try ArgumentParser.parse(arguments)
    }
  }

  @Test func `a missing value of a choice lists the choices`() {
    #expect(message("--shape") == "Missing value for '--shape <ellipse|rectangle>'")
    #expect(
      message("--encoder-option") == "Missing value for '--encoder-option <key=value>'")
  }

  @Test func `an invalid value is named with the option and what is needed`() {
    #expect(
      message("--scale", "abc", "a", "b")
        == "The value 'abc' is invalid for '--scale <pixels>': "
        + "a whole number from 2 to 1000 is needed")
    #expect(
      message("--scale=0")
        == "The value '0' is invalid for '--scale <pixels>': "
        + "a whole number from 2 to 1000 is needed")
    #expect(
      message("--margin", "-0.5")
        == "The value '-0.5' is invalid for '--margin <fraction>': "
        + "a number from 0 to 2 is needed")
    #expect(
      message("--shape", "circle")
        == "The value 'circle' is invalid for '--shape <ellipse|rectangle>': "
        + "'ellipse' or 'rectangle' is needed")
    #expect(
      message("--progress=")
        == "The value '' is invalid for '--progress <auto|always|never|json>': "
        + "'auto', 'always', 'never' or 'json' is needed")
    #expect(
      message("--encoder-option", "=3")
        == "The value '=3' is invalid for '--encoder-option <key=value>': "
        + "a name, '=' and a value is needed")
    #expect(
      message("--encoder=") == "The value '' is invalid for '--encoder <name>': a name is needed")
  }

  @Test func `a flag takes no value`() {
    #expect(message("--overwrite=yes") == "The option '--overwrite' takes no value")
  }

  @Test func `a colour needs the style that shows it`() throws {
    let solid = try settings("--color", "ff8000", "--style", "solid").configuration
    #expect(solid.colour == RGBColour(red: 255, green: 128, blue: 0))
    #expect(solid.style == .solid)
    for style in [[], ["--style=blur"], ["--style=solid", "--style=mosaic"]] {
      #expect(throws: UsageError(message: "The option '--color' needs '--style solid'")) {
        try ArgumentParser.parse(["--color=000000"] + style + ["a", "b"])
      }
    }
  }

  @Test func `missing operands are named and the usage is shown`() {
    #expect(
      throws: UsageError(
        message: "Missing expected arguments 'INPUT' and 'OUTPUT'", usage: .anonymize)
    ) { try ArgumentParser.parse([]) }
    #expect(
      throws: UsageError(message: "Missing expected argument 'OUTPUT'", usage: .anonymize)
    ) { try ArgumentParser.parse(["in.mp4", "-q"]) }
  }

  @Test func `an operand too many is named`() {
    #expect(
      message("my", "holiday.mp4", "out.mp4")
        == "Unexpected argument 'out.mp4'; one INPUT and one OUTPUT are needed")
  }

  @Test func `an empty name is refused`() {
    #expect(message("", "out.mp4") == "The name of INPUT is empty")
    #expect(message("in.mp4", "") == "The name of OUTPUT is empty")
  }

  @Test func `a dash alone is a name, of a standard stream`() throws {
    for arguments in [["-", "out"], ["--", "-", "out"]] {
      guard case .anonymize("-", "out", _) = try ArgumentParser.parse(arguments) else {
        Issue.record("\(arguments)")
        continue
      }
    }
    #expect(message("in", "-") == nil)
    #expect(message("./-", "./-") == nil)
  }

  @Test func `the report, the trace and what is covered instead are names of files`() throws {
    #expect(try settings("--trace", "a.json").configuration.trace == "a.json")
    #expect(try settings("--report", "a.jsonl").configuration.report == "a.jsonl")
    #expect(try settings("--detections=-").configuration.detections == "-")
    #expect(
      message("--report=")
        == "The value '' is invalid for '--report <file>': the name of a file is needed")
  }

  @Test func `inspect takes one operand`() throws {
    #expect(
      try ArgumentParser.parse(["inspect", "in.mp4"]) == .inspect(input: "in.mp4", Settings()))
    #expect(
      throws: UsageError(message: "Missing expected argument 'INPUT'", usage: .inspect)
    ) { try ArgumentParser.parse(["inspect"]) }
    #expect(
      throws: UsageError(
        message: "Unexpected argument 'out.mp4'; one INPUT is needed", usage: .inspect)
    ) { try ArgumentParser.parse(["inspect", "in.mp4", "out.mp4"]) }
  }

  @Test func `options may stand before and behind the command`() throws {
    var expected = Settings(verbosity: .quiet)
    expected.configuration.hold = 2
    expected.configuration.report = "a"
    expected.configuration.overwrite = true
    #expect(
      try ArgumentParser.parse(
        ["-q", "inspect", "--hold", "2", "in.mp4", "--report=a", "--overwrite"])
        == .inspect(input: "in.mp4", expected))
  }

  @Test func `options of the output and the cover have no meaning for inspect`() {
    for option in OptionTable.options where [.cover, .output, .archive].contains(option.group) {
      guard !["--report", "--overwrite"].contains(option.name) else { continue }
      let special = [
        "--encoder-option": "a=b", "--color": "000000", "--memory": "2M", "--task": "any",
      ]
      let argument = special[option.name] ?? option.value?.choices.first ?? "2"
      let written = option.value == nil ? option.name : "\(option.name)=\(argument)"
      #expect(
        message("inspect", "in", written)
          == "The option '\(option.name)' has no meaning for 'inspect'")
    }
  }

  @Test func `a command is one only in front of the operands and the two dashes`() throws {
    #expect(
      try ArgumentParser.parse(["in", "inspect"])
        == .anonymize(input: "in", output: "inspect", Settings()))
    #expect(message("inspect", "inspect") != nil)
    #expect(
      try ArgumentParser.parse(["inspect", "./inspect"]) == .inspect(input: "./inspect", Settings())
    )
  }

  @Test func `verify takes two operands, and of covers a report alone`() throws {
    var expected = Settings()
    expected.configuration.trace = "trace.json"
    expected.configuration.overwrite = true
    expected.configuration.detections = "faces.jsonl"
    #expect(
      try ArgumentParser.parse([
        "verify", "a.mp4", "--detections=faces.jsonl", "--trace=trace.json", "--overwrite", "b.mp4",
      ])
        == .verify(original: "a.mp4", anonymized: "b.mp4", expected))
    #expect(
      throws: UsageError(message: "Missing expected argument 'ANONYMIZED'", usage: .verify)
    ) { try ArgumentParser.parse(["verify", "a.mp4"]) }
    for option in ["--scale=40", "--codec=h264", "--report=a", "--verify"] {
      let name = option.prefix { $0 != "=" }
      #expect(
        message("verify", "a", "b", option)
          == "The option '\(name)' has no meaning for 'verify'")
    }
    #expect(message("inspect", "a", "--verify") != nil)
    #expect(try settings("--verify").configuration.verify)
  }

  @Test(arguments: ["inspect", "verify", "archive"])
  func `the word of a command is no INPUT, but a file of that name is`(word: String) throws {
    #expect(
      throws: UsageError(
        message: "The word '\(word)' is reserved and can't be INPUT; "
          + "write ./\(word) for a file of that name")
    ) { try ArgumentParser.parse(["--", word, "out"]) }
    #expect(
      try ArgumentParser.parse(["./\(word)", word])
        == .anonymize(input: "./\(word)", output: word, Settings()))
  }
}

@Suite struct UsageErrorTests {
  @Test func `the message comes first and the way to help last`() {
    #expect(
      UsageError(message: "Wrong").lines
        == ["anonymize: Wrong", "See 'anonymize --help' for more information."])
    #expect(
      UsageError(message: "Wrong", usage: .anonymize).lines
        == [
          "anonymize: Wrong", "Usage: anonymize [options] INPUT OUTPUT",
          "See 'anonymize --help' for more information.",
        ])
  }
}
