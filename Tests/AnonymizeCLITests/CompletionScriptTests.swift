import TestSupport
import Testing

@testable import AnonymizeCLI

@Suite struct CompletionScriptTests {
  /// What bash offers for the last of the words.
  private func completions(_ words: String...) throws -> [String] {
    let script =
      CompletionScript.text(for: .bash) + """

        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        _anonymize
        printf '%s\\n' "${COMPREPLY[@]}"
        """
    let outcome = try Binary(path: "/bin/bash").run(
      ["--norc", "-c", script, "bash", "anonymize"] + words)
    #expect(outcome.standardError == "")
    #expect(outcome.status == 0)
    return outcome.standardOutput.split(separator: "\n").map(String.init)
  }

  @Test func `bash completes names of options`() throws {
    #expect(try completions("--enc") == ["--encoder", "--encoder-option"])
    #expect(try completions("in.mp4", "--overw") == ["--overwrite"])
    #expect(try completions("-").count == OptionTable.options.count + 3)
  }

  @Test func `bash completes values`() throws {
    #expect(try completions("--shape", "") == ["ellipse", "rectangle"])
    #expect(try completions("--codec", "h") == ["h264", "hevc"])
    #expect(try completions("--audio", "=") == ["copy", "drop"])
    #expect(try completions("--codec", "=", "h") == ["h264", "hevc"])
    #expect(try completions("--scale", "") == [])
  }

  @Test func `bash is left to complete names of files`() throws {
    #expect(try completions("fi") == [])
    #expect(try completions("--overwrite", "in.mp4", "fi") == [])
    #expect(CompletionScript.text(for: .bash).contains("complete -o default -F _anonymize"))
  }

  @Test func `bash completes commands, and names of files as values`() throws {
    #expect(try completions("ins") == ["inspect"])
    #expect(try completions("in.mp4", "ins") == [])
    #expect(try completions("--report", "fi") == [])
    #expect(try completions("inspect", "--hol") == ["--hold"])
  }

  @Test func `bash completes what may stand behind archive`() throws {
    #expect(try completions("arc") == ["archive"])
    #expect(try completions("archive", "re") == ["repair", "report"])
    #expect(try completions("archive", "") == [])
    #expect(try completions("archive", "status", "re") == [])
    #expect(try completions("verify", "re") == [])
    #expect(try completions("archive", "--order", "") == ["largest", "oldest", "path"])
    #expect(try completions("archive", "--memory", "") == [])
  }

  @Test func `behind archive folders are completed`() {
    #expect(CompletionScript.text(for: .bash).contains("compopt +o default -o dirnames"))
    #expect(CompletionScript.text(for: .zsh).contains("_directories"))
    #expect(CompletionScript.text(for: .fish).contains("(__fish_complete_directories)"))
  }

  @Test(arguments: Shell.allCases)
  func `every command is offered`(shell: Shell) {
    let text = CompletionScript.text(for: shell)
    for word in Command.all.compactMap(\.words.last) { #expect(text.contains(word)) }
  }

  @Test(arguments: Shell.allCases)
  func `every option and choice is offered`(shell: Shell) {
    let text = CompletionScript.text(for: shell)
    for option in OptionTable.options {
      let name = shell == .fish ? "-l \(option.name.dropFirst(2)) " : option.name
      #expect(text.contains(name), "\(option.name)")
      if let choices = option.value?.choices, !choices.isEmpty {
        #expect(text.contains(choices.joined(separator: " ")))
      }
    }
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
  }

  @Test func `summaries are quoted for each shell`() {
    #expect(
      CompletionScript.text(for: .zsh).contains(
        #"'*--cells=[At most this many cells across a face'\''s shorter side; on large faces "#))
    #expect(
      CompletionScript.text(for: .fish).contains(
        #"-l cells -x -d 'At most this many cells across a face\'s shorter side; on large faces "#))
  }
}
