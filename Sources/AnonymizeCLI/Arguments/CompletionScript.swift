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
    let free = options.filter { $0.value?.choices.isEmpty == true && $0.value?.isFileName == false }
    cases.append("    \(free.map(\.name).joined(separator: "|"))) ;;")
    let files = options.filter { $0.value?.isFileName == true }.map(\.name)
    cases.append("    \(files.joined(separator: "|"))) return ;;")
    let commands = Command.all.compactMap(\.word).joined(separator: " ")
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
            # Names of files are left to the shell.
            if [[ $word != -* ]]; then
              [[ $COMP_CWORD == 1 && $word ]] && COMPREPLY=($(compgen -W "\(commands)" -- "$word"))
              return
            fi
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
      let offer =
        value.isFileName
        ? "_files" : value.choices.isEmpty ? " " : "(\(value.choices.joined(separator: " ")))"
      let label = value.choices.isEmpty ? value.placeholder.lowercased() : "value"
      return "'*\(option.name)=[\(note)]:\(label):\(offer)'"
    }
    let commands = Command.all.compactMap(\.word).joined(separator: " ")
    return """
      #compdef anonymize
      # Completion of anonymize for zsh:
      #   anonymize --generate-completion zsh > ~/.zfunc/_anonymize
      # with ~/.zfunc in fpath before compinit.

      _arguments -s -S \\
        \(rows.joined(separator: " \\\n  ")) \\
        '1:input:{_alternative "commands:command:(\(commands))" "files:input:_files"}' \\
        '2:output:_files'

      """
  }

  private static var fish: String {
    let rows = OptionTable.options.map { option -> String in
      var row = "complete -c anonymize -l \(option.name.dropFirst(2))"
      if let letter = option.letter { row += " -s \(letter)" }
      if let value = option.value {
        row +=
          value.isFileName
          ? " -r -F"
          : value.choices.isEmpty ? " -x" : " -x -a '\(value.choices.joined(separator: " "))'"
      }
      return row + " -d '\(quotedForFish(option.summary))'"
    }
    let commands = Command.all.compactMap { command in
      command.word.map {
        "complete -c anonymize -n __fish_use_subcommand -a \($0) "
          + "-d '\(quotedForFish(command.summary))'"
      }
    }
    return """
      # Completion of anonymize for fish:
      #   anonymize --generate-completion fish > ~/.config/fish/completions/anonymize.fish

      \((commands + rows).joined(separator: "\n"))

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
