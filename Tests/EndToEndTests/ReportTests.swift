import Foundation
import TestSupport
import Testing

/// Reports of faces: what they say, and that covering what they say is as good as looking for
/// faces.
@Suite struct ReportTests {
  private let bench: Workbench

  init() throws { bench = try Workbench(detail: "balanced") }

  /// Twelve frames of a face with sound.
  private func clip() throws -> String {
    try Clips.clip(
      "report.mp4", from: .singleFace, "-frames:v 12 -c:v libx264 -crf 18 -bf 2 -c:a aac")
  }

  /// Four frames of it, lossless.
  private func lossless() throws -> String {
    try Clips.clip("report-lossless.mkv", from: .singleFace, "-an -frames:v 4 -c:v ffv1")
  }

  /// What is found in those.
  private func losslessReport() throws -> String {
    let clip = try lossless()
    let path = try Clips.file("report-lossless.jsonl") { path in
      let outcome = try Binary.anonymize.run(["inspect", "-q", clip, "--report", path])
      try #require(outcome.status == 0, "\(outcome.standardError)")
      #expect(outcome.standardOutput == "")
    }
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: bench.path(name), encoding: .utf8)
  }

  private func inspect(_ input: String, _ options: String...) throws -> Outcome {
    try Binary.anonymize.run(
      ["inspect", "--progress", "never"] + options + [input], workingDirectory: bench.folder.url)
  }

  /// Expects that covering what a report says, with no detector at hand, writes the same bytes.
  private func expectSame(
    _ clip: String, _ direct: String, report: String, input: Data = Data()
  ) throws {
    let again = "again-\(direct)"
    let outcome = try Binary.anonymize.run(
      ["-q", "--detections", report, clip, again],
      environment: ["ANONYMIZE_MODEL": "/nowhere", "ANONYMIZE_RUNTIME": "/nowhere"],
      workingDirectory: bench.folder.url, input: input)
    try #require(outcome.status == 0, "\(outcome.standardError)")
    let files = try [direct, again].map {
      try Data(contentsOf: URL(fileURLWithPath: bench.path($0)))
    }
    #expect(files[0] == files[1])
  }

  @Test func `a report, an inspection and covering what they say are all the same`() throws {
    let clip = try clip()
    try bench.folder.write("old", to: "faces.jsonl")
    _ = try bench.anonymized(clip, "out.mp4", "--report", "faces.jsonl", "--overwrite")
    #expect(try bench.folder.names == ["faces.jsonl", "out.mp4"])
    try expectSame(clip, "out.mp4", report: "faces.jsonl")
    let inspected = try inspect(clip)
    #expect(inspected.status == 0)
    #expect(try inspected.standardOutput == text("faces.jsonl"))
    let findings = try Findings(inspected.standardOutput)
    #expect(findings.header.format == "anonymize-faces" && findings.header.version == 1)
    #expect(findings.header.input == "report.mp4")
    let stream = try #require(findings.header.streams.first)
    #expect(stream.width == 640 && stream.height == 360 && stream.frameRate == [30, 1])
    #expect(findings.frames.map(\.frame) == Array(0..<12))
    for frame in findings.frames {
      let seconds = Double(frame.ticks) * Double(stream.timeBase[0]) / Double(stream.timeBase[1])
      #expect(abs(frame.time - seconds) < 1e-9)
      #expect(frame.faces.allSatisfy { ($0.landmarks == nil) == ($0.source != "detected") })
    }
    let probe = try Probe(clip, .frames)
    let ticks = try probe.frames(of: probe.stream("video")).map(\.bestEffortTimestamp)
    #expect(findings.frames.map { Int64($0.ticks) } == ticks)
    let track = try #require(findings.tracks.first)
    #expect(track.firstFrame == 0 && track.lastFrame == 11 && track.confirmed)
    #expect(track.detectedFrames + track.filledFrames == 12)
    #expect(findings.totals.frames == 12 && findings.totals.framesWithFaces == 12)
    #expect(findings.totals.tracks == 1)
  }

  @Test func `faces that were taken out stay visible, boxes that were put in are covered`() throws {
    let clip = try lossless()
    let report = try losslessReport()
    #expect(try Findings(report).frames.count == 4)
    let lines = report.split(separator: "\n").map { line in
      guard line.contains(#""type":"frame""#), let faces = line.range(of: "\"faces\":[") else {
        return String(line)
      }
      let isThird = line.contains(#""frame":2,"#)
      return line[..<faces.upperBound] + (isThird ? "{\"box\":[16,24,96,80]}" : "") + "]}"
    }
    try bench.folder.write(lines.joined(separator: "\n"), to: "edited.jsonl")
    let output = try bench.anonymized(
      clip, "out.mkv", "--detections", "edited.jsonl", "--codec", "ffv1", "--margin", "0",
      "--shape", "rectangle")
    let before = try GrayFootage(clip, width: 640, height: 360)
    let after = try GrayFootage(output, width: 640, height: 360)
    try #require(before.count == 4 && after.count == 4)
    for frame in 0..<4 {
      var changed = (left: Int.max, top: Int.max, right: -1, bottom: -1)
      for y in 0..<360 {
        for x in 0..<640 {
          let place = (frame * 360 + y) * 640 + x
          guard before.bytes[place] != after.bytes[place] else { continue }
          changed = (
            min(changed.left, x), min(changed.top, y), max(changed.right, x),
            max(changed.bottom, y)
          )
        }
      }
      if frame == 2 {
        #expect(abs(changed.left - 16) <= 3 && abs(changed.right - 111) <= 3, "\(changed)")
        #expect(abs(changed.top - 24) <= 3 && abs(changed.bottom - 103) <= 3, "\(changed)")
      } else {
        #expect(changed.right == -1, "frame \(frame): \(changed)")
      }
    }
  }

  @Test func `a report that does not fit is refused, and nothing is left`() throws {
    let clip = try lossless()
    let whole = try losslessReport().split(separator: "\n")
    let remake = "correct it, or make the report anew"
    let rename = "name the footage that it was made from, with the same options"
    func refuse(
      _ lines: [Substring], _ message: String, advice: String, clip other: String? = nil
    ) throws {
      try bench.folder.write(lines.joined(separator: "\n"), to: "bad.jsonl")
      try bench.anonymize(other ?? clip, "out.mkv", "--detections", "bad.jsonl").expectFailure(
        65, naming: "bad.jsonl", message, advice: advice)
    }
    try refuse(whole.dropLast(), "is cut short", advice: "make the report anew")
    var lines = whole
    lines[2].replace(#""frame":1,"#, with: #""frame":0,"#)
    try refuse(lines, "line 3 has frame 0 behind frame 0", advice: remake)
    lines = whole
    lines[2].replace(/"ticks":(\d+)/) { "\"ticks\":\($0.1)1" }
    lines.remove(at: 3)
    lines.remove(at: 3)
    try refuse(lines, "line 3 has frame 1 of stream 0 at", advice: rename)
    let shorter = try Clips.clip("report-shorter.mkv", from: [clip], "-frames:v 3 -c copy")
    try refuse(
      whole, "the totals have 4 frames of stream 0, and the footage has 3", advice: rename,
      clip: shorter)
    try refuse(
      whole, "line 1 has frames of 640x360 in stream 0, and the footage has 320x48",
      advice: rename, clip: Strips.plain(in: "mkv"))
    try bench.anonymize(clip, "out.mkv", "--detections", "none.jsonl").expectFailure(
      66, naming: "none.jsonl", "the report cannot be read",
      advice: "check the name and its permissions")
    #expect(try bench.folder.names == ["bad.jsonl"])
  }

  @Test func `a report comes and goes through pipes`() throws {
    let clip = try lossless()
    let run = try bench.anonymize(clip, "out.mkv", "--report", "-")
    #expect(run.status == 0)
    _ = try Findings(run.standardOutput)
    try expectSame(clip, "out.mkv", report: "-", input: run.output)
  }

  @Test func `names that would be written over each other are refused`() throws {
    let clip = try Strips.plain()
    try FileManager.default.copyItem(atPath: clip, toPath: bench.path("in.mp4"))
    try bench.folder.write("old", to: "old.jsonl")
    for (report, output) in [("out.mkv", "out.mkv"), ("./out.mkv.partial", "out.mkv")] {
      try bench.anonymize("in.mp4", output, "--report", report).expectFailure(
        64, naming: report, "is to take both the footage and the report",
        advice: "give --report another name")
    }
    try bench.anonymize("in.mp4", "-", "--format", "matroska", "--report", "-").expectFailure(
      64, naming: "standard output", "is to take both the footage and the report",
      advice: "give --report another name")
    try bench.anonymize("in.mp4", "out.mkv", "--report", "in.mp4", "--overwrite").expectFailure(
      64, naming: "in.mp4", "would be written over the input",
      advice: "choose another output name")
    try bench.anonymize(
      "in.mp4", "old.jsonl", "--format", "matroska", "--overwrite", "--detections", "old.jsonl"
    )
    .expectFailure(
      64, naming: "old.jsonl", "would be written over the report that is read",
      advice: "choose another output name")
    try bench.anonymize("in.mp4", "out.mkv", "--report", "old.jsonl").expectFailure(
      73, naming: "old.jsonl", "exists", advice: "add --overwrite to replace it")
    try inspect("in.mp4", "--report", "old.jsonl").expectFailure(
      73, naming: "old.jsonl", "exists", advice: "add --overwrite to replace it")
    try bench.anonymize("-", "out.mkv", "--detections", "-").expectFailure(
      64, naming: "standard input", "is to give both the footage and the report",
      advice: "name a file for one of them")
    #expect(try bench.folder.names == ["in.mp4", "old.jsonl"])
    #expect(try text("old.jsonl") == "old")
  }

  @Test func `a run that fails leaves no report`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: Strips.plain(in: "mkv")))
    try bench.folder.write(whole.prefix(whole.count * 2 / 3), to: "cut.mkv")
    for arguments in [["cut.mkv", "out.mkv"], ["inspect", "cut.mkv"]] {
      let outcome = try Binary.anonymize.run(
        ["--report", "faces.jsonl"] + arguments, workingDirectory: bench.folder.url)
      #expect(outcome.status == 65)
      #expect(try bench.folder.names == ["cut.mkv"])
    }
  }

  @Test func `a report goes again where its output cannot be published`() throws {
    let running = try Binary.anonymize.start(
      ["-q", "--report", "faces.jsonl", try Strips.plain(), "out.mkv"],
      workingDirectory: bench.folder.url)
    try #require(
      running.wait { _ in try bench.folder.names == ["faces.jsonl.partial", "out.mkv.partial"] })
    // It stands still meanwhile, so that it can't be done before.
    running.send(SIGSTOP)
    try bench.folder.write("other", to: "out.mkv")
    running.send(SIGCONT)
    try running.wait().expectFailure(
      73, naming: "out.mkv", "exists", advice: "add --overwrite to replace it")
    #expect(try bench.folder.names == ["out.mkv"])
    #expect(try text("out.mkv") == "other")
  }

  @Test func `a full disk is told`() throws {
    let full = try Binary(path: "/bin/bash").run(
      ["-c", #""$0" inspect -q "$1" > /dev/full"#, Binary.anonymize.url.path, Strips.plain()])
    #expect(full.status == 74)
    #expect(
      full.standardError
        == "anonymize: standard output: the report cannot be written (No space left on device); "
        + "free some space and run it again\n")
  }
}

/// Inspecting without an end of its own, and ending it.
@Suite struct InspectionTests {
  private static let camera = "testsrc=size=192x64:rate=25,realtime"

  @Test func `a signal brings the report of a camera to its end`() throws {
    let running = try Binary.anonymize.start(
      ["inspect", "--progress", "json", "--input-format", "lavfi", Self.camera])
    _ = try running.wait { running in
      String(decoding: try running.errorOutput, as: UTF8.self).contains(/"frames":[1-9]/)
    }
    running.send(SIGINT)
    let outcome = try running.wait()
    #expect(outcome.status == 0, "\(outcome.standardError)")
    let findings = try Findings(outcome.standardOutput)
    #expect(findings.totals.frames > 0 && findings.frames.isEmpty)
  }

  @Test func `a signal ends it though nobody reads the report`() throws {
    let folder = try TemporaryFolder()
    let clip = try Clips.clip(
      "inspect-long.mkv", from: .singleFace, inputOptions: "-stream_loop 20",
      "-an -vf scale=160:90 -c:v libx264 -preset ultrafast")
    // The pipe is opened for reading, but nothing reads.
    let line = #"mkfifo "$2"; exec 3<>"$2"; exec "$0" inspect --progress json "$1" >&3"#
    let running = try Binary(path: "/bin/bash").start(
      ["-c", line, Binary.anonymize.url.path, clip, folder.path("pipe")])
    _ = try running.wait { running in
      String(decoding: try running.errorOutput, as: UTF8.self).contains(/"frames":[1-9]/)
    }
    running.send(SIGINT)
    #expect(try running.wait().status == 130)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends the waiting for a report that does not come`(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let line = #"mkfifo "$2"; exec 3<>"$2"; exec "$0" --detections - "$1" "$3" <&3"#
    let running = try Binary(path: "/bin/bash").start(
      [
        "-c", line, Binary.anonymize.url.path, try Strips.plain(), folder.path("pipe"),
        folder.path("out.mkv"),
      ])
    // It waits for the report once it catches signals and is seen asleep several times in a row.
    var sightings = 0
    let hasBegun = try running.wait { running in
      let status = try? String(
        contentsOfFile: "/proc/\(running.identifier)/status", encoding: .utf8)
      guard let status, status.hasPrefix("Name:\tanonymize\n"),
        let caught = status.firstMatch(of: /SigCgt:\s*([0-9a-f]+)/)
      else { return false }
      let isCaught = (UInt64(caught.1, radix: 16) ?? 0) >> UInt64(signal - 1) & 1 == 1
      sightings = isCaught && status.contains("State:\tS") ? sightings + 1 : 0
      return sightings == 5
    }
    try #require(hasBegun)
    running.send(signal)
    #expect(try running.wait().status == 128 + signal)
    #expect(try folder.names == ["pipe"])
  }

  @Test func `an option without a meaning is refused`() throws {
    let outcome = try Binary.anonymize.run(["inspect", "in.mp4", "--scale", "3"])
    #expect(outcome.status == 64)
    #expect(
      outcome.standardError == """
        anonymize: The option '--scale' has no meaning for 'inspect'
        Usage: anonymize inspect [options] INPUT
        See 'anonymize --help' for more information.

        """)
  }
}

/// The places of faces are those of the upright picture, however it is coded.
@Suite struct ReportGeometryTests {
  /// A way to code the same footage.
  struct Coding: Sendable, CustomTestStringConvertible {
    let name: String
    var filter = "null"
    /// The display matrix that sets it upright again.
    var matrix: [Int32]?
    /// The upright size in parts of the original's.
    var scale = (x: 1.0, y: 1.0)

    var testDescription: String { name }
  }

  static let codings = [
    Coding(name: "turned-90", filter: "transpose=cclock", matrix: [0, 1, 0, -1, 0, 0, 0, 0]),
    Coding(name: "turned-180", filter: "hflip,vflip", matrix: [-1, 0, 0, 0, -1, 0, 0, 0]),
    // The coded picture lies on its side, and so do its pixels.
    Coding(
      name: "turned-270-wide", filter: "transpose=clock,scale=180:640,setsar=2/1",
      matrix: [0, -1, 0, 1, 0, 0, 0, 0]),
    Coding(
      name: "mirrored-half", filter: "hflip,scale=320:180", matrix: [-1, 0, 0, 0, 1, 0, 0, 0],
      scale: (0.5, 0.5)),
    Coding(name: "narrow-pixels", filter: "scale=960:360,setsar=2/3", scale: (1.5, 1.5)),
  ]

  @Test(arguments: codings)
  func `a face is found at the same place`(coding: Coding) throws {
    let coded = try Clips.clip(
      "geometry-\(coding.name).mp4", from: .singleFace,
      "-an -frames:v 1 -vf \(coding.filter) -c:v libx264 -crf 10")
    let clip =
      try coding.matrix.map { matrix in
        try Clips.file("geometry-matrix-\(coding.name).mp4") { path in
          try DisplayMatrix(matrix).write(into: coded, as: path)
        }
      } ?? coded
    let outcome = try Binary.anonymize.run(["inspect", "-q", clip])
    try #require(outcome.status == 0, "\(outcome.standardError)")
    let findings = try Findings(outcome.standardOutput)
    let stream = try #require(findings.header.streams.first)
    #expect(
      stream.width == Int(640 * coding.scale.x) && stream.height == Int(360 * coding.scale.y))
    let face = try #require(findings.frames.first?.faces.first)
    #expect(findings.frames.first?.faces.count == 1)
    let sides = [coding.scale.x, coding.scale.y, coding.scale.x, coding.scale.y]
    let box = zip(face.box, sides).map { $0 / $1 }
    // What was found in the footage as it is.
    #expect(Self.overlap(box, [221, 99, 158, 206]) > 0.8, "\(box)")
    let expected = [
      "leftEye": (260.0, 177.0), "rightEye": (334, 172), "nose": (298, 213),
      "mouthLeft": (268, 249), "mouthRight": (331, 245),
    ]
    let landmarks = try #require(face.landmarks)
    #expect(Set(landmarks.keys) == Set(expected.keys))
    for (name, place) in expected {
      let point = try #require(landmarks[name])
      let (x, y) = (point[0] / coding.scale.x, point[1] / coding.scale.y)
      // The eyes are seventy pixels apart.
      #expect(abs(x - place.0) < 12 && abs(y - place.1) < 12, "\(name): \(x) \(y)")
    }
  }

  private static func overlap(_ first: [Double], _ second: [Double]) -> Double {
    let width = min(first[0] + first[2], second[0] + second[2]) - max(first[0], second[0])
    let height = min(first[1] + first[3], second[1] + second[3]) - max(first[1], second[1])
    let shared = max(0, width) * max(0, height)
    return shared / (first[2] * first[3] + second[2] * second[3] - shared)
  }
}
