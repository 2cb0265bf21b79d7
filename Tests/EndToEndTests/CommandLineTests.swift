import Foundation
import TestSupport
import Testing

/// What the program says and returns before any footage is opened.
@Suite struct CommandLineTests {
  private let help = "See 'anonymize --help' for more information.\n"

  @Test func `help goes to standard output`() throws {
    for option in ["--help", "-h"] {
      let outcome = try Binary.anonymize.run([option])
      #expect(outcome.status == 0)
      #expect(outcome.standardOutput.hasPrefix("Usage: anonymize [options] INPUT OUTPUT\n"))
      #expect(outcome.standardError == "")
    }
  }

  @Test func `the version goes to standard output`() throws {
    let outcome = try Binary.anonymize.run(["--version"])
    #expect(outcome.status == 0)
    let lines = outcome.standardOutput.split(separator: "\n")
    #expect(lines.first?.wholeMatch(of: /anonymize \d+\.\d+\.\d+/) != nil)
    #expect(lines.last?.contains("libavcodec ") == true)
    #expect(outcome.standardError == "")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a completion script goes to standard output`(shell: String) throws {
    let outcome = try Binary.anonymize.run(["--generate-completion", shell])
    #expect(outcome.status == 0)
    #expect(outcome.standardOutput.contains("encoder-option"))
    #expect(outcome.standardError == "")
  }

  @Test(
    arguments: [
      (["--frobnicate", "a", "b"], "Unknown option '--frobnicate'"),
      (["--overwite", "a", "b"], "Unknown option '--overwite'; did you mean '--overwrite'?"),
      (["a", "b", "--scale"], "Missing value for '--scale <pixels>'"),
      (
        ["--scale", "0", "a", "b"],
        "The value '0' is invalid for '--scale <pixels>': a whole number from 2 to 1000 is needed"
      ),
      (
        ["--scale", "abc", "a", "b"],
        "The value 'abc' is invalid for '--scale <pixels>': a whole number from 2 to 1000 is needed"
      ),
      (
        ["--", "archive", "b"],
        "The word 'archive' is reserved and can't be INPUT; write ./archive for a file of that name"
      ),
      (["a", "b", "--color", "FF0000"], "The option '--color' needs '--style solid'"),
      (
        ["--style", "solid", "--color", "red", "a", "b"],
        "The value 'red' is invalid for '--color <rrggbb>': a colour of six hexadecimal digits, such as "
          + "4080FF is needed"
      ),
      (["a\u{1B}[2J", ""], "The name of OUTPUT is empty"),
    ] as [([String], String)])
  func `a wrong command line ends with 64 and says what is wrong`(
    arguments: [String], message: String
  ) throws {
    let outcome = try Binary.anonymize.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.standardError == "anonymize: \(message)\n\(help)")
    #expect(outcome.standardOutput == "")
  }

  @Test func `missing operands show the usage`() throws {
    let none = try Binary.anonymize.run([])
    #expect(none.status == 64)
    #expect(
      none.standardError == """
        anonymize: Missing expected arguments 'INPUT' and 'OUTPUT'
        Usage: anonymize [options] INPUT OUTPUT
        \(help)
        """)
    let one = try Binary.anonymize.run(["in.mp4"])
    #expect(one.status == 64)
    #expect(one.standardError.hasPrefix("anonymize: Missing expected argument 'OUTPUT'\n"))
  }

  @Test func `an argument can't steer the terminal`() throws {
    let outcome = try Binary.anonymize.run(["--\u{1B}[2J\n"])
    #expect(outcome.standardError == "anonymize: Unknown option '--?[2J?'\n\(help)")
  }

  @Test func `a name that is not UTF-8 is refused instead of mended`() throws {
    let outcome = try shell(#""$0" "$(printf 'caf\351.mp4')" out.mp4"#)
    #expect(outcome.status == 64)
    #expect(
      outcome.standardError == """
        anonymize: The argument 'caf\u{FFFD}.mp4' is not UTF-8; rename the file, or link to it \
        by another name
        \(help)
        """)
  }

  @Test func `closed streams don't change the status`() throws {
    #expect(try shell(#""$0" --frobnicate 2>&-"#).status == 64)
    #expect(try shell(#""$0" --help >&- 2>&- <&-"#).status == 0)
    #expect(try shell(#"("$0" --frobnicate; echo $? >&3) 3>&1 2>&1 >/dev/null | true"#).status == 0)
  }

  @Test func `a reader who has seen enough is no error, a full disk is`() throws {
    let head = try shell(#"set -o pipefail; "$0" --help | true"#)
    #expect(head.status == 0)
    #expect(head.standardError == "")
    let full = try shell(#""$0" --help > /dev/full"#)
    #expect(full.status == 74)
    #expect(full.standardError == "anonymize: standard output: No space left on device\n")
  }

  @Test func `no output is made where the command line is wrong`() throws {
    let folder = try TemporaryFolder()
    try folder.write("footage", to: "in.mp4")
    let outcome = try Binary.anonymize.run(
      ["in.mp4", "out.mp4", "--scale", "1"], workingDirectory: folder.url)
    #expect(outcome.status == 64)
    #expect(try folder.names == ["in.mp4"])
  }

  /// Runs a line of bash, in which `$0` is the program.
  private func shell(_ line: String) throws -> Outcome {
    try Binary(path: "/bin/bash").run(["-c", line, Binary.anonymize.url.path])
  }
}
