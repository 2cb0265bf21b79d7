import Foundation
import TestSupport
import Testing

/// The look at an output beside its original, in a run and by itself.
@Suite struct VerificationTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  /// Twelve small frames of a face, lossless.
  private func lossless() throws -> String {
    try Clips.clip(
      "verify-lossless.mkv", from: .singleFace,
      "-an -frames:v 12 -vf scale=320:180:flags=bicubic -c:v ffv1")
  }

  /// The same with losses.
  private func clip() throws -> String {
    try Clips.clip("verify.mp4", from: [lossless()], "-c:v libx264 -crf 12")
  }

  /// Where the lossless clip shows its face.
  private func report() throws -> String {
    let clip = try lossless()
    return try Clips.file("verify-lossless.jsonl") { path in
      let outcome = try Binary.anonymize.run(["inspect", "-q", clip, "--report", path])
      try #require(outcome.status == 0, "\(outcome.standardError)")
    }
  }

  /// The lossless clip without its face.
  private func covered() throws -> String {
    let (clip, report) = try (lossless(), report())
    return try Clips.file("verify-covered.mkv") { path in
      let outcome = try Binary.anonymize.run(
        ["-q", "--codec", "ffv1", "--detections", report, clip, path])
      try #require(outcome.status == 0, "\(outcome.standardError)")
    }
  }

  /// Compares with the lossless clip and by what is known of its face: that needs no detector.
  private func verifyLossless(_ anonymized: String, _ options: String...) throws -> Outcome {
    try Binary.anonymize.run(
      ["verify", "--progress", "never", "--detections", report()] + options
        + ["--", lossless(), anonymized], workingDirectory: bench.folder.url)
  }

  private func verify(_ original: String, _ anonymized: String, _ options: String...) throws
    -> Outcome
  {
    try Binary.anonymize.run(
      ["verify", "--progress", "never"] + options + ["--", original, anonymized],
      workingDirectory: bench.folder.url)
  }

  /// The lines of a run that found something.
  private func findings(
    _ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    #expect(outcome.status == 1, "\(outcome.standardError)", sourceLocation: sourceLocation)
    #expect(outcome.standardOutput == "", sourceLocation: sourceLocation)
    return outcome.standardError.split(separator: "\n").map(String.init)
  }

  private func expectFine(
    _ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == 0, "\(outcome.standardError)", sourceLocation: sourceLocation)
  }

  // MARK: In a run

  @Test func `an output that shows no face is published`() throws {
    let outcome = try bench.anonymize(clip(), "out.mp4", "--verify", "-v")
    expectFine(outcome)
    #expect(
      outcome.standardError.contains(
        "note: the output was verified: 12 frames compared, 12 covers judged, "))
    #expect(try bench.folder.names == ["out.mp4"])
    expectFine(try verify(clip(), "out.mp4"))
    let lines = findings(try verify(clip(), clip()))
    #expect(lines.count == 1)
    #expect(
      lines.first?.contains(": a face may still be shown at 0:00.00 to 0:00.37 at ") == true)
  }

  @Test func `an output with a face that was missed is not published, nor its report`() throws {
    let outcome = try bench.anonymize(
      clip(), "out.mp4", "--verify", "--threshold", "1", "--report", "faces.jsonl")
    let lines = findings(outcome)
    #expect(lines.count == 1)
    #expect(
      lines.first?.hasPrefix("anonymize: out.mp4: a face that was missed may be shown at 0:00.00 ")
        == true)
    #expect(try bench.folder.names == [])
  }

  @Test func `an output whose covers hide too little is not published`() throws {
    let outcome = try bench.anonymize(
      lossless(), "out.mkv", "--verify", "--codec", "ffv1", "--scale", "2", "--cells", "8",
      "--detections", tinyReport())
    let lines = findings(outcome)
    #expect(lines.count == 1)
    #expect(
      lines.first?.hasPrefix("anonymize: out.mkv: a face may still be shown at 0:00.10 at ") == true
    )
    #expect(try bench.folder.names == [])
  }

  /// A report of a face that is not to be seen in any mosaic of a few pixels a cell.
  private func tinyReport() throws -> String {
    let times = try Probe(lossless(), .frames)
    let ticks = try times.frames(of: times.stream("video")).compactMap(\.bestEffortTimestamp)
    return try Clips.file("verify-tiny.jsonl") { path in
      let lines = [
        """
        {"type":"header","format":"anonymize-faces","version":1,\
        "streams":[{"index":0,"width":320,"height":180,"timeBase":[1,1000]}]}
        """,
        """
        {"type":"frame","stream":0,"frame":3,"ticks":\(ticks[3]),\
        "faces":[{"box":[136,84,14,14]}]}
        """,
        #"{"type":"totals","streams":[{"index":0,"frames":12}]}"#,
      ]
      try (lines.joined(separator: "\n") + "\n").write(
        toFile: path, atomically: true, encoding: .utf8)
    }
  }

  @Test func `what cannot be read again cannot be verified`() throws {
    try bench.anonymize(clip(), "-", "--verify", "--format", "matroska").expectFailure(
      64, naming: "standard output", "cannot be read again, which --verify needs",
      advice: "name a file, or leave out --verify")
    try bench.anonymize("-", "out.mkv", "--verify").expectFailure(
      64, naming: "standard input",
      "cannot be read a second time, which the verification of an output needs",
      advice: "name a file")
    #expect(try bench.folder.names == [])
  }

  @Test func `faces that a report leaves out are meant to be shown`() throws {
    let report = try String(contentsOfFile: report(), encoding: .utf8)
    let kept = report.split(separator: "\n").filter { !$0.contains(#""type":"frame""#) }
    try bench.folder.write(kept.joined(separator: "\n") + "\n", to: "none.jsonl")
    let clip = try lossless()
    expectFine(
      try bench.anonymize(clip, "out.mkv", "--verify", "--detections", "none.jsonl"))
    expectFine(try verify(clip, "out.mkv", "--detections", "none.jsonl"))
    #expect(findings(try verifyLossless("out.mkv")).count == 1)
  }

  @Test(arguments: [
    ("verify-10-bit.mp4", "-c:v libx264 -crf 12 -pix_fmt yuv420p10le", "out.mp4"),
    ("verify-narrow.mp4", "-c:v libx264 -crf 12 -vf scale=160:180,setsar=2/1", "out.mkv"),
    ("verify-colours.gif", "-vf scale=240:-1", "out.gif"),
    ("verify-late.ts", "-c:v libx264 -crf 12 -output_ts_offset 90", "out.flv"),
  ])
  func `any kind of picture and clock can be verified`(
    name: String, options: String, output: String
  ) throws {
    let clip = try Clips.clip(name, from: [lossless()], "-frames:v 6 \(options)")
    let outcome = try bench.anonymize(clip, output, "--verify", "-v")
    expectFine(outcome)
    #expect(outcome.standardError.contains(" 6 frames compared, 6 covers judged, "))
  }

  // MARK: By itself

  @Test func `footage that nothing was done to shows its face throughout`() throws {
    let clip = try lossless()
    let lines = findings(try verifyLossless(clip))
    #expect(lines.count == 1)
    #expect(
      lines.first?.hasPrefix(
        "anonymize: \(clip): a face may still be shown at 0:00.00 to 0:00.37 at ") == true)
    #expect(lines.first?.hasSuffix("; look there, and try a larger --margin or --scale") == true)
  }

  @Test func `frames that were put in from the original are named by their times`() throws {
    let holes = try Clips.clip(
      "verify-holes.mkv", from: [covered(), lossless()],
      "-lavfi [0:v][1:v]overlay=enable='between(n,3,5)+eq(n,9)':format=auto -c:v ffv1")
    let lines = findings(try verifyLossless(holes))
    #expect(lines.count == 2)
    #expect(lines.first?.contains(" may still be shown at 0:00.10 to 0:00.17 at ") == true)
    #expect(lines.last?.contains(" may still be shown at 0:00.30 at ") == true)
  }

  @Test func `a frame that is left out is named by its time, and the others are compared`() throws {
    let gap = try Clips.clip(
      "verify-gap.mkv", from: [covered()],
      "-vf select='not(eq(n,4))' -fps_mode passthrough -c:v ffv1")
    #expect(
      findings(try verifyLossless(gap)) == [
        "anonymize: \(gap): frames of the original are missing, or shown at another time, at "
          + "0:00.13; anonymize it again, into another container if need be"
      ])
    let frozen = try Clips.clip(
      "verify-frozen.mkv", from: [covered()], "-vf fps=60 -fps_mode passthrough -c:v ffv1")
    let lines = findings(try verifyLossless(frozen))
    #expect(
      lines.first?.contains(": frames that the original does not show then are shown at 0:00.02")
        == true)
  }

  @Test func `progress in JSON carries what was found in its last event`() throws {
    let outcome = try verifyLossless(lossless(), "--progress", "json")
    #expect(outcome.status == 1)
    let last = try #require(outcome.standardError.split(separator: "\n").last)
    let event = try #require(
      JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    #expect(event["event"] as? String == "error" && event["status"] as? Int == 1)
    let found = try #require((event["findings"] as? [[String: Any]])?.first)
    #expect(found["kind"] as? String == "shownFace")
    #expect((found["box"] as? [Double])?.count == 4)
  }

  @Test func `a copy that is turned upright is compared with footage that only says so`() throws {
    let lying = try Clips.clip(
      "verify-lying.mp4", from: [lossless()],
      "-frames:v 6 -c:v libx264 -crf 12 -vf transpose=cclock")
    let clip = try Clips.file("verify-turned.mp4") { path in
      try DisplayMatrix([0, 1, 0, -1, 0, 0, 0, 0]).write(into: lying, as: path)
    }
    let upright = try Clips.clip("verify-upright.mkv", from: [clip], "-c:v ffv1")
    let lines = findings(try verify(clip, upright))
    #expect(lines.count == 1 && lines.first?.contains("may still be shown at 0:00.00 to ") == true)
  }

  @Test func `every video stream is compared with its own`() throws {
    let both = try Clips.clip(
      "verify-both.mkv", from: [lossless(), lossless()], "-map 0:v -map 1:v -c copy")
    let half = try Clips.clip(
      "verify-half.mkv", from: [covered(), lossless()], "-map 0:v -map 1:v -c copy")
    let lines = findings(try verify(both, half))
    #expect(lines.count == 1 && lines.first?.contains(" in stream 1; ") == true)
    try verifyLossless(half).expectFailure(
      65, naming: half, "has 2 video streams, and the original has 1",
      advice: "name the footage that was made of the original")
  }

  @Test func `still pictures are compared too`() throws {
    let picture = SampleFootage.singleFacePicture.path
    expectFine(try bench.anonymize(picture, "out.png", "--verify"))
    #expect(findings(try verify(picture, picture)).first?.contains(" at 0:00.00 at ") == true)
  }

  @Test func `files that are none or do not belong together are refused`() throws {
    try verifyLossless("nothing.mp4").expectFailure(
      66, naming: "nothing.mp4", "there is no such file",
      advice: "check the name and its permissions")
    try verifyLossless("-").expectFailure(
      64, naming: "-", "is a pipe, which cannot be compared with anything",
      advice: "name two files")
    let small = try Clips.clip("verify-small.mkv", from: [lossless()], "-vf scale=160:-2 -c:v ffv1")
    try verifyLossless(small).expectFailure(
      65, naming: small, "has frames of 160x90, and the original has 320x180",
      advice: "name the footage that was made of the original")
  }
}
