import Foundation
import TestSupport
import Testing

/// Sources that have no end of their own, and footage of which only a part is wanted.
@Suite struct LiveTests {
  private let bench: Workbench

  init() throws { bench = try Workbench(detail: "balanced") }

  /// A device of libavdevice that makes up pictures at the pace of a camera.
  private static let camera = "testsrc=size=192x64:rate=25,realtime"

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal finishes the recording of a camera`(signal: Int32) throws {
    let running = try Binary.anonymize.start(
      ["--progress", "json", "--input-format", "lavfi", Self.camera, "out.mp4"],
      workingDirectory: bench.folder.url)
    _ = try running.wait { running in
      String(decoding: try running.errorOutput, as: UTF8.self).contains(/"frames":[1-9][0-9],/)
    }
    running.send(signal)
    let outcome = try running.wait()
    #expect(outcome.status == 0, "\(outcome.standardError)")
    #expect(try bench.folder.names == ["out.mp4"])
    let done = try #require(outcome.standardError.firstMatch(of: /"event":"done","frames":(\d+)/))
    let probe = try Probe(bench.path("out.mp4"), .frames)
    let times = try probe.times(of: probe.stream("video"))
    #expect(times.count == Int(done.1))
    #expect(times.count >= 10)
    #expect(times.first == 0)
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.04) < 0.001 })
  }

  @Test func `a camera's bare samples become H.264`() throws {
    let output = try bench.anonymized(
      Self.camera, "out.mkv", "--input-format", "lavfi", "--duration", "0.4")
    let probe = try Probe(output, .frames)
    let video = try probe.stream("video")
    #expect(video.codecName == "h264")
    #expect(probe.frames(of: video).count == 10)
  }

  @Test(arguments: [("0.4", 12), ("00:00:00.2", 6), ("0.001", 1), ("99", 24)])
  func `only the beginning`(duration: String, frames: Int) throws {
    let clip = try Strips.plain()
    let probe = try Probe(
      bench.anonymized(clip, "out.mkv", "--duration", duration), .packets)
    #expect(try probe.packets(of: probe.stream("video")).count == frames)
    let sound = try probe.packets(of: probe.stream("audio"))
    let whole = try Probe(clip, .packets)
    let expected = try whole.packets(of: whole.stream("audio")).prefix(sound.count)
    #expect(sound.map(\.dataHash) == expected.map(\.dataHash))
    let tick = try whole.stream("audio").tick
    let limit = duration == "00:00:00.2" ? 0.2 : try #require(Double(duration))
    let all = try whole.packets(of: whole.stream("audio"))
    #expect(sound.count == all.count { Double($0.pts ?? 0) * tick < limit })
  }

  @Test(arguments: ["mp4", "mkv", "avi"])
  func `footage that is cut ends where it is cut`(ending: String) throws {
    let clip = try Clips.file("chapters-cut.mkv") { path in
      let chapters = try Clips.file("chapters-cut.txt") { path in
        let part = "[CHAPTER]\nTIMEBASE=1/1000\n"
        try ";FFMETADATA1\n\(part)START=0\nEND=300\n\(part)START=300\nEND=700\n".write(
          toFile: path, atomically: false, encoding: .utf8)
      }
      try MediaTool.ffmpeg.run(
        ["-i", Strips.plain(), "-i", chapters, "-map_metadata", "1", "-c", "copy", path])
    }
    let output = try bench.anonymized(clip, "out.\(ending)", "--duration", "0.4")
    let answer = try MediaTool.ffprobe.run([
      "-show_entries", "format=duration", "-of", "csv=p=0", output,
    ])
    let length = Double(
      String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(abs(try #require(length) - 0.4) < 0.06)
    let ends = try Probe(output).chapters.compactMap { Double($0.endTime) }
    #expect(ends.count == (ending == "avi" ? 0 : 2))
    // MP4 lets the last one end with the sound.
    for (end, expected) in zip(ends, [0.3, 0.4]) { #expect(abs(end - expected) < 0.03) }
  }

  @Test func `the beginning of footage that starts late`() throws {
    let clip = try Clips.clip(
      "starts-late.ts", from: [Strips.plain()], "-c copy -output_ts_offset 100")
    let probe = try Probe(bench.anonymized(clip, "out.ts", "--duration", "0.4"), .frames)
    let count = try probe.frames(of: probe.stream("video")).count
    // The sound begins a little before the pictures.
    #expect((11...12).contains(count))
  }

  @Test func `a playlist that is named as a URL`() throws {
    let folder = bench.path("list.m3u8")
    try MediaTool.ffmpeg.run(
      ["-i", Strips.plain(), "-c", "copy", "-hls_time", "0.4", "-hls_list_size", "0", folder])
    let output = try bench.anonymized("file://\(folder)", "out.mkv")
    let probe = try Probe(output, .frames)
    #expect(try probe.frames(of: probe.stream("video")).count == 24)
    // Under a plain name it must not lead to other files.
    #expect(try bench.anonymize(folder, "other.mkv").status == 65)
  }

  @Test(.enabled(if: Self.hasLoopback))
  func `a stream from the network`() throws {
    let address = "udp://127.0.0.1:\(Int.random(in: 20_000..<60_000))"
    let sender = try Binary(path: "/usr/bin/env").start(
      ["ffmpeg", "-nostdin", "-v", "error", "-re", "-stream_loop", "-1", "-i", Strips.plain()]
        + ["-c", "copy", "-f", "mpegts", address])
    defer { sender.send(SIGKILL) }
    let output = try bench.anonymized(address, "out.mkv", "--duration", "1")
    let probe = try Probe(output, .frames)
    let times = try probe.times(of: probe.stream("video"))
    // It may be joined just behind a key frame, of which there is one in twelve frames.
    #expect((12...40).contains(times.count))
    #expect(try #require(times.first) < 0.5)
  }

  @Test func `what cannot be reached`() throws {
    try bench.anonymize("file:///nowhere/a.mp4", "out.mp4").expectFailure(
      66, naming: "file:///nowhere/a.mp4", "cannot be opened",
      advice: "check the name and its permissions")
    try bench.anonymize("nonsense://user:secret@host/a", "out.mp4").expectFailure(
      64, naming: "nonsense://host/a", "is not media that can be read",
      advice: "check the names and options of the input")
  }

  private static let hasLoopback: Bool = {
    let text = try? String(contentsOfFile: "/sys/class/net/lo/flags", encoding: .utf8)
    let flags = text.flatMap { Int($0.trimmingCharacters(in: .newlines).dropFirst(2), radix: 16) }
    return (flags ?? 0) & 1 == 1
  }()
}
