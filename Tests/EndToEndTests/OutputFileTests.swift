import Foundation
import TestSupport
import Testing

/// Where the output can't go, and what stays of what was there before.
@Suite struct OutputFileTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `a name of one letter`() throws {
    try bench.anonymize(Strips.plain(), "x").expectFailure(
      64, naming: "x", "the name's ending stands for no container",
      advice:
        "end the name in .mp4, .mov, .mkv, .webm, .ts or .avi, or in .jpg, .png, .webp or .tif")
    let output = try bench.anonymized(Strips.plain(), "x", "--format", "mp4")
    #expect(try Probe(output).streams.count == 2)
  }

  @Test func `a missing folder`() throws {
    let outcome = try bench.anonymize(Strips.plain(), "absent/out.mp4")
    outcome.expectFailure(
      73, naming: "absent/out.mp4", "the folder is missing or cannot be entered",
      advice: "create the folder first")
    #expect(try bench.folder.names == [])
  }

  @Test func `a folder in the output's place`() throws {
    try FileManager.default.createDirectory(
      atPath: bench.path("out.mp4"), withIntermediateDirectories: false)
    for options in [[], ["--overwrite"]] {
      let outcome = try Binary.anonymize.run(
        options + [try Strips.plain(), "out.mp4"], workingDirectory: bench.folder.url)
      outcome.expectFailure(73, naming: "out.mp4", "is a folder", advice: "name a file in it")
    }
    #expect(try bench.folder.names == ["out.mp4"])
  }

  @Test func `an output that exists is replaced on demand only, and only by a whole one`() throws {
    let clip = try Strips.plain()
    try bench.folder.write("old", to: "out.mp4")
    let refused = try bench.anonymize(clip, "out.mp4")
    refused.expectFailure(
      73, naming: "out.mp4", "exists", advice: "add --overwrite to replace it")
    #expect(try content("out.mp4") == "old")

    // Damaged at its end: nearly all of it has been written by then.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    let bad = try bench.folder.write(bytes.prefix(bytes.count * 99 / 100), to: "bad.mp4")
    let failed = try bench.anonymize(bad, "out.mp4", "--overwrite")
    #expect(failed.status == 65)
    #expect(try content("out.mp4") == "old")
    #expect(try bench.folder.names == ["bad.mp4", "out.mp4"])

    let output = try bench.anonymized(clip, "out.mp4", "--overwrite")
    let probe = try Probe(output, .packets)
    #expect(probe.packets(of: try probe.stream("video")).count == 24)
    #expect(try bench.folder.names == ["bad.mp4", "out.mp4"])
  }

  @Test func `a pipe in the output's place is not replaced`() throws {
    #expect(mkfifo(bench.path("out.mp4"), 0o600) == 0)
    let outcome = try bench.anonymize(Strips.plain(), "out.mp4", "--overwrite")
    outcome.expectFailure(
      73, naming: "out.mp4", "is not a regular file", advice: "choose another name")
    #expect(try bench.folder.names == ["out.mp4"])
  }

  @Test(arguments: ["in.mp4", "./in.mp4", "symbolic.mp4", "hard.mp4"])
  func `the input by any name is no output`(name: String) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Strips.plain()))
    try bench.folder.write(bytes, to: "in.mp4")
    #expect(symlink("in.mp4", bench.path("symbolic.mp4")) == 0)
    #expect(link(bench.path("in.mp4"), bench.path("hard.mp4")) == 0)
    for input in ["in.mp4", bench.path("symbolic.mp4")] {
      let outcome = try bench.anonymize(input, name, "--overwrite")
      outcome.expectFailure(
        64, naming: name, "would be written over the input", advice: "choose another output name")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.path("in.mp4"))) == bytes)
    #expect(try bench.folder.names == ["hard.mp4", "in.mp4", "symbolic.mp4"])
  }

  @Test func `the input is not taken for a partial output`() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Strips.plain()))
    try bench.folder.write(bytes, to: "out.mp4.partial")
    let outcome = try bench.anonymize("out.mp4.partial", "out.mp4")
    outcome.expectFailure(
      64, naming: "out.mp4", "would be written over the input",
      advice: "choose another output name")
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.path("out.mp4.partial"))) == bytes)
    #expect(try bench.folder.names == ["out.mp4.partial"])
  }

  @Test(
    arguments: [
      ("out.xyz", "the name's ending stands for no container"),
      ("out", "the name's ending stands for no container"),
      ("out.mp3", "mp3 files are not supported as an output"),
      ("out.jp2", "image2 files are not supported as an output"),
      ("out.srt", "srt files are not supported as an output"),
    ])
  func `a name that stands for no container of video`(name: String, message: String) throws {
    let outcome = try bench.anonymize(Strips.plain(), name)
    outcome.expectFailure(
      64, naming: name, message,
      advice:
        "end the name in .mp4, .mov, .mkv, .webm, .ts or .avi, or in .jpg, .png, .webp or .tif")
    #expect(try bench.folder.names == [])
  }

  @Test func `a name that is too long`() throws {
    let name = String(repeating: "n", count: 250) + ".mp4"
    let outcome = try bench.anonymize(Strips.plain(), name)
    outcome.expectFailure(
      73, naming: name, "cannot be created (File name too long)",
      advice: "choose a shorter name")
    #expect(try bench.folder.names == [])
  }

  @Test(.enabled(if: Unprivileged.canRun))
  func `a folder that may not be written to`() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Strips.plain()))
    try bench.folder.write(bytes, to: "in.mp4")
    chmod(bench.path("in.mp4"), 0o644)
    chmod(bench.folder.url.path, 0o555)
    defer { chmod(bench.folder.url.path, 0o755) }
    let outcome = try Unprivileged.run(["in.mp4", "out.mp4"], in: bench.folder.url)
    outcome.expectFailure(
      73, naming: "out.mp4", "cannot be created (Permission denied)",
      advice: "check the permissions of the file and its folder")
    #expect(try bench.folder.names == ["in.mp4"])
  }

  /// A small output fails when it is finished, a large one in the middle.
  @Test(.enabled(if: SmallDisk.canBeMade), arguments: [8, 400])
  func `a full disk`(kibibytes: Int) throws {
    let disk = try SmallDisk(kibibytes: kibibytes)
    let old = URL(fileURLWithPath: disk.path("out.mkv"))
    try Data("old".utf8).write(to: old)
    let clip = try Clips.clip("full.mkv", from: .singleFace, "-an -t 0.5 -c:v copy")
    let outcome = try bench.anonymize(
      clip, disk.path("out.mkv"), "--codec", "ffv1", "--overwrite", "--scale", "2", "--cells", "8")
    outcome.expectFailure(
      74, naming: disk.path("out.mkv"), "cannot be written (No space left on device)",
      advice: "free some space and run it again")
    #expect(try Data(contentsOf: old) == Data("old".utf8))
    #expect(try disk.names == ["out.mkv"])
  }

  private func content(_ name: String) throws -> String {
    try String(contentsOfFile: bench.path(name), encoding: .utf8)
  }
}
