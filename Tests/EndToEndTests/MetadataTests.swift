import Foundation
import TestSupport
import Testing

/// Which texts and data go into the output, by `--metadata`.
@Suite struct MetadataTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  /// Each tag with a value that occurs nowhere else.
  private static let tags = [
    "location": "+48.8577+002.2950/",
    "com.apple.quicktime.location.ISO6709": "+12.3456-065.4321/",
    "make": "Makeword", "model": "Modelword", "serial": "Serialword", "software": "Softword",
    "artist": "Artistword", "author": "Authorword", "comment": "Commentword",
    "description": "Describeword", "title": "Titleword", "copyright": "Copyword",
  ]

  @Test(arguments: ["minimal", "none"], ["mov", "mp4", "mkv", "webm"])
  func `no text goes through`(policy: String, ending: String) throws {
    for source in try [tagged(in: "mov"), tagged(in: "mkv"), oldStyle()] {
      let output = try bench.anonymized(
        source, "out.\(ending)", "--metadata", policy, "--audio", "drop", "--overwrite")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
      for value in Self.tags.values + ["Handleword", "Streamword", "SEIWORD", "48.8577"] {
        #expect(bytes.range(of: Data(value.utf8)) == nil, "\(value) of \(source)")
      }
    }
  }

  @Test(arguments: ["mov", "mkv"], ["mov", "mp4", "mkv"])
  func `every text goes through under keep`(from: String, ending: String) throws {
    let source = try tagged(in: from)
    let output = try bench.anonymized(source, "out.\(ending)", "--metadata", "keep")
    let found = Dictionary(
      uniqueKeysWithValues: (try Probe(output).format.tags ?? [:]).map {
        ($0.key.lowercased(), $0.value)
      })
    for (name, value) in Self.tags {
      let seen = found[name.lowercased()]
      #expect(seen == value, "\(name)")
    }
    let stream = try Probe(output).stream("video")
    let name = stream.tags?.first { $0.key.lowercased() == "handler_name" }?.value
    #expect(name == "Handleword")
    #expect(found["major_brand"] != "qt  " || ending == "mov")
    // What x264 put between the pictures of the source.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
    #expect(bytes.range(of: Data("SEIWORD".utf8)) != nil)
  }

  @Test(arguments: ["minimal", "keep", "none"])
  func `the time of creation, languages and chapters`(policy: String) throws {
    let clip = try Clips.file("dated.mkv") { path in
      let chapters = try Clips.file("dated.txt") { path in
        try ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=400\ntitle=Part one\n".write(
          toFile: path, atomically: false, encoding: .utf8)
      }
      try MediaTool.ffmpeg.run(
        ["-i", Strips.plain(), "-i", chapters, "-map_metadata", "1", "-c", "copy"]
          + ["-metadata", "creation_time=2021-05-06T07:08:09.000000Z"]
          + ["-metadata:s:a", "language=swe", path])
    }
    let probe = try Probe(try bench.anonymized(clip, "out.mkv", "--metadata", policy))
    let isKept = policy != "none"
    #expect(
      probe.format.tags?["creation_time"] == (isKept ? "2021-05-06T07:08:09.000000Z" : nil))
    #expect(try probe.stream("audio").tags?["language"] == (isKept ? "swe" : nil))
    #expect(probe.chapters.map { $0.tags?["title"] } == (isKept ? ["Part one"] : []))
  }

  @Test(arguments: ["minimal", "keep", "none"])
  func `a track of telemetry`(policy: String) throws {
    let clip = try telemetry()
    try #require(try Probe(clip).streams("data").map(\.codecTagString) == ["gpmd"])
    let outcome = try bench.anonymize(clip, "out.mp4", "--metadata", policy)
    try #require(outcome.status == 0, "\(outcome.standardError)")
    let (source, output) = (try Probe(clip, .packets), try Probe(bench.path("out.mp4"), .packets))
    guard policy == "keep" else {
      #expect(output.streams("data").isEmpty)
      #expect(
        outcome.standardError.contains(
          /stream 2 \(data, bin_data\) is left out: it may tell places or people\n/))
      return
    }
    let (before, after) = (try source.stream("data"), try output.stream("data"))
    #expect(after.codecTagString == "gpmd")
    #expect(source.packets(of: before).map(\.dataHash) == output.packets(of: after).map(\.dataHash))
    let refused = try bench.anonymize(clip, "out.mkv", "--metadata", "keep")
    #expect(refused.status == 0)
    #expect(refused.standardError.contains("is left out: matroska files cannot hold it"))
  }

  @Test(arguments: ["minimal", "keep"])
  func `a timecode`(policy: String) throws {
    let output = try bench.anonymized(timecoded(), "out.mov", "--metadata", policy)
    let times = try Probe(output).streams.map { $0.tags?["timecode"] }
    let expected = policy == "keep" ? ["01:02:03:04", nil, "01:02:03:04"] : [nil, nil]
    #expect(times == expected)
  }

  @Test func `a text that may be a picture is left out under keep`() throws {
    let picture = try Data(contentsOf: URL(fileURLWithPath: SampleFootage.singleFacePicture.path))
    let text = picture.prefix(3000).base64EncodedString()
    let clip = try Clips.file("texted.mkv") { path in
      try MediaTool.ffmpeg.run(
        ["-i", Strips.plain(), "-c", "copy", "-metadata", "thumb=\(text)"]
          + ["-metadata", "note=plain words", path])
    }
    let output = try bench.anonymized(clip, "out.mkv", "--metadata", "keep")
    let tags = try Probe(output).format.tags ?? [:]
    #expect(tags["NOTE"] == "plain words")
    #expect(tags["THUMB"] == nil)
  }

  @Test func `user data that may be a picture is left out under keep`() throws {
    let clip = try Clips.file("long-sei.mp4") { path in
      let text = String(repeating: "LONGWORD", count: 300)
      try MediaTool.ffmpeg.run(
        ["-i", Strips.plain(), "-c", "copy", "-bsf:v"]
          + ["h264_metadata=sei_user_data=086f3693b7b34f2c965321492feee5b8+\(text)", path])
    }
    try #require(
      try Data(contentsOf: URL(fileURLWithPath: clip)).range(of: Data("LONGWORD".utf8)) != nil)
    let output = try bench.anonymized(clip, "out.mp4", "--metadata", "keep")
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: output)).range(of: Data("LONGWORD".utf8)) == nil)
  }

  @Test(arguments: ["minimal", "keep", "none"])
  func `the notes of a codec's own header are left out`(policy: String) throws {
    let script = try Clips.file("titled.ass") { path in
      let text = """
        [Script Info]
        Title: Scriptword
        ScriptType: v4.00+

        [V4+ Styles]
        Format: Name, Fontname, Fontsize
        Style: Default,Arial,16

        [Graphics]
        filename: Graphicword

        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
        Dialogue: 0,0:00:00.00,0:00:00.50,Default,,0,0,0,,Spoken

        """
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
    let clip = try Clips.file("titled.mkv") { path in
      try MediaTool.ffmpeg.run(
        ["-i", Strips.plain(), "-i", script, "-map", "0", "-map", "1", "-c:v", "copy"]
          + ["-c:a", "libvorbis", "-c:s", "copy", path])
    }
    let output = try bench.anonymized(clip, "out.mkv", "--metadata", policy)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
    for word in ["Scriptword", "Graphicword", "Lavc"] {
      #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)")
    }
    #expect(bytes.range(of: Data("Spoken".utf8)) != nil)
    let sound = try MediaTool.ffmpeg.run(
      ["-xerror", "-i", output, "-map", "0:a", "-f", "s16le", "-"])
    #expect(sound.count > 10_000)
  }

  /// A strip with every tag, a track name, and a text between its coded pictures.
  private func tagged(in ending: String) throws -> String {
    try Clips.file("texts.\(ending)") { path in
      let flags = ending == "mov" ? ["-movflags", "use_metadata_tags"] : []
      try MediaTool.ffmpeg.run(Self.recipe(try Strips.plain()) + flags + [path])
    }
  }

  /// The same in QuickTime's older notation, with places as `©xyz`.
  private func oldStyle() throws -> String {
    try Clips.file("texts-old.mov") { path in
      try MediaTool.ffmpeg.run(Self.recipe(try Strips.plain()) + [path])
    }
  }

  private static func recipe(_ source: String) -> [String] {
    ["-i", source, "-map", "0", "-c", "copy", "-metadata:s:v", "handler_name=Handleword"]
      + ["-metadata:s:a", "handler_name=Streamword"]
      + ["-bsf:v", "h264_metadata=sei_user_data=086f3693b7b34f2c965321492feee5b8+SEIWORD"]
      + tags.sorted { $0.key < $1.key }.flatMap { ["-metadata", "\($0.key)=\($0.value)"] }
  }

  private func timecoded() throws -> String {
    try Clips.clip("timecode.mov", from: [Strips.plain()], "-c copy -timecode 01:02:03:04")
  }

  /// A file whose third track is telemetry of a sports camera: a timecode by another name.
  private func telemetry() throws -> String {
    try Clips.file("telemetry.mov") { path in
      var file = try Data(contentsOf: URL(fileURLWithPath: timecoded()))
      while let range = file.range(of: Data("tmcd".utf8)) {
        file.replaceSubrange(range, with: Data("gpmd".utf8))
      }
      try file.write(to: URL(fileURLWithPath: path))
    }
  }
}
