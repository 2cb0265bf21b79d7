import Anonymizer

/// Every option of the program, in the order of the help text.
///
/// Parsing, help, completions and the list of settings that `--verbose` prints all read this table.
enum OptionTable {
  /// The rows.
  static let options: [Option] = [
    Option(
      "--style", OptionValue(.oneOf, at: \.configuration.style),
      .cover, "What a face is covered with; a blur is as strong as the mosaic"),
    Option(
      "--scale", OptionValue(.whole(2...1000), called: "PIXELS", at: \.configuration.scale),
      .cover, "Side of one cell of the mosaic or blur; larger is stronger"),
    Option(
      "--cells", OptionValue(.whole(1...8), called: "N", at: \.configuration.cells),
      .cover, "At most this many cells across a face's shorter side; on large faces cells grow"),
    Option(
      "--shape", OptionValue(.oneOf, at: \.configuration.shape),
      .cover, "Outline of the cover"),
    Option(
      "--margin", OptionValue(.number(0...2), called: "FRACTION", at: \.configuration.margin),
      .cover, "Share of the face by which its cover is larger on each side"),
    Option(
      "--feather", OptionValue(.number(0...100), called: "PIXELS", at: \.configuration.feather),
      .cover, "Width of the ellipse's soft edge, around what is covered fully"),
    Option(
      "--color",
      OptionValue(.colour, called: "RRGGBB", at: \.configuration.colour, unset: "black"),
      .cover, "What --style solid covers with, in hexadecimal digits"),

    Option(
      "--detail", OptionValue(.oneOf, at: \.configuration.detail),
      .finding, "How closely frames are looked at; closer finds more and takes longer"),
    Option(
      "--threshold", OptionValue(.number(0...1), called: "SCORE", at: \.configuration.threshold),
      .finding, "Least detection score of a new face; smaller finds more"),
    Option(
      "--lookahead", OptionValue(.number(0...5), called: "SECONDS", at: \.configuration.lookahead),
      .finding, "How long a face is covered before it is first found"),
    Option(
      "--hold", OptionValue(.number(0...10), called: "SECONDS", at: \.configuration.hold),
      .finding, "How long a face is covered after it is last found"),
    Option(
      "--detections",
      OptionValue(.fileName, called: "FILE", at: \.configuration.detections, unset: nil),
      .cover, "Cover the faces of a report, which may be corrected by hand, and look for none"),

    Option(
      "--codec", OptionValue(.oneOf, at: \.configuration.codec),
      .output, "Video codec; 'auto' keeps the input's where it can be encoded, else H.264"),
    Option(
      "--encoder",
      OptionValue(.name, called: "NAME", at: \.configuration.encoder, unset: "chosen by --codec"),
      .output, "libavcodec's name of the video encoder, such as libx264"),
    Option(
      "--crf",
      // The widest scale of constant quality that any encoder has.
      OptionValue(
        .number(0...255), called: "N", at: \.configuration.crf, unset: "visually lossless"),
      .output, "Constant quality in the encoder's own scale; smaller is better"),
    Option(
      "--preset",
      OptionValue(
        .name, called: "NAME", at: \.configuration.preset, unset: "chosen for the encoder"),
      .output, "The encoder's preset"),
    Option(
      "--encoder-option",
      OptionValue(.assignment, called: "KEY=VALUE", appendingTo: \.configuration.encoderOptions),
      .output, "A private option of the encoder; may be repeated"),
    Option(
      "--copy-clean", OptionValue(.oneOf, at: \.configuration.copyClean),
      .output,
      "Whether stretches of H.264 without a face go through bit for bit; 'always' says where none can"
    ),
    Option(
      "--audio", OptionValue(.oneOf, at: \.configuration.audio),
      .output, "What happens to audio"),
    Option(
      "--metadata", OptionValue(.oneOf, at: \.configuration.metadata),
      .output,
      "Which texts and data go through; 'minimal' keeps rotation, languages, chapters and "
        + "the time of creation, no places, devices or people"),
    Option(
      "--format",
      OptionValue(
        .name, called: "NAME", at: \.configuration.format, unset: "by the name of OUTPUT"),
      .output, "Container of OUTPUT by libavformat's name, such as matroska"),
    Option(
      "--report", OptionValue(.fileName, called: "FILE", at: \.configuration.report, unset: nil),
      .output, "Write which faces are where as JSON Lines"),
    Option(
      "--check", OptionValue(.oneOf, at: \.configuration.check),
      .output, "How OUTPUT is read again before it is published: counted, or decoded too"),
    Option(
      "--verify", .output,
      "Look at the output again, beside INPUT, before it is published",
      flag: { $0.configuration.verify = true }),
    Option(
      "--overwrite", .output, "Replace OUTPUT, the report or the trace if it exists",
      flag: { $0.configuration.overwrite = true }),

    Option(
      "--input-format",
      OptionValue(
        .name, called: "NAME", at: \.configuration.inputFormat, unset: "by the content of INPUT"),
      .input, "Container or device of INPUT by libavformat's name, such as v4l2"),
    Option(
      "--input-option",
      OptionValue(.assignment, called: "KEY=VALUE", appendingTo: \.configuration.inputOptions),
      .input, "A private option of the demuxer or protocol; may be repeated"),
    Option(
      "--duration",
      OptionValue(.duration, called: "TIME", at: \.configuration.duration, unset: "all of INPUT"),
      .input, "Stop after this much of the footage, in seconds or as HH:MM:SS"),
    Option(
      "--damaged", OptionValue(.oneOf, at: \.configuration.damaged),
      .input,
      "Whether damage to INPUT ends the work, or is passed over with the damaged frames "
        + "covered whole"),

    Option(
      "--threads",
      OptionValue(.whole(1...512), called: "N", at: \.configuration.threads, unset: "all cores"),
      .running, "Most threads for decoding, detecting and encoding each"),
    Option(
      "--progress", OptionValue(.oneOf, at: \.progress),
      .running, "Progress on standard error; 'auto' is a bar on a terminal, else plain lines"),
    Option(
      "--trace", OptionValue(.fileName, called: "FILE", at: \.configuration.trace, unset: nil),
      .running, "Write when each stage worked and waited, for ui.perfetto.dev"),
    Option(
      "--quiet", letter: "q", .running, "Print nothing but errors",
      flag: { $0.verbosity = .quiet }),
    Option(
      "--verbose", letter: "v", .running, "Print how the work is done",
      flag: { $0.verbosity = .verbose }),

    Option(
      "--version", .information, "Print the versions", flag: { $0.request = .version }),
    Option(
      "--generate-completion", OptionValue(.oneOf, at: \.completion, unset: nil),
      .information, "Print a completion script for a shell"),
    Option(
      "--help", letter: "h", .information, "Print this help", flag: { $0.request = .help }),
  ]

  /// The option of a long name with its dashes.
  static func option(named name: String) -> Option? {
    options.first { $0.name == name }
  }

  /// The option of a letter behind a single dash.
  static func option(lettered letter: Character) -> Option? {
    options.first { $0.letter == letter }
  }

  /// Every value of a command's that the settings hold, as a command line would give them.
  static func commandLine(of settings: Settings, for command: Command = .anonymize) -> String {
    options.filter(command.takes).flatMap { option in
      (option.value?.stored(settings) ?? []).map { "\(option.name) \($0)" }
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
