import Foundation
import TestSupport
import Testing

/// Traces: what they say of a run, and what becomes of them.
@Suite struct TraceTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func timeline(_ name: String = "trace.json") throws -> Timeline {
    try Timeline(Data(contentsOf: URL(fileURLWithPath: bench.path(name))))
  }

  @Test func `every stage is there with its work, frame by frame`() throws {
    try bench.folder.write("old", to: "trace.json")
    // Sound that has to be converted.
    _ = try bench.anonymized(
      Strips.plain(), "out.webm", "--trace", "trace.json", "--overwrite", "--threads", "4")
    #expect(try bench.folder.names == ["out.webm", "trace.json"])
    let timeline = try timeline()
    #expect(
      timeline.stages
        == [
          "read", "convert", "schedule 0", "look 0.0", "look 0.1", "detect 0", "track 0",
          "select 0",
          "redact 0", "encode 0", "write",
        ])
    try timeline.expectOrder()
    let stages = Set(timeline.events.filter { $0.ph == "X" }.map(\.tid))
    #expect(stages.count == 11)
    let frames = try Probe(Strips.plain(), .frames)
    let times = try frames.frames(of: frames.stream("video")).count
    for work in ["detect", "track", "redact", "encode"] {
      let seconds = timeline.work(work).compactMap { $0.args?.time }
      #expect(seconds.count == times && seconds == seconds.sorted(), "\(work)")
      #expect(Set(seconds).count == times, "\(work)")
    }
    #expect(timeline.work("decode").count == times)
    #expect(timeline.work("infer").contains { $0.args?.input == "480x96" })
    #expect(timeline.work("scale").count > 2)
    #expect(timeline.work("convert").count > 10 && timeline.work("write").count > times)
    let counters = timeline.events.filter { $0.ph == "C" }
    #expect(counters.allSatisfy { $0.args?.length ?? -1 >= 0 })
    #expect(
      Set(counters.map(\.name)) == [
        "decoded 0", "dealt 0.0", "dealt 0.1", "viewed 0.0", "viewed 0.1", "observed 0",
        "settled 0", "selected 0", "redacted 0", "conversions", "packets",
      ])
    #expect(timeline.events.contains { $0.cat == "wait" && $0.name == "wait for packets" })
  }

  @Test func `it goes through a pipe, and tells of the verification`() throws {
    let run = try bench.anonymize(Strips.plain(), "out.mp4", "--trace", "-", "--verify")
    #expect(run.status == 0, "\(run.standardError)")
    let timeline = try Timeline(run.output)
    #expect(timeline.stages.suffix(3) == ["read original", "read output", "verify 0"])
    #expect(timeline.work("compare").count == 24)
    try timeline.expectOrder()
  }

  @Test func `verifying is traced, also where it finds something`() throws {
    let clip = try Strips.plain()
    let run = try Binary.anonymize.run(
      ["verify", "-q", "--threads", "4", "--trace", "trace.json", "--detail", "fast", clip, clip],
      workingDirectory: bench.folder.url)
    #expect(run.status == 1, "\(run.standardError)")
    let timeline = try timeline()
    #expect(
      timeline.stages == [
        "read", "schedule 0", "look 0.0", "look 0.1", "detect 0", "track 0", "settle 0",
        "read original", "read output", "verify 0",
      ])
    #expect(timeline.work("compare").count == 24)
    try timeline.expectOrder()
  }

  @Test func `a run that fails leaves a whole trace, and nothing else`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: Strips.plain(in: "mkv")))
    try bench.folder.write(whole.prefix(whole.count * 2 / 3), to: "cut.mkv")
    let run = try bench.anonymize("cut.mkv", "out.mkv", "--trace", "trace.json")
    #expect(run.status == 65)
    #expect(try bench.folder.names == ["cut.mkv", "trace.json"])
    #expect(try !timeline().work("decode").isEmpty)
    try timeline().expectOrder()
  }

  @Test func `a run that is interrupted leaves a whole trace`() throws {
    let clip = try Clips.clip(
      "trace-long.mkv", from: [Strips.plain()], inputOptions: "-stream_loop 100", "-c copy")
    let running = try Binary.anonymize.start(
      [
        "inspect", "--progress", "json", "--detail", "fast", "--lookahead", "0", "--report",
        "faces.jsonl", "--trace", "trace.json", clip,
      ],
      workingDirectory: bench.folder.url)
    _ = try running.wait { running in
      String(decoding: try running.errorOutput, as: UTF8.self).contains(/"frames":[1-9]/)
    }
    running.send(SIGINT)
    #expect(try running.wait().status == 130)
    #expect(try bench.folder.names == ["trace.json"])
    #expect(try !timeline().work("track").isEmpty)
    try timeline().expectOrder()
  }

  @Test func `names that are taken are refused`() throws {
    try FileManager.default.copyItem(atPath: Strips.plain(), toPath: bench.path("in.mp4"))
    try bench.folder.write("old", to: "old.json")
    let rename = "give --trace another name"
    for name in ["out.mkv", "./out.mkv.partial"] {
      try bench.anonymize("in.mp4", "out.mkv", "--trace", name).expectFailure(
        64, naming: name, "is to take both the footage and the trace", advice: rename)
    }
    try bench.anonymize("in.mp4", "out.mkv", "--report", "a", "--trace", "./a").expectFailure(
      64, naming: "./a", "is to take both the report and the trace", advice: rename)
    try bench.anonymize("in.mp4", "-", "--format", "matroska", "--trace", "-").expectFailure(
      64, naming: "standard output", "is to take both the footage and the trace", advice: rename)
    let inspected = try Binary.anonymize.run(["inspect", "--trace", "-", bench.path("in.mp4")])
    inspected.expectFailure(
      64, naming: "standard output", "is to take both the report and the trace", advice: rename)
    try bench.anonymize("in.mp4", "out.mkv", "--trace", "in.mp4", "--overwrite").expectFailure(
      64, naming: "in.mp4", "would be written over the input",
      advice: "choose another output name")
    let verified = try Binary.anonymize.run(
      ["verify", "--trace", "old.json", "--overwrite", "in.mp4", "old.json"],
      workingDirectory: bench.folder.url)
    verified.expectFailure(
      64, naming: "old.json", "would be written over the input",
      advice: "choose another output name")
    try bench.anonymize("in.mp4", "out.mkv", "--trace", "old.json").expectFailure(
      73, naming: "old.json", "exists", advice: "add --overwrite to replace it")
    try bench.anonymize("in.mp4", "out.mkv", "--trace", "none/a.json").expectFailure(
      73, naming: "none/a.json", "the folder is missing or cannot be entered",
      advice: "create the folder first")
    #expect(try bench.folder.names == ["in.mp4", "old.json"])
    #expect(try String(contentsOfFile: bench.path("old.json"), encoding: .utf8) == "old")
  }

  @Test func `a full disk is told, and leaves no output`() throws {
    let full = try Binary(path: "/bin/bash").run(
      [
        "-c", #""$0" -q --detail fast --trace - "$1" out.mp4 > /dev/full"#,
        Binary.anonymize.url.path, Strips.plain(),
      ], workingDirectory: bench.folder.url)
    #expect(full.status == 74)
    #expect(
      full.standardError
        == "anonymize: standard output: the trace cannot be written (No space left on device); "
        + "free some space and run it again\n")
    #expect(try bench.folder.names == [])
  }
}
