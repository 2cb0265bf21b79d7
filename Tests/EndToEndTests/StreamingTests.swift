import Foundation
import TestSupport
import Testing

extension Tag {
  /// Tests that take longer than others.
  @Tag static var slow: Self
}

/// What is to be seen of a run, and what it needs, while footage streams through it.
@Suite struct StreamingTests {
  private let bench: Workbench

  init() throws { bench = try Workbench(detail: "balanced") }

  // A sanitizer keeps freed memory for a while, so as to notice its use.
  @Test(
    .tags(.slow),
    .disabled(if: ProcessInfo.processInfo.environment["TBB_ENABLE_SANITIZERS"] != nil))
  func `memory does not grow with the length of the footage`() throws {
    // Low and wide: the frames are large, and yet the detector is soon done with them.
    let short = try Clips.clip(
      "wide.mkv", from: .singleFace,
      "-an -vf crop=640:48:0:160,scale=1280:96 -c:v mpeg4 -q:v 3 -g 12")
    let long = try Clips.clip(
      "wide-long.mkv", from: [short], inputOptions: "-stream_loop 9", "-c copy")
    let options = ["--quiet", "--codec", "h264", "--preset", "ultrafast"]
    let once = try Binary.anonymize.peakMemory(options + [short, bench.path("short.mkv")])
    let tenTimes = try Binary.anonymize.peakMemory(options + [long, bench.path("long.mkv")])
    #expect(once.status == 0 && tenTimes.status == 0)
    let probe = try Probe(bench.path("long.mkv"), .packets)
    let count = probe.packets(of: try probe.stream("video")).count
    #expect(count == 720)
    // 648 frames more have 117 MiB.
    #expect(once.kibibytes > 50_000)
    #expect(tenTimes.kibibytes < once.kibibytes * 110 / 100)
  }

  @Test func `standard output stays empty, and a line says what has been done`() throws {
    let outcome = try Binary.anonymize.run(
      [Strips.plain(), "out.mp4"], workingDirectory: bench.folder.url, timeout: 600)
    #expect(outcome.status == 0)
    #expect(outcome.standardOutput == "")
    #expect(
      outcome.standardError.contains(
        /(^|\n)24 frames, \d faces? tracked, \d+\.\d fps, \d+\.\d+x real time\n$/))
  }

  @Test func `quiet means quiet`() throws {
    let outcome = try Binary.anonymize.run(
      ["-q", Strips.plain(), "out.mp4"], workingDirectory: bench.folder.url, timeout: 600)
    #expect(outcome.status == 0)
    #expect(outcome.standardOutput == "")
    #expect(outcome.standardError == "")
  }

  @Test func `verbose tells how the work is done`() throws {
    let outcome = try bench.anonymize(Strips.plain(), "out.mp4", "--verbose")
    #expect(outcome.standardError.contains("anonymize: note: stream 0: h264 to libx264\n"))
    #expect(
      outcome.standardError.contains(
        "anonymize: note: settings: --style mosaic --scale 30 --cells 6 "))
  }

  @Test func `progress can be read by programs`() throws {
    struct Event: Decodable {
      let event: String
      let frames: Int?
      let expectedFrames: Int?
      let footageTime: Double?
      let elapsed: Double?
    }
    let clip = try fourStrips()
    let outcome = try Binary.anonymize.run(
      ["--progress", "json", clip, "out.mp4"], workingDirectory: bench.folder.url, timeout: 600)
    let events = try outcome.standardError.split(separator: "\n").map {
      try JSONDecoder().decode(Event.self, from: Data($0.utf8))
    }
    #expect(events.last?.event == "done")
    #expect(events.last?.frames == 96)
    #expect(abs((events.last?.footageTime ?? 0) - 3.2) < 0.1)
    let progress = events.filter { $0.event == "progress" }
    #expect(!progress.isEmpty)
    #expect(progress.allSatisfy { $0.expectedFrames == 96 && ($0.frames ?? 97) <= 96 })
    let frames = progress.compactMap(\.frames)
    #expect(frames == frames.sorted())
    let times = progress.compactMap(\.elapsed)
    #expect(times == times.sorted() && times.count == progress.count)
  }

  @Test func `on a terminal a bar is drawn, and wiped away at the end`() throws {
    let terminal = try PseudoTerminal(columns: 100)
    let outcome = try Binary.anonymize.run(
      [fourStrips(), "out.mp4"], environment: ["TERM": "xterm"],
      workingDirectory: bench.folder.url, terminal: terminal, timeout: 600)
    #expect(outcome.status == 0)
    let lines = outcome.standardError.components(separatedBy: "\r\n")
    #expect(lines.count == 2 && lines[1] == "")
    let states = lines[0].split(separator: "\r")
    #expect(states.count > 1 && states.dropLast().contains { $0.contains("/96 ") })
    #expect(states.last?.contains(/(^|\x1B\[K)96 frames, \d faces? tracked/) == true)
  }

  /// A few seconds, so that there is progress to be shown.
  private func fourStrips() throws -> String {
    try Clips.clip(
      "four-strips.mp4", from: [Strips.plain()], inputOptions: "-stream_loop 3", "-an -c copy")
  }
}
