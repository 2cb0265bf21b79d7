import Anonymizer
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
      "--help",
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
    settings.progress = .json
    let line = OptionTable.commandLine(of: settings)
    #expect(line.contains("--encoder-option tune=grain --encoder-option g=50"))
    let arguments = line.split(separator: " ").map(String.init) + ["in", "out"]
    #expect(
      try ArgumentParser.parse(arguments)
        == .anonymize(input: "in", output: "out", settings))
  }
}
