import Foundation
import TestSupport
import Testing

/// Sound and text that the output's container cannot hold as they are.
@Suite struct ConversionTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  struct Case: Sendable, CustomTestStringConvertible {
    let source: String
    /// How ffmpeg codes the source's sound.
    let options: String
    let output: String
    let codec: String
    let rate: Int
    let channels: Int

    var testDescription: String { "\(options) in \(source) to \(output)" }

    init(
      _ source: String, _ options: String, _ output: String, _ codec: String, _ rate: Int,
      _ channels: Int
    ) {
      (self.source, self.options, self.output) = (source, options, output)
      (self.codec, self.rate, self.channels) = (codec, rate, channels)
    }
  }

  static let cases = [
    Case("pcm.mov", "pcm_s16le -ar 48000 -ac 2", "out.mp4", "aac", 48000, 2),
    Case("pcm.mov", "pcm_s16le -ar 48000 -ac 2", "out.webm", "opus", 48000, 2),
    Case("pcm.mov", "pcm_s16le -ar 48000 -ac 2", "out.ts", "aac", 48000, 2),
    Case("pcm-mono.mov", "pcm_s24le -ar 44100 -ac 1", "out.mp4", "aac", 44100, 1),
    Case("pcm-mono.mov", "pcm_s24le -ar 44100 -ac 1", "out.webm", "opus", 48000, 1),
    Case("mulaw.mov", "pcm_mulaw -ar 8000 -ac 1", "out.mp4", "aac", 8000, 1),
    Case("flac.mkv", "flac -ar 96000 -ac 2", "out.ts", "aac", 96000, 2),
    Case("flac.mkv", "flac -ar 96000 -ac 2", "out.webm", "opus", 48000, 2),
    Case("vorbis.mkv", "libvorbis -ar 44100 -ac 2", "out.flv", "aac", 44100, 2),
    Case("mp3.mp4", "libmp3lame -ar 44100 -ac 1", "out.webm", "opus", 48000, 1),
    Case("tones.mp4", "aac -ar 44100 -ac 2", "out.webm", "opus", 48000, 2),
    Case("side.mov", "pcm_s16le -af pan=5.1(side)|c0=c0|c4=c0", "out.webm", "opus", 48000, 6),
    Case("big-endian.mov", "pcm_s24be -ar 48000 -ac 2", "out.avi", "pcm_s16le", 48000, 2),
    Case("big-endian.mov", "pcm_s24be -ar 48000 -ac 2", "out.mpg", "mp2", 48000, 2),
  ]

  @Test(arguments: cases)
  func `sound is re-encoded where it was`(_ sample: Case) throws {
    let clip = try Clips.clip(
      sample.source, from: [bursts()],
      "-c:v copy -c:a \(sample.options) -metadata:s:a language=ita -avoid_negative_ts disabled")
    let outcome = try bench.anonymize(clip, sample.output)
    try #require(outcome.status == 0, "\(outcome.standardError)")
    let output = bench.path(sample.output)
    let before = try Probe(clip).stream("audio")
    let after = try Probe(output).stream("audio")
    #expect(after.codecName == sample.codec)
    #expect(after.sampleRate == "\(sample.rate)")
    #expect(after.channels == sample.channels)
    // These have no place for it.
    if !["avi", "mpg", "flv"].contains(URL(fileURLWithPath: output).pathExtension) {
      #expect(after.tags?["language"] == "ita")
    }
    #expect(
      outcome.standardError.contains(
        try Regex(
          "warning: stream 1 \\(audio, \(before.codecName ?? "")\\) is re-encoded as "
            + "\(sample.codec): [a-z0-9]+ files cannot hold \(before.codecName ?? "")\n")))
    let sounds = try expectSame(clip, output, rate: sample.rate)
    let (expected, count) = (sounds.before.samples.count, sounds.after.samples.count)
    if sample.codec == "opus" || sample.codec == "pcm_s16le" {
      #expect(count == expected)
    } else {
      // What fills the last packet, and what comes before the first sample where the container
      // cannot say that it is not to be heard.
      #expect((expected..<expected + 2048).contains(count))
    }
  }

  @Test(arguments: [
    ("out.mp4", "pcm_s24le", 0.3), ("out.webm", "pcm_s24le", 0.3), ("out.ts", "pcm_s24le", 0.3),
    ("out.avi", "pcm_s16be", 0.3), ("out.mp4", "pcm_s24le", 0.01),
  ])
  func `sound that begins late still does`(name: String, coding: String, start: Double) throws {
    let clip = try Clips.file("late-\(coding)-\(start).mkv") { path in
      try MediaTool.ffmpeg.run([
        "-i", Strips.plain(), "-itsoffset", "\(start)", "-i", bursts(), "-map", "0:v", "-map",
        "1:a",
        "-c:v", "copy", "-c:a", coding, path,
      ])
    }
    try expectSame(clip, bench.anonymized(clip, name), rate: 48000)
  }

  @Test(arguments: ["out.webm", "out.ts", "out.avi"])
  func `a gap in the sound becomes silence`(name: String) throws {
    let (coding, size) =
      name == "out.avi" ? ("pcm_s16be -af asetnsamples=960", 960) : ("flac -frame_size 2880", 2880)
    let whole = try Clips.clip("whole-\(name).mkv", from: [bursts()], "-c:v copy -c:a \(coding)")
    let clip = try Clips.clip(
      "gap-\(name).mkv", from: [whole], "-c copy -bsf:a noise=drop=gt(n\\,3)*lt(n\\,7)")
    let counts = try [whole, clip].map { path in
      let probe = try Probe(path, .packets)
      return probe.packets(of: try probe.stream("audio")).count
    }
    #expect(counts[0] - counts[1] == 3)
    var expected = try Sound(whole, rate: 48000)
    expected.silence(4 * size..<7 * size)
    let sound = try Sound(bench.anonymized(clip, name), rate: 48000)
    let lag = sound.lag(behind: expected, limit: 2500)
    #expect(lag == (name == "out.ts" ? 1024 : 0))
    let error = sound.error(against: expected, lag: lag)
    #expect(error < 0.05, "\(error)")
  }

  @Test(arguments: ["out.mp4", "out.webm", "out.mpg"])
  func `all six channels stay where they are`(name: String) throws {
    let tones = [300, 500, 700, 60, 900, 1100].map {
      "0.4*sin(2*PI*\($0)*t*(1+t))*between(mod(t\\,0.25)\\,0.05\\,0.15)"
    }
    let sound = try Clips.clip(
      "six.wav", from: ["aevalsrc=\(tones.joined(separator: "|")):s=48000:d=0.8:c=5.1"],
      inputOptions: "-f lavfi", "-c:a pcm_s16le")
    let clip = try Clips.clip(
      "six.mkv", from: [Strips.plain(), sound],
      "-map 0:v -map 1:a -c:v copy -c:a pcm_s16le")
    let output = try bench.anonymized(clip, name)
    #expect(try Probe(output).stream("audio").channels == 6)
    for channel in 0..<6 { try expectSame(clip, output, rate: 48000, channel: channel) }
  }

  @Test func `channels and sample rate may change in mid-stream`() throws {
    let parts = try [
      ("change-two.mkv", "-ac 2", "0"), ("change-six.mkv", "-ac 6 -ar 44100", "0.8"),
    ].map {
      try Clips.clip($0, from: [bursts()], "-c:v copy -c:a ac3 \($1) -output_ts_offset \($2)")
    }
    let clip = try Clips.file("changing.mkv") { path in
      let list = try bench.folder.write(parts.map { "file \($0)\n" }.joined(), to: "list")
      try MediaTool.ffmpeg.run(
        ["-f", "concat", "-safe", "0", "-i", list, "-map", "0", "-c", "copy", path])
    }
    let output = try bench.anonymized(clip, "out.webm")
    let (before, after) = try (Sound(clip, rate: 48000), Sound(output, rate: 48000))
    #expect(abs(before.samples.count - after.samples.count) <= 1)
    #expect(after.lag(behind: before, limit: 1000) == 0)
  }

  @Test(arguments: ["out.mp4", "out.mkv"])
  func `sound that fits is copied`(name: String) throws {
    let clip = try Clips.clip("flac-whole.mkv", from: [bursts()], "-c:v copy -c:a flac")
    let hashes = try [clip, bench.anonymized(clip, name)].map { path in
      let probe = try Probe(path, .packets)
      return probe.packets(of: try probe.stream("audio")).map(\.dataHash)
    }
    #expect(hashes[0] == hashes[1])
  }

  @Test func `damaged sound is refused`() throws {
    let clip = try Clips.clip("flac-whole.mkv", from: [bursts()], "-c:v copy -c:a flac")
    let probe = try Probe(clip, .packets)
    let packet = probe.packets(of: try probe.stream("audio"))[4]
    var bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    let middle = try #require(packet.position) + packet.byteCount / 2
    for index in middle..<middle + 8 { bytes[index] ^= 0x55 }
    let damaged = try bench.folder.write(bytes, to: "damaged.mkv")
    let outcome = try bench.anonymize(damaged, "out.webm")
    #expect(outcome.status == 65)
    #expect(
      outcome.standardError.contains(
        "damaged.mkv: is damaged: a packet of stream 1 cannot be decoded"))
    #expect(try bench.folder.names == ["damaged.mkv"])
  }

  /// Where each coding of text can and cannot go.
  static let texts = [
    ("srt", "words.mkv", "out.mp4", "mov_text"), ("srt", "words.mkv", "out.webm", "webvtt"),
    ("ass", "words-ass.mkv", "out.mov", "mov_text"), ("ass", "words-ass.mkv", "out.webm", "webvtt"),
    ("mov_text", "words.mp4", "out.mkv", "subrip"), ("mov_text", "words.mp4", "out.webm", "webvtt"),
    ("webvtt", "words-vtt.mkv", "out.mp4", "mov_text"),
  ]

  @Test(arguments: texts)
  func `text subtitles are converted`(
    coding: String, source: String, output: String, codec: String
  ) throws {
    let words = """
      1
      00:00:00,100 --> 00:00:00,300
      Guten <i>Tag</i>, Frau Müller

      2
      00:00:00,400 --> 00:00:00,700
      Auf
      Wiedersehen
      """
    let subtitles = try Clips.file("two-words.srt") { path in
      try Data(words.utf8).write(to: URL(fileURLWithPath: path))
    }
    let clip = try Clips.clip(
      source, from: [Strips.plain(), subtitles],
      "-map 0:v -map 1 -c:v copy -c:s \(coding) -metadata:s:s language=ger")
    let outcome = try bench.anonymize(clip, output)
    try #require(outcome.status == 0, "\(outcome.standardError)")
    let before = try Probe(clip).stream("subtitle").codecName ?? ""
    #expect(
      outcome.standardError.contains(
        try Regex(
          "warning: stream 1 \\(subtitle, \(before)\\) is converted to \(codec): "
            + "[a-z0-9]+ files cannot hold \(before)\n")))
    let after = try Probe(bench.path(output)).stream("subtitle")
    #expect(after.codecName == codec)
    #expect(after.tags?["language"] == "ger")
    #expect(try srt(of: bench.path(output)) == words + "\n\n")
  }

  @Test func `texts that overlap are put into one where only one is shown`() throws {
    let script = try Clips.file("overlap.ass") { path in
      try Data(
        """
        [Script Info]
        ScriptType: v4.00+

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour
        Style: Default,Arial,16,&Hffffff

        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
        Dialogue: 0,0:00:00.10,0:00:00.50,Default,,0,0,0,,{\\b1}One, and
        Dialogue: 0,0:00:00.10,0:00:00.30,Default,,0,0,0,,two
        Dialogue: 0,0:00:00.40,0:00:00.70,Default,,0,0,0,,three

        """.utf8
      ).write(to: URL(fileURLWithPath: path))
    }
    let clip = try Clips.clip(
      "overlap.mkv", from: [Strips.plain(), script], "-map 0:v -map 1 -c:v copy -c:s ass")
    #expect(
      try srt(of: bench.anonymized(clip, "out.mp4")) == """
        1
        00:00:00,100 --> 00:00:00,300
        <b>One, and</b>
        two

        2
        00:00:00,300 --> 00:00:00,400
        <b>One, and</b>

        3
        00:00:00,400 --> 00:00:00,500
        <b>One, and</b>
        three

        4
        00:00:00,500 --> 00:00:00,700
        three
        """ + "\n\n")
  }

  @Test func `text is left out where there is none`() throws {
    let clip = try Clips.clip(
      "words-left-out.mkv",
      from: [
        Strips.plain(),
        Clips.file("one.srt") { path in
          try Data("1\n00:00:00,100 --> 00:00:00,300\nTag\n\n".utf8)
            .write(to: URL(fileURLWithPath: path))
        },
      ], "-map 0:v -map 1 -c:v copy -c:s srt")
    let outcome = try bench.anonymize(clip, "out.ts")
    try #require(outcome.status == 0, "\(outcome.standardError)")
    #expect(
      outcome.standardError.contains(
        "warning: stream 1 (subtitle, subrip) is left out: mpegts files cannot hold it\n"))
    #expect(try Probe(bench.path("out.ts")).streams.map(\.codecType) == ["video"])
  }

  /// A strip with bursts of rising tones in place of its sound, 0.79 s of them.
  private func bursts() throws -> String {
    let sound = try Clips.clip(
      "bursts.wav",
      from: [
        "aevalsrc=0.5*sin(2*PI*(300+1500*t)*t)*between(mod(t\\,0.25)\\,0.05\\,0.15):s=48000:d=0.79"
      ], inputOptions: "-f lavfi", "-c:a pcm_s16le")
    return try Clips.clip(
      "bursts.mov", from: [Strips.plain(), sound], "-map 0:v -map 1:a -c:v copy -c:a copy")
  }

  private func srt(of path: String) throws -> String {
    let text = try MediaTool.ffmpeg.run(["-i", path, "-map", "0:s:0", "-f", "srt", "-"])
    return String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  /// Expects the same sound at the same time after the first picture.
  @discardableResult
  private func expectSame(
    _ clip: String, _ output: String, rate: Int, channel: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (before: Sound, after: Sound) {
    let before = try Sound(clip, rate: rate, channel: channel)
    let after = try Sound(output, rate: rate, channel: channel)
    let probes = try [clip, output].map { try Probe($0, .frames) }
    let starts = try probes.map { probe in
      let times = try ["audio", "video"].map { try probe.times(of: probe.stream($0))[0] }
      return times[0] - times[1]
    }
    // What comes before the first sample, such as an encoder's delay, makes the rest lie behind.
    let expected = Int(((starts[0] - starts[1]) * Double(rate)).rounded())
    let lag = after.lag(behind: before, around: expected, limit: rate / 50)
    let error = after.error(against: before, lag: lag)
    #expect(error < 0.05, "\(error)", sourceLocation: sourceLocation)
    let moved = starts[1] - starts[0] + Double(lag) / Double(rate)
    // One sample, or what a clock in milliseconds rounds off.
    let isCoarse = try probes.contains { try $0.stream("audio").timeBase == "1/1000" }
    #expect(
      abs(moved) < (isCoarse ? 0.0011 : 1.01 / Double(rate)), "\(moved) \(lag)",
      sourceLocation: sourceLocation)
    return (before, after)
  }
}
