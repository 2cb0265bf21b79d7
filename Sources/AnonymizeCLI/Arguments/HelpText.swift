/// The text that `--help` prints, at most 80 columns wide.
enum HelpText {
  private static let columns = 80
  private static let indentation = 30

  private static let introduction = """
    Covers every face in the footage INPUT with a mosaic and writes the footage to \
    OUTPUT, whose name decides the container. Frames, timestamps, audio, subtitles \
    and chapters stay as they are. OUTPUT appears only when it is whole, and not at \
    all when anything fails. Either may be '-', for a pipe; INPUT may be a URL, or a \
    camera that --input-format names the driver of.
    """

  private static let inspection = """
    'inspect' writes no footage but a report of the faces, on standard output or to \
    --report. It takes no options of the cover, and of the output only these two: \
    --report and --overwrite.
    """

  private static let verification = """
    'verify' looks at ANONYMIZED beside ORIGINAL and names the times at which a face may \
    still be shown: where a face of ORIGINAL kept its detail, where a detector sees \
    one, and where frames are missing. --verify does the same before OUTPUT is \
    published, and publishes nothing then. With --detections, faces that are not in \
    the report are meant to be shown, and pass. Both need files, no pipes.
    """

  private static let examples = """
    Examples:
      anonymize street.mp4 street-anonymous.mp4
      anonymize --scale 50 --codec hevc interview.mov interview-anonymous.mkv

      # Find faces, correct the report by hand, cover what it says
      anonymize inspect a.mp4 > a.jsonl
      anonymize --detections a.jsonl a.mp4 a-anonymous.mp4

      # Check what has been anonymized
      anonymize verify a.mp4 a-anonymous.mp4

      # A camera, until Ctrl-C
      anonymize --input-format v4l2 /dev/video0 desk.mkv

      # Every file of a folder
      for file in footage/*.mp4; do
        anonymize --quiet "$file" "public/${file##*/}" || echo "failed: $file"
      done

      # In a crontab: every night at 3:15, with mail only if it fails
      15 3 * * * /usr/local/bin/anonymize -q --overwrite /video/a.mp4 /public/a.mp4

    """

  /// The whole text with the line end of its last line.
  static var text: String {
    var lines = Command.all.enumerated().map { index, command in
      (index == 0 ? "Usage: " : "       ") + command.usage
    }
    lines.append("")
    lines += wrapped(introduction, to: columns)
    for text in [inspection, verification] { lines += [""] + wrapped(text, to: columns) }
    for group in Option.Group.allCases {
      lines += ["", "\(group.rawValue):"]
      for option in OptionTable.options where option.group == group {
        lines += entry(label(of: option), description(of: option), indentation: indentation)
      }
    }
    lines += ["", examples, "Exit statuses:"]
    for (statuses, meaning) in ExitStatus.meanings {
      let numbers = statuses.map { String($0.rawValue) }.joined(separator: ", ")
      lines += entry(numbers, meaning, indentation: 17)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func label(of option: Option) -> String {
    let name = option.letter.map { "-\($0), \(option.name)" } ?? option.name
    return option.value.map { "\(name) \($0.placeholder)" } ?? name
  }

  private static func description(of option: Option) -> String {
    let notes = [
      option.value?.bounds, option.value?.defaultText.map { "default: \($0)" },
    ].compactMap { $0 }
    return notes.isEmpty ? option.summary : "\(option.summary) (\(notes.joined(separator: "; ")))"
  }

  /// A label with its text beside it, or below it where the label is too long.
  private static func entry(_ label: String, _ text: String, indentation: Int) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    var lines = wrapped(text, to: columns - indentation).map { margin + $0 }
    let head = "  \(label)"
    if head.count + 2 <= indentation, let first = lines.first {
      lines[0] = head + first.dropFirst(head.count)
    } else {
      lines.insert(head, at: 0)
    }
    return lines
  }

  /// The words of a text in lines of at most `width` characters.
  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? word : " \(word)"
    }
    return lines + [line]
  }
}
