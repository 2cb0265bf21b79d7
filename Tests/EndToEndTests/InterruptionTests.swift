import Foundation
import TestSupport
import Testing

/// A run that is ended from outside, or meets another, leaves no half of an output.
@Suite struct InterruptionTests {
  private let bench: Workbench

  init() throws { bench = try Workbench(detail: "balanced") }

  @Test(arguments: [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM")])
  func `a signal in the middle leaves nothing`(signal: Int32, name: String) throws {
    let running = try startLong("out.mkv")
    #expect(try bench.folder.names == ["out.mkv.partial"])
    running.send(signal)
    let outcome = try running.wait(timeout: 120)
    #expect(outcome.status == 128 + signal)
    let line = try #require(outcome.standardError.split(separator: "\n").last)
    #expect(line.contains("\"status\":\(128 + signal)"))
    #expect(line.contains("interrupted by \(name); no output is left"))
    #expect(outcome.standardOutput == "")
    #expect(try bench.folder.names == [])
  }

  @Test func `a signal leaves an older output as it is`() throws {
    try bench.folder.write("old", to: "out.mkv")
    let running = try startLong("out.mkv", "--overwrite")
    running.send(SIGTERM)
    #expect(try running.wait(timeout: 120).status == 143)
    #expect(try bench.folder.names == ["out.mkv"])
    #expect(try String(contentsOfFile: bench.path("out.mkv"), encoding: .utf8) == "old")
  }

  @Test func `what a killed run left behind is taken over`() throws {
    let running = try startLong("out.mkv")
    running.send(SIGKILL)
    #expect(try running.wait(timeout: 120).signal == SIGKILL)
    #expect(try bench.folder.names == ["out.mkv.partial"])
    // More than the next run will write: it must not show through at the end.
    try Data(repeating: 0xAB, count: 3_000_000)
      .write(to: URL(fileURLWithPath: bench.path("out.mkv.partial")))
    try expectWhole(bench.anonymized(Strips.plain(), "out.mkv"))
    #expect(try bench.folder.names == ["out.mkv"])
  }

  @Test func `an output that another run is writing is left to it`() throws {
    let clip = try Strips.plain()
    let first = try start(clip, "out.mkv")
    try #require(try first.wait(timeout: 120) { _ in try !bench.folder.names.isEmpty })
    // The first run stands still meanwhile, so that it can't be done before the second.
    first.send(SIGSTOP)
    let second = try bench.anonymize(clip, "out.mkv")
    first.send(SIGCONT)
    second.expectFailure(
      75, naming: "out.mkv", "is being written by another run", advice: "try again later")
    #expect(try first.wait(timeout: 120).status == 0)
    try expectWhole(bench.path("out.mkv"))
    #expect(try bench.folder.names == ["out.mkv"])
  }

  @Test func `of several runs for one output exactly one succeeds`() throws {
    let clip = try Strips.plain()
    let runs = try (0..<3).map { _ in try start(clip, "out.mkv") }
    let statuses = try runs.map { try $0.wait(timeout: 120).status }
    #expect(statuses.count { $0 == 0 } == 1)
    #expect(statuses.allSatisfy { [0, 73, 75].contains($0) })
    try expectWhole(bench.path("out.mkv"))
    #expect(try bench.folder.names == ["out.mkv"])
  }

  private func start(_ input: String, _ output: String, _ options: String...) throws
    -> RunningBinary
  {
    try Binary.anonymize.start(
      options + [input, output], environment: ["TERM": nil as String?],
      workingDirectory: bench.folder.url)
  }

  /// A run that takes minutes, of which some frames have been written already.
  private func startLong(_ output: String, _ options: String...) throws -> RunningBinary {
    let clip = try Clips.clip(
      "long.mkv", from: [Strips.plain()], inputOptions: "-stream_loop 400", "-an -c copy")
    let running = try Binary.anonymize.start(
      options + ["--progress", "json", clip, output], workingDirectory: bench.folder.url)
    let hasBegun = try running.wait(timeout: 120) {
      let text = String(decoding: try $0.errorOutput, as: UTF8.self)
      return text.contains(/"event":"progress","frames":[1-9]/)
    }
    try #require(hasBegun)
    return running
  }

  private func expectWhole(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let probe = try Probe(path, .frames)
    #expect(
      probe.frames(of: try probe.stream("video")).count == 24, sourceLocation: sourceLocation)
    #expect(probe.streams("audio").count == 1, sourceLocation: sourceLocation)
  }
}
