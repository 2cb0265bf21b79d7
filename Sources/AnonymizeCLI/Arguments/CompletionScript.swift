/// The script that teaches a shell to complete command lines of `anonymize`, from the option table.
enum CompletionScript {
  /// The script for a shell with the line end of its last line.
  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static var bash: String {
    let options = OptionTable.options
    let words = options.flatMap { $0.letter.map { ["-\($0)"] } ?? [] } + options.map(\.name)
    var cases: [String] = []
    for option in options {
      guard let choices = option.value?.choices, !choices.isEmpty else { continue }
      cases.append("    \(option.name)) candidates=\"\(choices.joined(separator: " "))\" ;;")
    }
    let free = options.filter { $0.value?.choices.isEmpty == true }.map(\.name)
    cases.append("    \(free.joined(separator: "|"))) ;;")
    return """
      # Completion of anonymize for bash:
      #   anonymize --generate-completion bash > ~/.local/share/bash-completion/completions/anonymize

      _anonymize() {
        local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local candidates=""
        COMPREPLY=()
        # The equals sign of --name=value is a word of its own.
        if [[ $word == "=" ]]; then
          word=""
        elif [[ $previous == "=" ]]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        case $previous in
      \(cases.joined(separator: "\n"))
          *)
            # Left to the shell, which completes names of files.
            [[ $word == -* ]] || return
            candidates="\(words.joined(separator: " "))" ;;
        esac
        compopt +o default 2>/dev/null
        COMPREPLY=($(compgen -W "$candidates" -- "$word"))
      }
      complete -o default -F _anonymize anonymize

      """
  }

  private static var zsh: String {
    let rows = OptionTable.options.map { option -> String in
      let note = quotedForZsh(option.summary)
      guard let value = option.value else {
        return option.letter.map {
          "'(-\($0) \(option.name))'{-\($0),\(option.name)}'[\(note)]'"
        } ?? "'\(option.name)[\(note)]'"
      }
      let offer = value.choices.isEmpty ? " " : "(\(value.choices.joined(separator: " ")))"
      let label = value.choices.isEmpty ? value.placeholder.lowercased() : "value"
      return "'*\(option.name)=[\(note)]:\(label):\(offer)'"
    }
    return """
      #compdef anonymize
      # Completion of anonymize for zsh:
      #   anonymize --generate-completion zsh > ~/.zfunc/_anonymize
      # with ~/.zfunc in fpath before compinit.

      _arguments -s -S \\
        \(rows.joined(separator: " \\\n  ")) \\
        '1:input:_files' \\
        '2:output:_files'

      """
  }

  private static var fish: String {
    let rows = OptionTable.options.map { option -> String in
      var row = "complete -c anonymize -l \(option.name.dropFirst(2))"
      if let letter = option.letter { row += " -s \(letter)" }
      if let value = option.value {
        row += value.choices.isEmpty ? " -x" : " -x -a '\(value.choices.joined(separator: " "))'"
      }
      return row + " -d '\(quotedForFish(option.summary))'"
    }
    return """
      # Completion of anonymize for fish:
      #   anonymize --generate-completion fish > ~/.config/fish/completions/anonymize.fish

      \(rows.joined(separator: "\n"))

      """
  }

  private static func quotedForZsh(_ text: String) -> String {
    escaped(text, "\\[]:").split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''")
  }

  private static func quotedForFish(_ text: String) -> String {
    escaped(text, "\\'")
  }

  private static func escaped(_ text: String, _ special: String) -> String {
    text.reduce(into: "") { result, character in
      if special.contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
