import Foundation
import TestSupport
import Testing

/// Footage that comes through pipes.
@Suite struct PipeTests {
  private let bench: Workbench

  init() throws { bench = try Workbench(detail: "balanced") }

  /// Runs `cat INPUT | anonymize - - ... | cat > OUTPUT`; the status is the program's.
  private func pipe(_ input: String, to output: String, _ options: String) throws -> Outcome {
    let program = Binary.anonymize.url.path
    let script = """
      set -o pipefail
      cat '\(input)' | '\(program)' --progress never \(options) - - | cat > '\(output)'
      """
    return try Binary(path: "/usr/bin/env").run(
      ["bash", "-c", script], workingDirectory: bench.folder.url, timeout: 600)
  }

  @Test(arguments: [
    ("mkv", "matroska"), ("ts", "mpegts"), ("ts", "mp4"), ("mkv", "mov"), ("mp4", "mp4"),
    ("mp4", "mkv"), ("mkv", "flv"), ("mkv", "nut"),
  ])
  func `through two pipes as through files`(source: String, format: String) throws {
    let clip = try source == "mp4" ? Strips.plain() : Strips.plain(in: source)
    let output = bench.path("out.\(format)")
    let outcome = try pipe(clip, to: output, "--format \(format)")
    try #require(outcome.status == 0, "\(outcome.standardError)")
    let (before, after) = (try Probe(clip, .frames), try Probe(output, .frames))
    let times = try before.times(of: before.stream("video"))
    let seen = try after.times(of: after.stream("video"))
    try #require(seen.count == times.count)
    // These have no times before zero, where the sound of the clip begins.
    let shift = ["flv", "nut"].contains(format) ? times[0] - seen[0] : 0
    for (one, other) in zip(times, seen) { #expect(abs(one - other - shift) < 0.0011) }
    let (sound, kept) = (try Probe(clip, .packets), try Probe(output, .packets))
    #expect(
      try sound.packets(of: sound.stream("audio")).count
        == kept.packets(of: kept.stream("audio")).count)
  }

  @Test func `standard output holds nothing but the footage`() throws {
    let clip = try Strips.plain(in: "mkv")
    let outcome = try Binary.anonymize.run(
      ["--progress", "always", clip, "-", "--format", "matroska"], timeout: 600)
    #expect(outcome.status == 0)
    #expect(outcome.output.starts(with: [0x1A, 0x45, 0xDF, 0xA3]))
    #expect(outcome.standardError.contains("24 frames"))
    let path = try bench.folder.write(outcome.output, to: "out.mkv")
    let probe = try Probe(path, .frames)
    #expect(try probe.frames(of: probe.stream("video")).count == 24)
  }

  @Test func `a container is needed for standard output`() throws {
    let outcome = try bench.anonymize(Strips.plain(), "-")
    outcome.expectFailure(
      64, naming: "standard output", "has no name that decides the container",
      advice: "add --format, such as --format matroska")
  }

  @Test func `a format goes over the ending of a name`() throws {
    let output = try bench.anonymized(Strips.plain(), "out.mp4", "--format", "matroska")
    #expect(try Data(contentsOf: URL(fileURLWithPath: output)).starts(with: [0x1A, 0x45]))
    try bench.anonymize(Strips.plain(), "o.mp4", "--format", "nonsense").expectFailure(
      64, naming: "o.mp4", "there is no container format 'nonsense'",
      advice: "name one such as mp4, mov, matroska, webm, mpegts or avi")
    let clip = try Strips.plain()
    try bench.anonymize(clip, "o.mp4", "--input-format", "nonsense").expectFailure(
      64, naming: clip, "there is no input format 'nonsense'",
      advice: "check the names and options of the input")
  }

  @Test func `an input format goes over the content`() throws {
    let clip = try Strips.plain()
    let outcome = try bench.anonymize(clip, "o.mp4", "--input-format", "matroska")
    #expect(outcome.status == 65)
    let options = try bench.anonymize(clip, "o.mp4", "--input-option", "nonsense=1")
    options.expectFailure(
      64, naming: clip, "the input has no option 'nonsense'",
      advice: "check the names and options of the input")
  }

  @Test func `what a pipe cannot do is said`() throws {
    let clip = try Strips.plain()
    try bench.anonymize(clip, "-", "--format", "avi").expectFailure(
      64, naming: "standard output", "avi cannot be written down a pipe",
      advice: "name one such as mp4, mov, matroska, webm, mpegts or avi")
    let indexLast = try Strips.coded("strip-index-last.mp4", "-c copy")
    let outcome = try pipe(indexLast, to: bench.path("out.mkv"), "--format matroska")
    #expect(outcome.status == 65)
    #expect(outcome.standardError.contains("standard input: has its index at the end"))
  }

  @Test func `a closed standard output is no place for footage`() throws {
    let script =
      "'\(Binary.anonymize.url.path)' --progress never --format matroska '\(try Strips.plain())' - >&-"
    let outcome = try Binary(path: "/usr/bin/env").run(["bash", "-c", script], timeout: 600)
    #expect(outcome.status == 74)
    #expect(outcome.standardError.contains("standard output: cannot be written"))
  }

  @Test func `damage in a pipe fails as in a file`() throws {
    let clip = try Strips.plain(in: "mkv")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    bytes.removeLast(bytes.count / 3)
    let outcome = try pipe(
      bench.folder.write(bytes, to: "cut.mkv"), to: bench.path("out.mkv"), "--format matroska")
    #expect(outcome.status == 65)
    let empty = try pipe("/dev/null", to: bench.path("out.mkv"), "--format matroska")
    #expect(empty.status == 65)
  }

  @Test func `whoever closes the output's pipe ends the work`() throws {
    let program = Binary.anonymize.url.path
    let clip = try Clips.clip(
      "noise.mkv", from: [Strips.plain()], "-vf noise=alls=80 -c:v ffv1 -c:a copy")
    let script = """
      '\(program)' --progress never --codec ffv1 --format matroska '\(clip)' - | head -c 1
      echo "${PIPESTATUS[0]}" >&2
      """
    let outcome = try Binary(path: "/usr/bin/env").run(["bash", "-c", script], timeout: 600)
    let lines = outcome.standardError.split(separator: "\n")
    #expect(lines.last == "74")
    #expect(lines.first?.contains("standard output: cannot be written") == true)
  }

  @Test func `a silent pipe can be interrupted`() throws {
    // The folder's own end of the pipe stays open, so that it never ends.
    let script = """
      mkfifo pipe; exec 3<>pipe
      exec '\(Binary.anonymize.url.path)' --progress never --verbose - out.mp4 <&3
      """
    let running = try Binary(path: "/usr/bin/env").start(
      ["bash", "-c", script], workingDirectory: bench.folder.url)
    // Signals are watched from just after the settings are told.
    _ = try running.wait { try $0.errorOutput.range(of: Data("settings".utf8)) != nil }
    usleep(300_000)
    running.send(SIGTERM)
    let outcome = try running.wait(timeout: 30)
    #expect(outcome.status == 143)
    #expect(
      outcome.standardError.hasSuffix("anonymize: interrupted by SIGTERM; no output is left\n"))
    #expect(try bench.folder.names == ["pipe"])
  }
}
