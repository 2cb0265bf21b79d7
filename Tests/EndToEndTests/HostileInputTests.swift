import Foundation
import TestSupport
import Testing

/// Files that were made to do harm, or that say what no footage says.
@Suite struct HostileInputTests {
  private let bench: Workbench
  private let advice = "check the file with a player"

  init() throws { bench = try Workbench() }

  @Test func `a playlist under a video's name reads no other file`() throws {
    try FileManager.default.copyItem(
      atPath: Strips.coded("strip-video.ts", "-an -c copy"), toPath: bench.path("other.ts"))
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:1,\n\(bench.path("other.ts"))\n"
    try bench.folder.write(text + "#EXT-X-ENDLIST\n", to: "in.mp4")
    let outcome = try bench.anonymize("in.mp4", "out.mp4")
    outcome.expectFailure(
      65, naming: "in.mp4",
      "is a playlist, which is followed only where it is named as a URL (file://...)",
      advice: advice)
    #expect(try bench.folder.names == ["in.mp4", "other.ts"])
  }

  @Test func `a list of files under a video's name reads none of them`() throws {
    try FileManager.default.copyItem(
      atPath: Strips.plain(), toPath: bench.path("other.mp4"))
    try bench.folder.write("ffconcat version 1.0\nfile other.mp4\n", to: "in.mp4")
    let outcome = try bench.anonymize("in.mp4", "out.mp4")
    outcome.expectFailure(65, naming: "in.mp4", "is not media that can be read", advice: advice)
    #expect(try bench.folder.names == ["in.mp4", "other.mp4"])
  }

  @Test func `times out of all bounds end the run with one line`() throws {
    let clip = try Strips.coded(
      "strip-fragments.mp4", "-c copy -movflags +frag_keyframe+empty_moov")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    // The base decoding time of a fragment: a box's name, a version, flags, then the time.
    let name = try #require(bytes.range(of: Data("tfdt".utf8)))
    try #require(bytes[name.upperBound] == 1)
    bytes.replaceSubrange(
      name.upperBound + 4..<name.upperBound + 12, with: [0x80, 0, 0, 0, 0, 0, 1, 0])
    try bench.folder.write(bytes, to: "in.mp4")
    let outcome = try bench.anonymize("in.mp4", "out.mp4")
    outcome.expectFailure(65, naming: "in.mp4", "is damaged", advice: advice)
    #expect(try bench.folder.names == ["in.mp4"])
  }

  @Test func `recordings that were strung together are refused`() throws {
    let clip = try Strips.coded("strip-video.ts", "-an -c copy")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    try bench.folder.write(bytes + bytes, to: "in.ts")
    let outcome = try bench.anonymize("in.ts", "out.ts")
    #expect(outcome.status == 65)
    #expect(outcome.standardError.hasPrefix("anonymize: in.ts: "))
    #expect(try bench.folder.names == ["in.ts"])
  }

  @Test func `a cover that poses as a font is left out`() throws {
    let clip = try Clips.file("posing.mkv") { path in
      let picture = SampleFootage.noFace.path
      let cover = path + ".ttf"
      try MediaTool.ffmpeg.run(["-i", picture, "-frames:v", "1", "-f", "mjpeg", cover])
      try MediaTool.ffmpeg.run(
        ["-i", Strips.plain(), "-map", "0:v", "-c", "copy", "-attach", cover]
          + ["-metadata:s:t", "mimetype=application/x-truetype-font", path])
    }
    let outcome = try bench.anonymize(clip, "out.mkv")
    #expect(outcome.status == 0)
    #expect(outcome.standardError.contains("is left out: it may show faces"))
    let output = try Probe(bench.path("out.mkv"), .packets)
    #expect(output.streams.map(\.codecType) == ["video"])
  }
}
