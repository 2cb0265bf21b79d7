import Anonymizer
import Redaction
import Testing

@testable import AnonymizeCLI

@Suite struct OptionTableTests {
  @Test func `names and letters are unique and well formed`() {
    let names = OptionTable.options.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.hasPrefix("--") && name.count > 3)
      #expect(name.dropFirst(2).allSatisfy { $0.isLowercase || $0 == "-" })
    }
    let letters = OptionTable.options.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
    #expect(letters.allSatisfy { $0.isASCII && $0.isLetter })
  }

  @Test func `every option is documented in a phrase without a full stop`() {
    for option in OptionTable.options {
      #expect(option.summary.first?.isUppercase == true || option.name == "--encoder")
      #expect(!option.summary.hasSuffix("."))
      #expect(option.summary.count > 10)
    }
  }

  @Test func `the options of the contract are all there`() {
    let expected: Set = [
      "--style", "--scale", "--cells", "--shape", "--margin", "--feather", "--color", "--threshold",
      "--lookahead", "--hold",
      "--codec", "--encoder", "--crf", "--preset", "--encoder-option", "--audio", "--overwrite",
      "--report", "--detections", "--threads", "--progress", "--trace", "--quiet", "--verbose",
      "--version",
      "--help", "--include", "--exclude", "--settle", "--retries", "--redo", "--prune",
      "--checksum",
      "--jobs", "--order", "--timeout", "--memory", "--task", "--tasks", "--log-format",
      "--metrics-file", "--html", "--json", "--generate-manual",
    ]
    #expect(expected.isSubset(of: OptionTable.options.map(\.name)))
    #expect(OptionTable.option(lettered: "q")?.name == "--quiet")
    #expect(OptionTable.option(lettered: "v")?.name == "--verbose")
    #expect(OptionTable.option(lettered: "h")?.name == "--help")
  }

  @Test func `a default reads back as the default`() {
    for option in OptionTable.options {
      guard let value = option.value, let text = value.stored(Settings()).first else { continue }
      var settings = Settings()
      #expect(value.store(text, &settings))
      #expect(settings == Settings(), "\(option.name)")
    }
  }

  @Test func `each choice of an option is accepted and changes the settings as it says`() {
    for option in OptionTable.options {
      for choice in option.value?.choices ?? [] {
        var settings = Settings()
        #expect(option.value?.store(choice, &settings) == true)
        #expect(option.value?.stored(settings) == [choice], "\(option.name)")
      }
    }
  }

  @Test func `defaults are those of the library`() {
    let defaults = Configuration()
    func text(_ name: String) -> String? { OptionTable.option(named: name)?.value?.defaultText }
    #expect(text("--scale") == "\(defaults.scale)")
    #expect(text("--margin") == "\(defaults.margin)")
    #expect(text("--style") == defaults.style.rawValue)
    #expect(text("--feather") == "1" && defaults.feather == 1)
    #expect(text("--color") == "black" && defaults.colour == nil)
    #expect(text("--codec") == defaults.codec.rawValue)
    #expect(text("--threads") == "all cores")
    #expect(text("--encoder-option") == nil)
  }

  @Test func `only the settings that a command takes are listed for it`() {
    let line = OptionTable.commandLine(of: Settings(), for: .inspect)
    #expect(line.contains("--threshold 0.3"))
    #expect(!line.contains("--scale"))
  }

  @Test func `settings are listed as a command line that gives them again`() throws {
    var settings = Settings()
    settings.configuration.scale = 64
    settings.configuration.margin = 1.25
    settings.configuration.encoder = "libx265"
    settings.configuration.encoderOptions = [
      .init(name: "tune", value: "grain"), .init(name: "g", value: "50"),
    ]
    settings.configuration.threads = 3
    settings.configuration.verify = true
    settings.progress = .json
    let line = OptionTable.commandLine(of: settings)
    #expect(line.contains("--encoder-option tune=grain --encoder-option g=50"))
    let arguments = line.split(separator: " ").map(String.init) + ["in", "out"]
    #expect(
      try ArgumentParser.parse(arguments)
        == .anonymize(input: "in", output: "out", settings))
  }

  /// Settings in which no option of a job has its default.
  private var changed: Settings {
    var settings = Settings()
    settings.configuration.style = .solid
    settings.configuration.scale = 64
    settings.configuration.cells = 3
    settings.configuration.shape = .rectangle
    settings.configuration.margin = 0.00001
    settings.configuration.feather = 12.5
    settings.configuration.colour = RGBColour(red: 1, green: 2, blue: 3)
    settings.configuration.detail = .thorough
    settings.configuration.threshold = 0.1 + 0.2
    settings.configuration.lookahead = 2
    settings.configuration.hold = 1e-7
    settings.configuration.codec = .hevc
    settings.configuration.encoder = "--a b='c\""
    settings.configuration.crf = 0
    settings.configuration.preset = "-q"
    settings.configuration.encoderOptions = [
      .init(name: "x265-params", value: "a=b:c=d e"), .init(name: "-", value: ""),
    ]
    settings.configuration.copyClean = .never
    settings.configuration.audio = .drop
    settings.configuration.metadata = .keep
    settings.configuration.damaged = .skip
    settings.configuration.verify = true
    settings.configuration.threads = 3
    return settings
  }

  @Test func `the arguments for the job of a file give all its settings again`() throws {
    for settings in [Settings(), changed] {
      let arguments = OptionTable.arguments(of: settings)
      #expect(arguments.allSatisfy { $0.hasPrefix("--") })
      #expect(
        try ArgumentParser.parse(arguments + ["in", "out"])
          == .anonymize(input: "in", output: "out", settings))
    }
  }

  @Test func `every option of a job has another value in the test of its arguments`() {
    let defaults = OptionTable.arguments(of: Settings())
    for option in OptionTable.options where option.bearing != .none && Command.archive.takes(option)
    {
      let arguments = option.arguments(of: changed)
      #expect(
        !arguments.isEmpty && defaults.allSatisfy { !arguments.contains($0) }, "\(option.name)")
    }
  }

  @Test func `settings that change the result are these`() {
    func names(_ bearing: Option.Bearing) -> [String] {
      OptionTable.options.filter { $0.bearing == bearing }.map(\.name)
    }
    #expect(
      names(.result) == [
        "--style", "--scale", "--cells", "--shape", "--margin", "--feather", "--color", "--detail",
        "--threshold", "--lookahead", "--hold", "--detections", "--codec", "--encoder", "--crf",
        "--preset", "--encoder-option", "--copy-clean", "--audio", "--metadata", "--format",
        "--input-format", "--input-option", "--duration", "--damaged",
      ])
    #expect(names(.work) == ["--verify", "--threads"])
  }

  @Test func `only what changes the result is in the settings of a result`() {
    var settings = Settings()
    let defaults = OptionTable.resultSettings(of: settings)
    #expect(defaults.contains("--scale=30"))
    settings.configuration.threads = 2
    settings.configuration.verify = true
    settings.configuration.overwrite = true
    settings.progress = .never
    settings.verbosity = .verbose
    settings.archive.jobs = 4
    #expect(OptionTable.resultSettings(of: settings) == defaults)
    settings.configuration.encoder = "libx265"
    #expect(OptionTable.resultSettings(of: settings).count == defaults.count + 1)
  }
}
