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
    let commands = parts(of: .anonymize)
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
            # Names of files and folders are left to the shell.
            if [[ $word != -* ]]; then
              if [[ $COMP_CWORD == 1 ]]; then
                candidates="\(commands)"
              elif [[ ${COMP_WORDS[1]} == archive ]]; then
                [[ $COMP_CWORD == 2 ]] && candidates="\(parts(of: .archive))"
                compopt +o default -o dirnames 2>/dev/null
              fi
              [[ $word ]] && COMPREPLY=($(compgen -W "$candidates" -- "$word"))
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
    let commands = parts(of: .anonymize)
    return """
      #compdef anonymize
      # Completion of anonymize for zsh:
      #   anonymize --generate-completion zsh > ~/.zfunc/_anonymize
      # with ~/.zfunc in fpath before compinit.

      _anonymize_operand() {
        if (( CURRENT == 2 )); then
          _alternative "commands:command:(\(commands))" "files:file:_files"
        elif [[ $words[2] != archive ]]; then
          _files
        elif (( CURRENT == 3 )); then
          _alternative "commands:command:(\(parts(of: .archive)))" "folders:folder:_directories"
        else
          _directories
        fi
      }

      _arguments -s -S \\
        \(rows.joined(separator: " \\\n  ")) \\
        '*:operand:_anonymize_operand'

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
    let top = Command.anonymize.parts.map { row(of: $0, where: "__fish_use_subcommand") }
    let isArchive = "__fish_seen_subcommand_from archive"
    let isPart = "__fish_seen_subcommand_from \(parts(of: .archive))"
    let below = Command.archive.parts.map { row(of: $0, where: "\(isArchive); and not \(isPart)") }
    let folders = "complete -c anonymize -n '\(isArchive)' -f -a '(__fish_complete_directories)'"
    return """
      # Completion of anonymize for fish:
      #   anonymize --generate-completion fish > ~/.config/fish/completions/anonymize.fish

      \((top + below + [folders] + rows).joined(separator: "\n"))

      """
  }

  private static func row(of command: Command, where condition: String) -> String {
    "complete -c anonymize -n '\(condition)' -a \(command.words.last ?? "") "
      + "-d '\(quotedForFish(command.summary))'"
  }

  /// The words that may come behind those of a command, to name one of its parts.
  private static func parts(of command: Command) -> String {
    command.parts.compactMap(\.words.last).joined(separator: " ")
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
