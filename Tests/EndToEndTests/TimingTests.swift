import Foundation
import TestSupport
import Testing

/// As many frames come out as went in, each at its own time.
@Suite struct TimingTests {
  /// A way of making footage with times of its own.
  struct Footage: Sendable, CustomTestStringConvertible {
    let name: String
    let options: String
    var inputOptions = ""
    /// Where it is written to.
    let output: String
    /// Whether all times may be later by the same amount.
    var mayBeShifted = false

    var testDescription: String { "\(name) to \(output)" }
  }

  private static let noFrameReordering = "-c:v libx264 -bf 0 -c:a copy"
  // The clock ticks once for each frame; dropping and stretching make it uneven.
  private static let uneven =
    "-c:v libx264 -bf 2 -an -fps_mode vfr -vf select='not(eq(mod(n,5),2))',setpts='PTS+mod(N,3)*0.004/TB'"

  static let footage: [Footage] = [
    Footage(name: "t-30.mp4", options: "-c copy", output: "out.mp4"),
    Footage(
      name: "t-29.97.mp4", options: "-an -c:v libx264 -bf 3 -r 30000/1001", output: "out.mp4"),
    Footage(name: "t-60.mov", options: "-an -c:v libx264 -bf 2 -r 60 -t 0.5", output: "out.mov"),
    Footage(name: "t-uneven.mp4", options: uneven, output: "out.mp4"),
    Footage(name: "t-uneven.mkv", options: uneven, output: "out.mkv"),
    Footage(name: "t-mkv.mp4", options: "-c copy", output: "out.mkv"),
    Footage(name: "t-opus.mkv", options: "-c:v copy -c:a libopus", output: "out.mkv"),
    Footage(name: "t-audio.mov", options: "-c:v copy -c:a pcm_s16le", output: "out.mov"),
    Footage(
      name: "t-vp9.webm", options: "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus",
      output: "out.webm"),
    Footage(name: "t-mpeg4.avi", options: "-c:v mpeg4 -q:v 3 -c:a mp3", output: "out.avi"),
    Footage(name: "t-flat.avi", options: noFrameReordering, output: "out.avi"),
    // Its times begin at 1.4 s.
    Footage(name: "t-late.ts", options: "-c copy", output: "out.ts"),
    Footage(name: "t-ts.ts", options: "-c copy", output: "out.mkv"),
    Footage(name: "t-to-ts.mp4", options: "-c copy", output: "out.ts", mayBeShifted: true),
    // The edit list begins within the first group of pictures: some frames are not to be shown.
    Footage(name: "t-edit.mp4", options: "-c copy", inputOptions: "-ss 0.15", output: "out.mp4"),
    // The edit list begins with nothing.
    Footage(
      name: "t-offset.mp4", options: "-c copy", inputOptions: "-itsoffset 1.5", output: "out.mp4"),
    Footage(
      name: "t-offset.mkv", options: "-c copy", inputOptions: "-itsoffset 1.5", output: "out.mkv"),
    Footage(
      name: "t-high.ts", options: "-c copy -copyts", inputOptions: "-itsoffset 90000",
      output: "out.ts"),
  ]

  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `a header that claims days is not believed`() throws {
    let clip = try Clips.file("claims-days.mp4") { path in
      let plain = try Strips.coded(
        "strip-in-fragments.mp4", "-an -c copy -movflags +frag_keyframe+empty_moov")
      var file = try Data(contentsOf: URL(fileURLWithPath: plain))
      // Behind version, flags, two dates and the time scale (ISO/IEC 14496-12).
      let start = try #require(file.range(of: Data("mdhd".utf8))).upperBound + 16
      file.replaceSubrange(start..<start + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
      try file.write(to: URL(fileURLWithPath: path))
    }
    let probe = try Probe(bench.anonymized(clip, "out.mp4"), .packets)
    let video = try probe.stream("video")
    let times = probe.packets(of: video).compactMap { $0.pts.map { Double($0) * video.tick } }
    #expect(times.count == 24)
    #expect(try #require(times.max()) < 1)
  }

  @Test(arguments: footage)
  func `frames and their times stay`(footage: Footage) throws {
    let clip = try Clips.clip(
      footage.name, from: [Strips.plain()], inputOptions: footage.inputOptions, footage.options)
    try expectSameTimes(clip, footage.output, mayBeShifted: footage.mayBeShifted)
  }

  @Test(arguments: ["late.mp4", "late.mkv", "late.ts"])
  func `audio stays where it is against the picture`(name: String) throws {
    let clip = try Clips.file(name) { path in
      try MediaTool.ffmpeg.run(
        ["-itsoffset", "0.3", "-i", Strips.plain(), "-i", Strips.plain()]
          + ["-map", "1:v", "-map", "0:a", "-c", "copy", path])
    }
    try expectSameTimes(clip, name)
  }

  @Test(arguments: ["later.mp4", "later.mkv"])
  func `a picture that begins after its audio stays there`(name: String) throws {
    let clip = try Clips.file(name) { path in
      try MediaTool.ffmpeg.run(
        ["-itsoffset", "0.3", "-i", Strips.plain(), "-i", Strips.plain()]
          + ["-map", "0:v", "-map", "1:a", "-c", "copy", path])
    }
    try expectSameTimes(clip, name)
  }

  @Test(arguments: ["out.avi", "out.mkv"])
  func `frames without times of their own keep those that they are decoded at`(
    name: String
  ) throws {
    // AVI has decoding times only; a decoder that holds two packets back gives frames the third
    // one's.
    let clip = try Strips.coded("t-reordered.avi", "-c:v libx264 -bf 2 -c:a mp3")
    let before = try Probe(clip, .packets)
    #expect(before.packets(of: try before.stream("video")).allSatisfy { $0.pts == nil })
    let after = try Timing(bench.anonymized(clip, name))
    #expect(after.times[0].map { Int(($0 * 30).rounded()) } == Array(2..<26))
    #expect(after.times[1][0] == 0)
  }

  @Test func `a recording that begins within an open group of pictures is no damage`() throws {
    let clip = try Strips.coded(
      "t-open.ts",
      "-an -c:v libx264 -x264-params open-gop=1:keyint=6:min-keyint=6:bframes=3:scenecut=0")
    let probe = try Probe(clip, .packets)
    let keys = probe.packets(of: try probe.stream("video")).filter { $0.flags.contains("K") }
    let position = try #require(keys.dropFirst().first?.position)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    let cut = try bench.folder.write(bytes.dropFirst(position / 188 * 188), to: "in.ts")
    try expectSameTimes(cut, "out.ts", mayBeShifted: true)
  }

  @Test func `frames that an edit list hides stay away`() throws {
    // As the sample comes: three of its frames lie before the edit.
    let clip = try Clips.clip(
      "hidden.mp4", from: [SampleFootage.noFace.path], inputOptions: "-t 0.6", "-c copy")
    let probe = try Probe(SampleFootage.noFace.path, .packets)
    #expect(probe.packets(of: try probe.stream("video")).count { $0.flags.contains("D") } == 3)
    try expectSameTimes(clip, "out.mp4")
  }

  private func expectSameTimes(
    _ clip: String, _ name: String, mayBeShifted: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let output = try bench.anonymized(clip, name, sourceLocation: sourceLocation)
    let (before, after) = (try Timing(clip), try Timing(output))
    #expect(before.kinds == after.kinds, sourceLocation: sourceLocation)
    try #require(before.times[0].count >= 10, sourceLocation: sourceLocation)
    let shift = mayBeShifted ? after.times[0][0] - before.times[0][0] : 0
    for (index, kind) in before.kinds.enumerated() {
      let (expected, found) = (before.times[index], after.times[index])
      // Half a tick is lost where the output's clock is not that of the input.
      let (tick, newTick) = (before.ticks[index], after.ticks[index])
      let tolerance = tick == newTick ? 1e-9 : max(tick, newTick) / 2 + 1e-6
      #expect(expected.count == found.count, sourceLocation: sourceLocation)
      let wrong = zip(expected, found).filter { !(abs($0 + shift - $1) <= tolerance) }
      #expect(
        wrong.isEmpty,
        "\(kind): \(wrong.count) of \(expected.count) times, such as \(wrong.prefix(2))",
        sourceLocation: sourceLocation)
    }
  }
}

/// When the pictures and the pieces of sound of a file are presented, in seconds.
private struct Timing {
  var kinds: [String] = []
  var ticks: [Double] = []
  var times: [[Double]] = []

  /// Video by decoded frames; sound by packets, since decoders leave out what comes before zero.
  init(_ path: String) throws {
    let (decoded, coded) = (try Probe(path, .frames), try Probe(path, .packets))
    for stream in decoded.streams {
      kinds.append(stream.codecType ?? "")
      ticks.append(stream.tick)
      times.append(
        stream.codecType == "video"
          ? decoded.times(of: stream)
          : coded.packets(of: stream).map { $0.pts.map { Double($0) * stream.tick } ?? .nan })
    }
  }
}
