import Foundation
import TestSupport
import Testing

/// Groups of pictures without a face go through bit for bit.
@Suite struct CopyCleanTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  /// 72 frames in groups of 12, with a face in those from 30 up to 41: two of six groups.
  private static func clip(_ name: String, _ options: String) throws -> String {
    let part = "scale=320:180,fps=25,setsar=1,format=yuv420p"
    return try Clips.clip(
      name, from: [SampleFootage.noFace.path, SampleFootage.singleFace.path],
      "-filter_complex [0:v]\(part),trim=end_frame=30,setpts=PTS-STARTPTS,split[a][c];"
        + "[1:v]\(part),trim=end_frame=12,setpts=PTS-STARTPTS[b];[a][b][c]concat=n=3[o]"
        + " -map [o] -c:v libx264 -g 12 -sc_threshold 0 \(options)")
  }

  private static func plain() throws -> String { try clip("copy-plain.mp4", "") }

  /// Expects that of a clip in which only some frames have a face just their groups change.
  ///
  /// - Returns: what the program said.
  private func expectCopies(
    of input: String, _ output: String, _ options: String..., copied: Int = 4,
    changed: Range<Int> = 24..<48, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let run = try Binary.anonymize.run(
      ["--progress", "never", "--detail", "fast", "-v"] + options + [input, output],
      workingDirectory: bench.folder.url)
    try #require(run.status == 0, "\(run.standardError)", sourceLocation: sourceLocation)
    #expect(
      run.standardError.contains("\(copied) of 6 groups of pictures have no face and go through"),
      "\(run.standardError)", sourceLocation: sourceLocation)
    let (before, after) = (
      try Likeness.hashes(input), try Likeness.hashes(bench.path(output))
    )
    try #require(before.count == after.count, sourceLocation: sourceLocation)
    let differing = before.indices.filter { before[$0] != after[$0] }
    #expect(differing == Array(changed), sourceLocation: sourceLocation)
    return run.standardError
  }

  @Test func `only the groups with a face change, and every packet keeps its times`() throws {
    let input = try Self.plain()
    _ = try expectCopies(of: input, "out.mp4")
    let (before, after) = (try Probe(input, .packets), try Probe(bench.path("out.mp4"), .packets))
    let (old, new) = (
      before.packets(of: try before.stream("video")), after.packets(of: try after.stream("video"))
    )
    #expect(try before.stream("video").timeBase == after.stream("video").timeBase)
    #expect(old.map(\.dts) == new.map(\.dts) && old.map(\.duration) == new.map(\.duration))
    #expect(Set(old.map(\.pts)) == Set(new.map(\.pts)))
    // The first packet of all has the text that the encoder puts in, which is taken out.
    #expect(old[0].byteCount - new[0].byteCount > 500)
    let same = old.indices.filter { old[$0].dataHash == new[$0].dataHash }
    #expect(same == Array(1..<24) + Array(48..<72))
    // Decoding can begin where it could.
    #expect(
      old.indices.filter { old[$0].flags.contains("K") }
        == stride(from: 0, to: 72, by: 12).map(\.self))
    #expect(
      new.indices.filter { new[$0].flags.contains("K") }
        == stride(from: 0, to: 72, by: 12).map(\.self))
    #expect(try after.stream("video").profile == before.stream("video").profile)
    #expect(try after.stream("video").duration == before.stream("video").duration)
  }

  @Test func `the face that begins in the middle of a group is covered`() throws {
    let input = try Self.plain()
    let output = try bench.anonymized(input, "out.mp4", "--report", "faces.jsonl")
    let never = try bench.anonymized(input, "never.mp4", "--copy-clean", "never")
    // What is coded anew looks as it does where all is.
    #expect(try Likeness.decibels(output, never, frames: 72) > 30)
    let report = try String(contentsOfFile: bench.path("faces.jsonl"), encoding: .utf8)
    let frames = report.matches(of: /"frame":(\d+)/).compactMap { Int($0.1) }
    #expect(Set(frames).isSuperset(of: 31..<41) && Set(frames).isSubset(of: 24..<48))
    let (before, after) = (try Likeness.hashes(input), try Likeness.hashes(output))
    #expect(frames.allSatisfy { before[$0] != after[$0] })
  }

  @Test(arguments: ["mkv", "ts", "flv", "mov"])
  func `they do from and into every container that can tell of both kinds`(
    ending: String
  ) throws {
    let other = try Clips.clip("copy-in.\(ending)", from: [Self.plain()], "-c copy")
    _ = try expectCopies(of: other, "out.\(ending)")
  }

  @Test(arguments: [
    ("baseline", "-profile:v baseline"), ("one", "-bf 1 -refs 1"), ("pyramid", "-bf 8 -refs 6"),
    ("high10", "-pix_fmt yuv420p10le"), ("fields", "-x264-params tff=1"),
    ("buffers", "-x264-params aud=1:repeat-headers=1:nal-hrd=vbr:vbv-maxrate=900:vbv-bufsize=900"),
  ])
  func `new pictures keep to what the source's decoder can do`(
    name: String, options: String
  ) throws {
    let input = try Self.clip("copy-\(name).mp4", options)
    _ = try expectCopies(of: input, "out.mp4", "--preset", "slower")
    let (old, new) = (
      try Probe(input).stream("video"), try Probe(bench.path("out.mp4")).stream("video")
    )
    #expect(new.profile == old.profile && new.level == old.level && new.pixFmt == old.pixFmt)
    #expect(new.hasBFrames ?? 9 <= old.hasBFrames ?? 0)
    if name == "buffers" { _ = try expectCopies(of: input, "out.ts") }
  }

  @Test func `texts between the pictures obey the metadata policy`() throws {
    let input = try Self.clip("copy-texts.mp4", "-crf 31")
    func text(_ output: String) throws -> Bool {
      try Data(contentsOf: URL(fileURLWithPath: bench.path(output)))
        .range(of: Data("crf=31.0".utf8)) != nil
    }
    _ = try expectCopies(of: input, "out.mp4")
    #expect(try !text("out.mp4"))
    _ = try expectCopies(of: input, "kept.mp4", "--metadata", "keep")
    #expect(try text("kept.mp4"))
  }

  @Test func `nothing is copied where that is not wanted`() throws {
    let input = try Self.plain()
    let run = try bench.anonymize(input, "out.mp4", "-v", "--copy-clean", "never")
    #expect(run.status == 0 && !run.standardError.contains("groups of pictures"))
    let (before, after) = (try Likeness.hashes(input), try Likeness.hashes(bench.path("out.mp4")))
    #expect(zip(before, after).allSatisfy { $0 != $1 })
  }

  @Test func `open groups are coded anew, and it is said`() throws {
    let input = try Self.clip("copy-open.mp4", "-x264-params open-gop=1")
    let run = try bench.anonymize(input, "out.mp4", "-v")
    #expect(run.status == 0)
    #expect(run.standardError.contains("0 of 1 group of pictures have no face"))
    #expect(run.standardError.contains("5 others could not be told apart, being open"))
    let (before, after) = (try Likeness.hashes(input), try Likeness.hashes(bench.path("out.mp4")))
    #expect(before.count == after.count && zip(before, after).allSatisfy { $0 != $1 })
  }

  @Test func `what comes after other parameter sets is coded anew`() throws {
    let first = try Clips.clip("copy-a.ts", from: [Self.plain()], "-c copy")
    let second = try Self.clip("copy-b.ts", "-profile:v main")
    let both = try Clips.file("copy-both.ts") { path in
      try MediaTool.ffmpeg.run(["-i", "concat:\(first)|\(second)", "-c", "copy", path])
    }
    let run = try bench.anonymize(both, "out.mkv", "-v")
    #expect(run.status == 0, "\(run.standardError)")
    #expect(run.standardError.contains("since its parameter sets change"))
    let (before, after) = (try Likeness.hashes(both), try Likeness.hashes(bench.path("out.mkv")))
    try #require(before.count == 144 && after.count == 144)
    #expect((0..<24).allSatisfy { before[$0] == after[$0] })
    #expect((72..<144).allSatisfy { before[$0] != after[$0] })
  }

  @Test(arguments: [("libx265", "HEVC cannot"), ("mpeg4", "only H.264")])
  func `other codings are coded anew, and it is said`(encoder: String, reason: String) throws {
    let input = try Clips.clip(
      "copy-\(encoder).mp4", from: .noFace, "-an -frames:v 4 -vf scale=160:-2 -c:v \(encoder)")
    let run = try bench.anonymize(input, "out.mp4", "--copy-clean", "always")
    #expect(run.status == 0, "\(run.standardError)")
    #expect(
      run.standardError.contains("all groups of pictures are encoded anew, since \(reason)"))
    let quiet = try bench.anonymize(input, "again.mp4")
    #expect(quiet.status == 0 && !quiet.standardError.contains("anew"))
  }

  @Test func `a clock without a moment between two pictures serves new ones too`() throws {
    // The header allows for pictures out of order, and none is decoded before it is shown.
    let input = try Clips.clip(
      "copy-coarse.mp4", from: [Self.clip("copy-flat.mp4", "-x264-params b-bias=-100")],
      "-c copy -bsf:v setts=pts=N:dts=N:time_base=1/25 -video_track_timescale 25")
    _ = try expectCopies(of: input, "out.mp4")
  }

  @Test func `what is damaged behind clean frames is covered, and the rest kept`() throws {
    let input = try Self.plain()
    let probe = try Probe(input, .packets)
    let packet = probe.packets(of: try probe.stream("video"))[54]
    var bytes = try Data(contentsOf: URL(fileURLWithPath: input))
    let start = try #require(packet.position)
    for offset in packet.byteCount / 3..<packet.byteCount {
      bytes[start + offset] = UInt8(truncatingIfNeeded: offset * 37 + 11)
    }
    let damaged = try bench.folder.write(bytes, to: "damaged.mp4")
    let run = try bench.anonymize(damaged, "out.mp4", "-v", "--damaged", "skip")
    #expect(run.status == 0 && run.standardError.contains("covered whole"), "\(run.standardError)")
    #expect(run.standardError.contains("3 of 6 groups"))
    let (before, after) = (try Likeness.hashes(damaged), try Likeness.hashes(bench.path("out.mp4")))
    #expect((0..<24).allSatisfy { before[$0] == after[$0] })
  }

  @Test func `sound lies beside the pictures of a long group`() throws {
    let input = try Clips.clip(
      "copy-long.mp4", from: .noFace,
      "-filter_complex [0:v]scale=160:-2,setpts=N/TB,fps=1[v];sine=d=25[a] -map [v] -map [a]"
        + " -frames:v 25 -c:v libx264 -g 100 -c:a aac")
    let run = try bench.anonymize(input, "out.mkv", "-v", "--detail", "fast")
    #expect(run.status == 0 && run.standardError.contains("1 of 1 group"), "\(run.standardError)")
    let output = try Probe(bench.path("out.mkv"), .packets)
    let places = output.packets(of: try output.stream("video")).compactMap(\.position)
    let sound = output.packets(of: try output.stream("audio")).compactMap(\.position)
    try #require(places.count == 25 && sound.count > 100)
    #expect(places[0] < sound[sound.count / 10] && sound[0] < places[3])
  }

  @Test func `what ends in the middle of a group is not copied`() throws {
    let input = try Self.plain()
    let run = try bench.anonymize(input, "out.mp4", "-v", "--duration", "0.8")
    #expect(run.status == 0 && run.standardError.contains("1 of 2 groups"))
    #expect(
      run.standardError.contains("1 could not, since not all of its pictures are wanted or whole"))
    let (before, after) = (try Likeness.hashes(input), try Likeness.hashes(bench.path("out.mp4")))
    #expect(after.count == 20 && zip(before, after).prefix(12).allSatisfy { $0 == $1 })
  }
}
