import Testing

@testable import AnonymizeCLI

@Suite struct HelpTextTests {
  @Test func `the whole text is as it should be`() {
    #expect(
      HelpText.text == """
        Usage: anonymize [options] INPUT OUTPUT
               anonymize inspect [options] INPUT
               anonymize verify [options] ORIGINAL ANONYMIZED
               anonymize archive [options] SOURCE DESTINATION
               anonymize archive plan [options] SOURCE DESTINATION
               anonymize archive repair [options] SOURCE DESTINATION
               anonymize archive status [options] DESTINATION
               anonymize archive report [options] --html FILE DESTINATION

        Covers every face in the footage INPUT with a mosaic and writes the footage to
        OUTPUT, whose name decides the container. Frames, timestamps, audio, subtitles
        and chapters stay as they are. OUTPUT appears only when it is whole, and not at
        all when anything fails. Either may be '-', for a pipe; INPUT may be a URL, or a
        camera that --input-format names the driver of.

        'inspect' writes no footage but a report of the faces, on standard output or to
        --report. It takes no options of the cover, and of the output only these two:
        --report and --overwrite.

        'verify' looks at ANONYMIZED beside ORIGINAL and names the times at which a face
        may still be shown: where a face of ORIGINAL kept its detail, where a detector
        sees one, and where frames are missing. --verify does the same before OUTPUT is
        published, and publishes nothing then. With --detections, faces that are not in
        the report are meant to be shown, and pass. Both need files, no pipes.

        'archive' does every video and picture below SOURCE that is new or has changed,
        into the same folders below DESTINATION, and is made for cron: what is done is
        not done again, what is still being written waits for the next run, a file that
        fails stops no other and is tried again later, and of two runs the second ends
        at once. DESTINATION/.anonymize holds the ledger of it. 'archive status' and
        'archive report' tell how it goes, 'archive repair' makes a broken ledger again,
        and 'archive plan' lists the work for several runs at once, on one machine or
        many, each with --task.

        Cover:
          --style mosaic|blur|solid   What a face is covered with; a blur is as strong
                                      as the mosaic (default: mosaic)
          --scale PIXELS              Side of one cell of the mosaic or blur; larger is
                                      stronger (2 to 1000; default: 30)
          --cells N                   At most this many cells across a face's shorter
                                      side; on large faces cells grow (1 to 8; default:
                                      6)
          --shape ellipse|rectangle   Outline of the cover (default: ellipse)
          --margin FRACTION           Share of the face by which its cover is larger on
                                      each side (0 to 2; default: 0.2)
          --feather PIXELS            Width of the ellipse's soft edge, around what is
                                      covered fully (0 to 100; default: 1)
          --color RRGGBB              What --style solid covers with, in hexadecimal
                                      digits (default: black)
          --detections FILE           Cover the faces of a report, which may be
                                      corrected by hand, and look for none

        Finding faces:
          --detail fast|balanced|thorough
                                      How closely frames are looked at; closer finds
                                      more and takes longer (default: balanced)
          --threshold SCORE           Least detection score of a new face; smaller finds
                                      more (0 to 1; default: 0.3)
          --lookahead SECONDS         How long a face is covered before it is first
                                      found (0 to 5; default: 0.5)
          --hold SECONDS              How long a face is covered after it is last found
                                      (0 to 10; default: 0.5)

        Output:
          --codec auto|h264|hevc|av1|vp9|ffv1|prores|mjpeg
                                      Video codec; 'auto' keeps the input's where it can
                                      be encoded, else H.264 (default: auto)
          --encoder NAME              libavcodec's name of the video encoder, such as
                                      libx264 (default: chosen by --codec)
          --crf N                     Constant quality in the encoder's own scale;
                                      smaller is better (0 to 255; default: visually
                                      lossless)
          --preset NAME               The encoder's preset (default: chosen for the
                                      encoder)
          --encoder-option KEY=VALUE  A private option of the encoder; may be repeated
          --copy-clean auto|always|never
                                      Whether stretches of H.264 without a face go
                                      through bit for bit; 'always' says where none can
                                      (default: auto)
          --audio copy|drop           What happens to audio (default: copy)
          --metadata minimal|keep|none
                                      Which texts and data go through; 'minimal' keeps
                                      rotation, languages, chapters and the time of
                                      creation, no places, devices or people (default:
                                      minimal)
          --format NAME               Container of OUTPUT by libavformat's name, such as
                                      matroska (default: by the name of OUTPUT)
          --report FILE               Write which faces are where as JSON Lines
          --check packets|frames      How OUTPUT is read again before it is published:
                                      counted, or decoded too; an archive's are
                                      (default: packets)
          --verify                    Look at the output again, beside INPUT, before it
                                      is published
          --overwrite                 Replace OUTPUT, the report or the trace if it
                                      exists; in an archive also files that it did not
                                      make

        Input:
          --input-format NAME         Container or device of INPUT by libavformat's
                                      name, such as v4l2 (default: by the content of
                                      INPUT)
          --input-option KEY=VALUE    A private option of the demuxer or protocol; may
                                      be repeated
          --duration TIME             Stop after this much of the footage, in seconds or
                                      as HH:MM:SS (default: all of INPUT)
          --damaged stop|skip         Whether damage to INPUT ends the work, or is
                                      passed over with the damaged frames covered whole
                                      (default: stop)

        Running:
          --threads N                 Most threads for decoding, detecting and encoding
                                      each (1 to 512; default: all cores)
          --progress auto|always|never|json
                                      Progress on standard error; 'auto' is a bar on a
                                      terminal, else plain lines (default: auto)
          --trace FILE                Write when each stage worked and waited, for
                                      ui.perfetto.dev
          -q, --quiet                 Print nothing but errors
          -v, --verbose               Print how the work is done

        Archive:
          --include GLOB              Take in only files whose path or name matches; may
                                      be repeated
          --exclude GLOB              Leave out files and folders whose path or name
                                      matches; may be repeated
          --settle SECONDS            Leave files to the next run that changed less than
                                      this ago (0 to 1000000; default: 60)
          --retries N                 How often later runs try a failed file again, each
                                      time after a longer pause; then it is left until
                                      it changes (0 to 1000; default: 3)
          --redo settings|all|failed  Do again what other settings or versions made,
                                      everything, or what failed (default: nothing)
          --prune                     Remove outputs whose files are gone from SOURCE
          --checksum                  Read files whole to tell, by SHA-256, which were
                                      only renamed or touched
          --jobs N                    Files at the same time; they share the threads (1
                                      to 64; default: 1)
          --order largest|oldest|path
                                      Which files come first (default: oldest)
          --timeout TIME              End the job of a file after this long, in seconds
                                      or as HH:MM:SS (default: none)
          --memory SIZE               End the job of a file that needs more bytes; K, M,
                                      G and T may follow (default: no bound)
          --task INDEX/COUNT          Take this share of what 'archive plan' listed,
                                      beside other runs, from 1/COUNT to COUNT/COUNT; or
                                      with 'any' whatever is free
          --tasks N                   Most runs that 'archive plan' shares the work out
                                      to (1 to 100000; default: 100)
          --log-format text|json      Form of the lines on standard error (default:
                                      text)
          --metrics-file FILE         Write figures for Prometheus, as node_exporter's
                                      textfile collector reads
          --html FILE                 Where 'archive report' writes its page, '-' for
                                      standard output
          --json                      Let 'archive status' print one JSON object

        Information:
          --version                   Print the versions
          --generate-completion bash|zsh|fish
                                      Print a completion script for a shell
          --generate-manual           Print the manual page, for man
          -h, --help                  Print this help

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

          # Every file of a folder that is not done yet, and how that went
          anonymize archive /video /public
          anonymize archive status /public

          # In a crontab: every night at 3:15, with mail only if something fails
          15 3 * * * /usr/local/bin/anonymize archive -q /video /public

        Exit statuses:
          0              OUTPUT, or the report, is written and whole; no file of an
                         archive failed
          1              A verification found a face still shown, or other frames; or
                         some files of an archive failed
          64             The command line is wrong
          65             INPUT or a ledger is damaged, there is no video, or the report
                         doesn't fit
          66             There is no such INPUT, SOURCE, archive or report
          69             The model or the inference library is missing
          70             Internal error
          73             OUTPUT, report or trace can't be created, or exists
          74             Reading or writing failed, such as on a full disk
          75             OUTPUT or INPUT is being written by another program, or another
                         run holds the archive; try later
          129, 130, 143  Interrupted by SIGHUP, SIGINT or SIGTERM

        """)
  }

  @Test func `no line is wider than eighty columns or ends in a space`() {
    for line in HelpText.text.split(separator: "\n") {
      #expect(line.count <= 80)
      #expect(line.last != " ")
    }
  }

  @Test func `every option is listed with its letter, value and default`() {
    let lines = HelpText.text.split(separator: "\n")
    for option in OptionTable.options {
      let name = option.letter.map { "-\($0), \(option.name)" } ?? option.name
      let label = option.value.map { "  \(name) \($0.placeholder)" } ?? "  \(name)"
      #expect(lines.contains { $0 == label || $0.hasPrefix("\(label)  ") }, "\(option.name)")
    }
  }

  @Test func `every command is listed`() {
    for command in Command.all { #expect(HelpText.text.contains(" \(command.usage)\n")) }
  }

  @Test func `every exit status is listed`() {
    let words = HelpText.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for (statuses, meaning) in ExitStatus.meanings {
      #expect(words.contains(meaning))
      for status in statuses { #expect(HelpText.text.contains("\(status.rawValue)")) }
    }
  }
}
