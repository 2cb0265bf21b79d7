import Anonymizer

/// Every option of the program, in the order of the help text.
///
/// Parsing, help, completions, the manual page, the list of settings that `--verbose` prints, and
/// what an archive hands to the job of each file, all read this table.
enum OptionTable {
  /// The rows.
  static let options: [Option] = [
    Option(
      "--style", OptionValue(.oneOf, at: \.configuration.style),
      .cover, .result, "What a face is covered with; a blur is as strong as the mosaic"),
    Option(
      "--scale", OptionValue(.whole(2...1000), called: "PIXELS", at: \.configuration.scale),
      .cover, .result, "Side of one cell of the mosaic or blur; larger is stronger"),
    Option(
      "--cells", OptionValue(.whole(1...8), called: "N", at: \.configuration.cells),
      .cover, .result,
      "At most this many cells across a face's shorter side; on large faces cells grow"),
    Option(
      "--shape", OptionValue(.oneOf, at: \.configuration.shape),
      .cover, .result, "Outline of the cover"),
    Option(
      "--margin", OptionValue(.number(0...2), called: "FRACTION", at: \.configuration.margin),
      .cover, .result, "Share of the face by which its cover is larger on each side"),
    Option(
      "--feather", OptionValue(.number(0...100), called: "PIXELS", at: \.configuration.feather),
      .cover, .result, "Width of the ellipse's soft edge, around what is covered fully"),
    Option(
      "--color",
      OptionValue(.colour, called: "RRGGBB", at: \.configuration.colour, unset: "black"),
      .cover, .result, "What --style solid covers with, in hexadecimal digits"),

    Option(
      "--detail", OptionValue(.oneOf, at: \.configuration.detail),
      .finding, .result, "How closely frames are looked at; closer finds more and takes longer"),
    Option(
      "--threshold", OptionValue(.number(0...1), called: "SCORE", at: \.configuration.threshold),
      .finding, .result, "Least detection score of a new face; smaller finds more"),
    Option(
      "--lookahead", OptionValue(.number(0...5), called: "SECONDS", at: \.configuration.lookahead),
      .finding, .result, "How long a face is covered before it is first found"),
    Option(
      "--hold", OptionValue(.number(0...10), called: "SECONDS", at: \.configuration.hold),
      .finding, .result, "How long a face is covered after it is last found"),
    Option(
      "--detections",
      OptionValue(.fileName, called: "FILE", at: \.configuration.detections, unset: nil),
      .cover, .result,
      "Cover the faces of a report, which may be corrected by hand, and look for none"),

    Option(
      "--codec", OptionValue(.oneOf, at: \.configuration.codec),
      .output, .result, "Video codec; 'auto' keeps the input's where it can be encoded, else H.264"),
    Option(
      "--encoder",
      OptionValue(.name, called: "NAME", at: \.configuration.encoder, unset: "chosen by --codec"),
      .output, .result, "libavcodec's name of the video encoder, such as libx264"),
    Option(
      "--crf",
      // The widest scale of constant quality that any encoder has.
      OptionValue(
        .number(0...255), called: "N", at: \.configuration.crf, unset: "visually lossless"),
      .output, .result, "Constant quality in the encoder's own scale; smaller is better"),
    Option(
      "--preset",
      OptionValue(
        .name, called: "NAME", at: \.configuration.preset, unset: "chosen for the encoder"),
      .output, .result, "The encoder's preset"),
    Option(
      "--encoder-option",
      OptionValue(.assignment, called: "KEY=VALUE", appendingTo: \.configuration.encoderOptions),
      .output, .result, "A private option of the encoder; may be repeated"),
    Option(
      "--copy-clean", OptionValue(.oneOf, at: \.configuration.copyClean),
      .output, .result,
      "Whether stretches of H.264 without a face go through bit for bit; 'always' says where none can"
    ),
    Option(
      "--audio", OptionValue(.oneOf, at: \.configuration.audio),
      .output, .result, "What happens to audio"),
    Option(
      "--metadata", OptionValue(.oneOf, at: \.configuration.metadata),
      .output, .result,
      "Which texts and data go through; 'minimal' keeps rotation, languages, chapters and "
        + "the time of creation, no places, devices or people"),
    Option(
      "--format",
      OptionValue(
        .name, called: "NAME", at: \.configuration.format, unset: "by the name of OUTPUT"),
      .output, .result, "Container of OUTPUT by libavformat's name, such as matroska"),
    Option(
      "--report", OptionValue(.fileName, called: "FILE", at: \.configuration.report, unset: nil),
      .output, .none, "Write which faces are where as JSON Lines"),
    Option(
      "--check", OptionValue(.oneOf, at: \.configuration.check), .output, .none,
      "How OUTPUT is read again before it is published: counted, or decoded too; an archive's are"),
    Option(
      "--verify", .output, .work,
      "Look at the output again, beside INPUT, before it is published",
      flag: { $0.configuration.verify = true }),
    Option(
      "--overwrite", .output, .none,
      "Replace OUTPUT, the report or the trace if it exists; in an archive also files that it "
        + "did not make",
      flag: { $0.configuration.overwrite = true }),

    Option(
      "--input-format",
      OptionValue(
        .name, called: "NAME", at: \.configuration.inputFormat, unset: "by the content of INPUT"),
      .input, .result, "Container or device of INPUT by libavformat's name, such as v4l2"),
    Option(
      "--input-option",
      OptionValue(.assignment, called: "KEY=VALUE", appendingTo: \.configuration.inputOptions),
      .input, .result, "A private option of the demuxer or protocol; may be repeated"),
    Option(
      "--duration",
      OptionValue(.duration, called: "TIME", at: \.configuration.duration, unset: "all of INPUT"),
      .input, .result, "Stop after this much of the footage, in seconds or as HH:MM:SS"),
    Option(
      "--damaged", OptionValue(.oneOf, at: \.configuration.damaged),
      .input, .result,
      "Whether damage to INPUT ends the work, or is passed over with the damaged frames "
        + "covered whole"),

    Option(
      "--threads",
      OptionValue(.whole(1...512), called: "N", at: \.configuration.threads, unset: "all cores"),
      .running, .work, "Most threads for decoding, detecting and encoding each"),
    Option(
      "--progress", OptionValue(.oneOf, at: \.progress),
      .running, .none, "Progress on standard error; 'auto' is a bar on a terminal, else plain lines"
    ),
    Option(
      "--trace", OptionValue(.fileName, called: "FILE", at: \.configuration.trace, unset: nil),
      .running, .none, "Write when each stage worked and waited, for ui.perfetto.dev"),
    Option(
      "--quiet", letter: "q", .running, .none, "Print nothing but errors",
      flag: { $0.verbosity = .quiet }),
    Option(
      "--verbose", letter: "v", .running, .none, "Print how the work is done",
      flag: { $0.verbosity = .verbose }),

    Option(
      "--include", OptionValue(.pattern, called: "GLOB", appendingTo: \.archive.include),
      .archive, .none, "Take in only files whose path or name matches; may be repeated"),
    Option(
      "--exclude", OptionValue(.pattern, called: "GLOB", appendingTo: \.archive.exclude),
      .archive, .none, "Leave out files and folders whose path or name matches; may be repeated"),
    Option(
      "--settle", OptionValue(.number(0...1e6), called: "SECONDS", at: \.archive.settle),
      .archive, .none, "Leave files to the next run that changed less than this ago"),
    Option(
      "--retries", OptionValue(.whole(0...1000), called: "N", at: \.archive.retries),
      .archive, .none,
      "How often later runs try a failed file again, each time after a longer pause; then it is "
        + "left until it changes"),
    Option(
      "--redo", OptionValue(.oneOf, at: \.archive.redo, unset: "nothing"),
      .archive, .none,
      "Do again what other settings or versions made, everything, or what failed"),
    Option(
      "--prune", .archive, .none, "Remove outputs whose files are gone from SOURCE",
      flag: { $0.archive.prunes = true }),
    Option(
      "--checksum", .archive, .none,
      "Read files whole to tell, by SHA-256, which were only renamed or touched",
      flag: { $0.archive.usesChecksums = true }),
    Option(
      "--jobs", OptionValue(.whole(1...64), called: "N", at: \.archive.jobs),
      .archive, .none, "Files at the same time; they share the threads"),
    Option(
      "--order", OptionValue(.oneOf, at: \.archive.order),
      .archive, .none, "Which files come first"),
    Option(
      "--timeout",
      OptionValue(.duration, called: "TIME", at: \.archive.timeout, unset: "none"),
      .archive, .none, "End the job of a file after this long, in seconds or as HH:MM:SS"),
    Option(
      "--memory", OptionValue(.size, called: "SIZE", at: \.archive.memory, unset: "no bound"),
      .archive, .none, "End the job of a file that needs more bytes; K, M, G and T may follow"),
    Option(
      "--task", OptionValue(.taskShare, called: "INDEX/COUNT", at: \.archive.task, unset: nil),
      .archive, .none,
      "Take this share of what 'archive plan' listed, beside other runs, from 1/COUNT to "
        + "COUNT/COUNT; or with 'any' whatever is free"),
    Option(
      "--tasks", OptionValue(.whole(1...100_000), called: "N", at: \.archive.tasks),
      .archive, .none, "Most runs that 'archive plan' shares the work out to"),
    Option(
      "--log-format", OptionValue(.oneOf, at: \.logFormat),
      .archive, .none, "Form of the lines on standard error"),
    Option(
      "--metrics-file",
      OptionValue(.ownFileName, called: "FILE", at: \.metricsFile, unset: nil),
      .archive, .none, "Write figures for Prometheus, as node_exporter's textfile collector reads"),
    Option(
      "--html", OptionValue(.fileName, called: "FILE", at: \.htmlFile, unset: nil),
      .archive, .none, "Where 'archive report' writes its page, '-' for standard output"),
    Option(
      "--json", .archive, .none, "Let 'archive status' print one JSON object",
      flag: { $0.printsJSON = true }),

    Option(
      "--version", .information, .none, "Print the versions", flag: { $0.request = .version }),
    Option(
      "--generate-completion", OptionValue(.oneOf, at: \.completion, unset: nil),
      .information, .none, "Print a completion script for a shell"),
    Option(
      "--generate-manual", .information, .none, "Print the manual page, for man",
      flag: { $0.request = .manual }),
    Option(
      "--help", letter: "h", .information, .none, "Print this help", flag: { $0.request = .help }),
  ]

  /// The option of a long name with its dashes.
  static func option(named name: String) -> Option? {
    options.first { $0.name == name }
  }

  /// The option of a letter behind a single dash.
  static func option(lettered letter: Character) -> Option? {
    options.first { $0.letter == letter }
  }

  /// The arguments, without operands, that give the job of one file the settings that a command
  /// takes for each of its files.
  static func arguments(of settings: Settings, for command: Command = .archive) -> [String] {
    options.filter { $0.bearing != .none && command.takes($0) }
      .flatMap { $0.arguments(of: settings) }
  }

  /// Those of `arguments(of:for:)` that change what the output is like, defaults written out.
  static func resultSettings(of settings: Settings, for command: Command = .archive) -> [String] {
    options.filter { $0.bearing == .result && command.takes($0) }
      .flatMap { $0.arguments(of: settings) }
  }

  /// Everything that the settings hold for a command, as a command line would give it.
  static func commandLine(of settings: Settings, for command: Command = .anonymize) -> String {
    options.filter(command.takes).flatMap { option in
      option.value?.stored(settings).map { "\(option.name) \($0)" }
        ?? option.arguments(of: settings)
    }.joined(separator: " ")
  }
}

extension ValueForm where Value == Configuration.PrivateOption {
  /// A name and a value with an equals sign between them; the value may be empty.
  static let assignment = ValueForm(
    expectation: "a name, '=' and a value",
    read: { text in
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
      return Value(name: String(text[..<equals]), value: String(text[equals...].dropFirst()))
    },
    write: { "\($0.name)=\($0.value)" })
}
