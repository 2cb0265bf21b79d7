/// The manual page anonymize(1) in roff, with the macros of man(7).
enum ManualPage {
  /// The day on which the page's own words last changed.
  private static let day = "2026-11-30"
  /// Environment variables that change what the program does.
  private static let environment = [
    (
      "ANONYMIZE_CACHE",
      "The folder in which prepared networks are kept between runs, instead of anonymize in "
        + "XDG_CACHE_HOME or ~/.cache; empty for none. Nothing of the footage is in it."
    ),
    (
      "ANONYMIZE_MODEL",
      "The file of the face detector's network, in place of the one that was installed."
    ),
    (
      "ANONYMIZE_RUNTIME",
      "The folder that holds the libraries of OpenVINO and, in models, the network; without it both "
        + "are looked for beside the program."
    ),
  ]

  private static let files = [
    (
      "OUTPUT.partial",
      "The output while it is written. One that a killed run left behind is replaced by the next."
    ),
    (
      "DESTINATION/.anonymize/ledger.sqlite",
      "What an archive knows of each file of its source: a database of SQLite."
    ),
    (
      "DESTINATION/.anonymize/",
      "Beside the ledger the files that runs lock, and unfinished outputs. All of it belongs to "
        + "the program."
    ),
  ]

  private static let archives = [
    Section(
      "What is done",
      """
      A run looks through SOURCE and does each video or picture that is new, has changed, or \
      failed and may be tried again. Its output has the same path below DESTINATION; where the \
      name's ending stands for no container that can be written, .mkv is added to it. A run \
      right after a run does nothing and says so.
      """,
      """
      Files are told apart by size and time of change. With --checksum each is read whole once and \
      its SHA-256 kept. A file that runs with --checksum have done and now find under another name \
      is not done again, but its output renamed, and one that has only new times is left as it is.
      """,
      """
      Passed over and counted are hidden files, symbolic links, files without video whatever they \
      are called, DESTINATION where it lies in SOURCE, and what --include and --exclude leave \
      out. A glob without a slash is compared with names, one with a slash with the whole path \
      below SOURCE. SOURCE is only read.
      """,
      """
      What is done stays as it is when settings change: they hold for files to come, and the \
      closing lines count those that were made with others. --redo settings does these again.
      """,
      """
      Where a file is gone from SOURCE its output stays, and that is told; --prune removes it. A \
      SOURCE that is empty and another folder than before, such as a disk leaves that is not \
      mounted, ends the run with status 66. A file in DESTINATION that the archive did not make \
      is replaced only with --overwrite; without it the file of SOURCE fails whose output has \
      that name.
      """),
    Section(
      "What can go wrong",
      """
      A file that changed less than --settle seconds ago, or that a program has open for \
      writing where that can be seen, is left to the next run. A file whose job fails, crashes, \
      takes longer than --timeout or more than --memory is marked with the reason, and the run \
      goes on with the others. Later runs try it again up to --retries times: the first that \
      comes five minutes after the failure or later, then after pauses that are each four times \
      as long, of a day at most. Then it is left until it changes, or until --redo failed.
      """,
      """
      An output appears under its name only when it is whole, has been decoded and is safe on \
      the disk. After a crash or a power cut the next run takes up where this one was. A disk \
      that is full ends the run with status 74; nothing that was done is lost.
      """,
      """
      One run at a time works on a DESTINATION. The kernel holds the lock and drops it when the \
      run ends, however it ends. A second run ends with status 75 and names the host and the \
      process of the first, so that schedules may overlap.
      """,
      """
      A ledger that is damaged ends a run with status 65. 'archive repair' puts it aside and \
      makes it again from SOURCE, the outputs in DESTINATION and what can still be read of the old \
      one; with --verify it compares outputs with their files first. Where it can't be known any \
      more with which settings an output was made, it counts as made with others. Where the \
      ledger is lost a run begins a new one, and fails for each file whose output is there \
      already, since it leaves those alone: 'archive repair' takes them in.
      """),
    Section(
      "What is told",
      """
      On a terminal a bar shows how far the run is; elsewhere there are lines with times. \
      --log-format json makes each an object with its time and, under event, one of started, \
      began, done, failed, skipped, vanished, pruned, renamed, waiting, unreadable, warning, note, \
      progress, summary and error; began, skipped, waiting and note come with -v only. With -q \
      only files that failed or can't be read are told, and what ended the run, such as another one: \
      cron sends mail when there is any of that. --metrics-file is \
      replaced as a whole, for Prometheus. 'archive status' and 'archive report' read the ledger \
      and may be used while a run works.
      """),
    Section(
      "Schedules",
      """
      A line of a crontab is among the examples below. In a unit of systemd, of Type=oneshot \
      and started by a timer, SuccessExitStatus=75 lets runs overlap; the service needs to write \
      to DESTINATION and ANONYMIZE_CACHE alone, and no network. Units that are ready to use, and \
      scripts for a job array such as the one below, are in the folder samples of the program's \
      source.
      """,
      """
      On several machines that share both folders, 'archive plan' writes the work into the ledger \
      and prints the number of runs that it is for. Each of them then takes its share with --task \
      INDEX/COUNT, or with --task any whatever is free, as in this job array of Slurm. A task \
      that is run again takes up where it was.
      """),
  ]

  private static let slurm = [
    "tasks=$(anonymize archive plan --tasks 40 /video /public)",
    "[ \"${tasks:-0}\" -eq 0 ] || sbatch --array=1-$tasks \\",
    "  --wrap 'anonymize archive --task any /video /public'",
  ]

  private struct Section {
    let title: String
    let paragraphs: [String]

    init(_ title: String, _ paragraphs: String...) {
      self.title = title
      self.paragraphs = paragraphs
    }
  }

  /// The whole page with the line end of its last line.
  static var text: String {
    var lines = [
      ".TH ANONYMIZE 1 \(day) \"\(Roff.escaped(VersionText.line))\" \"User Commands\"",
      ".SH NAME", "anonymize \\- cover every face in footage", ".SH SYNOPSIS",
    ]
    lines.append(Command.all.map(Roff.usage).joined(separator: "\n.br\n"))
    lines.append(".SH DESCRIPTION")
    lines += paragraphs([
      Prose.introduction, Prose.inspection, Prose.verification, Prose.archive,
    ])
    lines.append(".SH OPTIONS")
    for group in Option.Group.allCases {
      lines.append(".SS \(group.rawValue)")
      for option in OptionTable.options where option.group == group {
        lines += [".TP", Roff.label(option), Roff.text(HelpText.description(of: option) + ".")]
      }
    }
    lines.append(".SH ARCHIVES")
    for section in archives {
      lines += [".SS \(section.title)"] + paragraphs(section.paragraphs)
    }
    lines += [".P"] + Roff.example(slurm)
    lines.append(".SH EXIT STATUS")
    for (statuses, meaning) in ExitStatus.meanings {
      let numbers = statuses.map { "\($0.rawValue)" }.joined(separator: ", ")
      lines += [".TP", Roff.bold(numbers), Roff.text(meaning + ".")]
    }
    lines.append(".SH ENVIRONMENT")
    for (name, meaning) in environment { lines += [".TP", Roff.bold(name), Roff.text(meaning)] }
    lines.append(".SH FILES")
    for (name, meaning) in files { lines += [".TP", Roff.italic(name), Roff.text(meaning)] }
    lines.append(".SH EXAMPLES")
    for (index, example) in Prose.examples.enumerated() {
      if index > 0 { lines.append(".P") }
      if let purpose = example.purpose { lines.append(Roff.text(purpose + ":")) }
      lines += Roff.example(example.lines)
    }
    lines += [
      ".SH SEE ALSO", ".BR crontab (5),", ".BR ffmpeg (1),", ".BR ffprobe (1),", ".BR sbatch (1),",
      ".BR systemd.timer (5)",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func paragraphs(_ texts: [String]) -> [String] {
    texts.enumerated().flatMap { index, text in (index == 0 ? [] : [".P"]) + [Roff.text(text)] }
  }
}
