import Foundation
import TestSupport
import Testing

/// What becomes of everything in a file that is not its one video stream.
@Suite struct StreamsTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test(arguments: ["out.mkv", "out.mp4"])
  func `audio, subtitles and chapters of a rich file`(name: String) throws {
    let clip = try rich()
    let outcome = try bench.anonymize(clip, name)
    try #require(outcome.status == 0, "\(outcome.standardError)")
    let source = try Probe(clip, .packets)
    let output = try Probe(bench.path(name), .packets)

    #expect(output.streams("audio").map(\.tags?["language"]) == ["eng", "fra"])
    #expect(output.streams("audio").map(\.codecName) == ["aac", "aac"])
    for (before, after) in zip(source.streams("audio"), output.streams("audio")) {
      #expect(source.packets(of: before).count > 10)
      #expect(
        source.packets(of: before).map(\.dataHash) == output.packets(of: after).map(\.dataHash))
      #expect(before.disposition["default"] == after.disposition["default"])
    }
    let titles = output.chapters.map { $0.tags?["title"] }
    #expect(titles == ["The beginning", "The end"])
    #expect(output.chapters.map(\.startTime) == ["0.000000", "0.400000"])

    let subtitles = output.streams("subtitle")
    let warnings = outcome.standardError.split(separator: "\n").filter { $0.contains("warning") }
    if name == "out.mkv" {
      let (before, after) = (try source.stream("subtitle"), try #require(subtitles.first))
      #expect(after.codecName == "subrip")
      #expect(after.tags?["language"] == "ger")
      #expect(source.packets(of: before).count == 2)
      #expect(
        source.packets(of: before).map(\.dataHash) == output.packets(of: after).map(\.dataHash))
      #expect(source.packets(of: before).map(\.pts) == output.packets(of: after).map(\.pts))
      #expect(warnings == [])
    } else {
      #expect(subtitles.map(\.codecName) == ["mov_text"])
      #expect(subtitles.map(\.tags?["language"]) == ["ger"])
      #expect(
        warnings == [
          "anonymize: warning: stream 3 (subtitle, subrip) is converted to mov_text: mp4 files "
            + "cannot hold subrip"
        ])
    }
  }

  @Test(arguments: ["cover.mkv", "cover.mp4"])
  func `a picture of the face that is attached is left out`(name: String) throws {
    let picture = try Clips.clip(
      "cover.jpg", from: .singleFacePicture, "-vf scale=128:-2 -q:v 2 -frames:v 1")
    let clip = try Clips.file(name) { path in
      let attachment =
        name == "cover.mkv"
        ? ["-attach", picture, "-metadata:s:t", "mimetype=image/jpeg"]
        : ["-i", picture, "-map", "0", "-map", "1", "-disposition:v:1", "attached_pic"]
      try MediaTool.ffmpeg.run(["-i", Strips.plain()] + attachment + ["-c", "copy", path])
    }
    let jpeg = try Data(contentsOf: URL(fileURLWithPath: picture))
    // Far behind the headers, which other pictures of that size share.
    let middle = jpeg.subdata(in: jpeg.count / 2..<jpeg.count / 2 + 64)
    #expect(try Data(contentsOf: URL(fileURLWithPath: clip)).range(of: middle) != nil)

    let outcome = try bench.anonymize(clip, name)
    try #require(outcome.status == 0, "\(outcome.standardError)")
    #expect(
      outcome.standardError.contains(
        /warning: stream 2 \(attach[a-z ]+, mjpeg\) is left out: it may show faces\n/))
    let output = try Data(contentsOf: URL(fileURLWithPath: bench.path(name)))
    #expect(output.range(of: middle) == nil)
    #expect(try Probe(bench.path(name)).streams.map(\.codecName) == ["h264", "aac"])
  }

  @Test func `not one packet of the source's video is in the output`() throws {
    let clip = try Strips.plain()
    let source = try Data(contentsOf: URL(fileURLWithPath: clip))
    let output = try Data(
      contentsOf: URL(fileURLWithPath: bench.anonymized(clip, "out.mp4")))
    let probe = try Probe(clip, .packets)
    for packet in probe.packets(of: try probe.stream("video")) where packet.byteCount >= 64 {
      let end = try #require(packet.position) + packet.byteCount
      #expect(output.range(of: source[end - 48..<end]) == nil)
    }
    for packet in probe.packets(of: try probe.stream("audio")).prefix(8)
    where packet.byteCount >= 64 {
      let end = try #require(packet.position) + packet.byteCount
      #expect(output.range(of: source[end - 48..<end]) != nil)
    }
  }

  @Test func `a timecode track is left out`() throws {
    let clip = try Strips.coded("timecode.mov", "-c copy -timecode 01:02:03:04")
    #expect(try Probe(clip).streams("data").map(\.codecTagString) == ["tmcd"])
    let outcome = try bench.anonymize(clip, "out.mov")
    try #require(outcome.status == 0, "\(outcome.standardError)")
    #expect(
      outcome.standardError.contains(
        "warning: stream 2 (data, tmcd) is left out: it may tell places or people\n"))
    #expect(try Probe(bench.path("out.mov")).streams.map(\.codecType) == ["video", "audio"])
  }

  @Test(arguments: ["two.mkv", "two.mp4"])
  func `every video stream is anonymized`(name: String) throws {
    let truth = try Truths.singleFace()
    let clip = try Clips.clip(
      name, from: .singleFace,
      "-map 0:v -map 0:v -t 0.5 -an -c:v libx264 -crf 14 -filter:v:1 scale=480:270")
    let output = try bench.anonymized(clip, name)
    let probe = try Probe(output, .frames)
    #expect(probe.streams("video").map(\.width) == [640, 480])
    for (number, stream) in probe.streams("video").enumerated() {
      #expect(probe.frames(of: stream).count == 15)
      let exposure = try Exposure(clip, output, truth, stream: number)
      #expect(exposure.judgedCount == 15)
      #expect(exposure.exposedFrames == [])
    }
  }

  @Test(arguments: ["tagged.mkv", "tagged.mov", "tagged.mp4"])
  func `what tells of places, devices and people is gone, what sorting needs is kept`(
    name: String
  ) throws {
    let secrets = [
      "title": "SecretTitle", "comment": "SecretComment", "artist": "SecretArtist",
      "location": "+48.2082+016.3738/", "make": "SecretMake", "model": "SecretModel",
      "description": "SecretDescription",
      "com.apple.quicktime.location.ISO6709": "+48.2082+016.3738/",
    ]
    let clip = try Clips.file(name) { path in
      let tags = secrets.sorted { $0.key < $1.key }.flatMap { ["-metadata", "\($0)=\($1)"] }
      let streamTags = [
        "-metadata:s:a", "title=SecretTrack", "-metadata:s:v", "title=SecretTrack",
        "-metadata:s:v", "handler_name=SecretHandler",
      ]
      try MediaTool.ffmpeg.run(
        ["-i", Strips.plain(), "-c", "copy", "-movflags", "use_metadata_tags"] + tags + streamTags
          + [
            "-metadata", "creation_time=2021-03-04T05:06:07Z", "-metadata:s:a", "language=ita",
            path,
          ])
    }
    let before = String(decoding: try Data(contentsOf: URL(fileURLWithPath: clip)), as: UTF8.self)
    #expect(before.contains("SecretTitle") && before.contains("+48.2082"))

    let output = try bench.anonymized(clip, name)
    let after = String(decoding: try Data(contentsOf: URL(fileURLWithPath: output)), as: UTF8.self)
    #expect(!after.contains("Secret"))
    #expect(!after.contains("48.2082"))
    let probe = try Probe(output)
    #expect(probe.format.tags?["creation_time"] == "2021-03-04T05:06:07.000000Z")
    #expect(try probe.stream("audio").tags?["language"] == "ita")
    let known: Set = [
      "major_brand", "minor_version", "compatible_brands", "creation_time", "encoder", "ENCODER",
      "DURATION", "language", "handler_name", "vendor_id",
    ]
    for tags in [probe.format.tags] + probe.streams.map(\.tags) {
      #expect(Set((tags ?? [:]).keys).isSubset(of: known))
    }
  }

  /// Two audio tracks, subtitles, two chapters.
  private func rich() throws -> String {
    let subtitles = try Clips.file("words.srt") { path in
      try Data(
        """
        1
        00:00:00,100 --> 00:00:00,300
        Guten Tag

        2
        00:00:00,400 --> 00:00:00,700
        Auf Wiedersehen

        """.utf8
      ).write(to: URL(fileURLWithPath: path))
    }
    let chapters = try Clips.file("chapters.txt") { path in
      try Data(
        """
        ;FFMETADATA1
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=400
        title=The beginning
        [CHAPTER]
        TIMEBASE=1/1000
        START=400
        END=800
        title=The end

        """.utf8
      ).write(to: URL(fileURLWithPath: path))
    }
    return try Clips.clip(
      "rich.mkv", from: [Strips.plain(), subtitles, chapters],
      "-map 0:v -map 0:a -map 0:a -map 1 -map_metadata 2 -map_chapters 2 -c:v copy -c:a:0 copy "
        + "-c:a:1 aac -ac:a:1 1 -c:s srt -metadata:s:a:0 language=eng -metadata:s:a:1 language=fra "
        + "-metadata:s:s language=ger -disposition:a:0 default -disposition:a:1 0")
  }
}
