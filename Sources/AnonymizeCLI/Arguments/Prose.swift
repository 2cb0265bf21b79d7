/// What the help text and the manual page have to say beside the tables.
enum Prose {
  /// A command line or a few, and what they are for.
  struct Example: Sendable {
    /// What it is for, without a full stop; `nil` where that is plain to see.
    var purpose: String?
    /// The lines.
    var lines: [String]
  }

  /// What the program does.
  static let introduction = """
    Covers every face in the footage INPUT with a mosaic and writes the footage to \
    OUTPUT, whose name decides the container. Frames, timestamps, audio, subtitles \
    and chapters stay as they are. OUTPUT appears only when it is whole, and not at \
    all when anything fails. Either may be '-', for a pipe; INPUT may be a URL, or a \
    camera that --input-format names the driver of.
    """

  /// What `inspect` does.
  static let inspection = """
    'inspect' writes no footage but a report of the faces, on standard output or to \
    --report. It takes no options of the cover, and of the output only these two: \
    --report and --overwrite.
    """

  /// What `verify` does.
  static let verification = """
    'verify' looks at ANONYMIZED beside ORIGINAL and names the times at which a face may \
    still be shown: where a face of ORIGINAL kept its detail, where a detector sees \
    one, and where frames are missing. --verify does the same before OUTPUT is \
    published, and publishes nothing then. With --detections, faces that are not in \
    the report are meant to be shown, and pass. Both need files, no pipes.
    """

  /// What `archive` and the words behind it do.
  static let archive = """
    'archive' does every video and picture below SOURCE that is new or has changed, into \
    the same folders below DESTINATION, and is made for cron: what is done is not done \
    again, what is still being written waits for the next run, a file that fails \
    stops no other and is tried again later, and of two runs the second ends at once. \
    DESTINATION/.anonymize holds the ledger of it. 'archive status' and 'archive report' \
    tell how it goes, 'archive repair' makes a broken ledger again, and 'archive plan' \
    lists the work for several runs at once, on one machine or many, each with --task.
    """

  /// Command lines to begin with.
  static let examples = [
    Example(lines: [
      "anonymize street.mp4 street-anonymous.mp4",
      "anonymize --scale 50 --codec hevc interview.mov interview-anonymous.mkv",
    ]),
    Example(
      purpose: "Find faces, correct the report by hand, cover what it says",
      lines: [
        "anonymize inspect a.mp4 > a.jsonl",
        "anonymize --detections a.jsonl a.mp4 a-anonymous.mp4",
      ]),
    Example(
      purpose: "Check what has been anonymized",
      lines: ["anonymize verify a.mp4 a-anonymous.mp4"]),
    Example(
      purpose: "A camera, until Ctrl-C",
      lines: ["anonymize --input-format v4l2 /dev/video0 desk.mkv"]),
    Example(
      purpose: "Every file of a folder that is not done yet, and how that went",
      lines: [
        "anonymize archive /video /public", "anonymize archive status /public",
      ]),
    Example(
      purpose: "In a crontab: every night at 3:15, with mail only if something fails",
      lines: ["15 3 * * * /usr/local/bin/anonymize archive -q /video /public"]),
  ]
}
