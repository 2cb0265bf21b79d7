import Foundation
import TestSupport
import Testing

/// The picture itself: coding, format, colours and shape, and every pixel that no cover hides.
@Suite struct PictureTests {
  /// A coding of a clip without faces.
  struct Coding: Sendable, CustomTestStringConvertible {
    let name: String
    let codec: String
    let format: String
    let options: String

    init(_ name: String, _ codec: String, _ format: String, _ options: String) {
      self.name = name
      self.codec = codec
      self.format = format
      self.options = options
    }

    var testDescription: String { "\(codec) \(format) in \(name)" }
  }

  private static let x264 = "-c:v libx264 -crf 12"
  private static let x265 = "-c:v libx265 -crf 12 -preset ultrafast -x265-params log-level=error"

  static let codings = [
    Coding("a.mp4", "h264", "yuv420p", x264),
    Coding("b.mp4", "h264", "yuv422p", x264),
    Coding("c.mkv", "h264", "yuv444p", x264),
    Coding("d.mp4", "h264", "yuv420p10le", x264),
    Coding("e.mkv", "ffv1", "gray10le", "-c:v ffv1"),
    Coding("f.mp4", "hevc", "yuv420p", x265),
    Coding("g.mkv", "hevc", "yuv422p10le", x265),
    Coding("h.mp4", "hevc", "yuv444p", x265),
    Coding("i.mp4", "hevc", "yuv420p10le", x265),
    Coding("j.mkv", "hevc", "gray", x265),
    Coding(
      "k.webm", "vp9", "yuv420p", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -crf 15 -b:v 0"),
    Coding("l.avi", "mpeg4", "yuv420p", "-c:v mpeg4 -q:v 2"),
    Coding("m.ts", "mpeg2video", "yuv420p", "-c:v mpeg2video -q:v 2"),
    Coding("n.mkv", "ffv1", "yuv422p", "-c:v ffv1"),
    Coding("o.mov", "prores", "yuv422p10le", "-c:v prores_ks"),
    Coding("p.avi", "mjpeg", "yuvj422p", "-c:v mjpeg -q:v 2"),
  ]

  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test(arguments: codings)
  func `coding and pixel format stay, and the picture with them`(coding: Coding) throws {
    let clip = try faceless("f-\(coding.name)", "\(coding.options) -pix_fmt \(coding.format)")
    let source = try Probe(clip).stream("video")
    #expect(source.codecName == coding.codec && source.pixFmt == coding.format)
    let output = try bench.anonymized(clip, coding.name)
    let stream = try Probe(output).stream("video")
    #expect(stream.codecName == coding.codec)
    #expect(stream.pixFmt == coding.format)
    #expect(stream.width == 320 && stream.height == 48)
    #expect(stream.codecTagString == source.codecTagString || source.codecTagString == "hev1")
    try expectLikeness(output, clip, decibels: coding.codec == "ffv1" ? .infinity : 38)
  }

  @Test(
    arguments: [
      ("bt709.mp4", "-c:v libx264 -crf 12", "tv", "bt709", "bt709", "bt709"),
      ("full.mp4", "-c:v libx264 -crf 12 -pix_fmt yuvj420p", "pc", "bt470bg", "bt709", "bt709"),
      (
        "bt2020.mkv",
        "-c:v libx265 -crf 12 -pix_fmt yuv420p10le -preset ultrafast -x265-params log-level=error",
        "tv", "bt2020nc", "smpte2084", "bt2020"
      ),
      ("sd.mov", "-c:v libx264 -crf 12", "tv", "smpte170m", "bt709", "smpte170m"),
      ("sd.ts", "-c:v mpeg2video -q:v 2", "tv", "bt470bg", "gamma28", "bt470bg"),
    ])
  func `colour tags stay`(
    name: String, options: String, range: String, space: String, transfer: String,
    primaries: String
  ) throws {
    let clip = try faceless(
      name,
      "\(options) -color_range \(range) -colorspace \(space) -color_trc \(transfer) "
        + "-color_primaries \(primaries)")
    let source = try Probe(clip).stream("video")
    #expect(source.colorSpace == space)
    #expect(source.colorTransfer == transfer || transfer == "gamma28")
    let output = try bench.anonymized(clip, name)
    let stream = try Probe(output).stream("video")
    #expect(stream.colorRange == source.colorRange)
    #expect(stream.colorSpace == source.colorSpace)
    #expect(stream.colorTransfer == source.colorTransfer)
    #expect(stream.colorPrimaries == source.colorPrimaries)
    #expect(stream.chromaLocation == source.chromaLocation)
    #expect(stream.pixFmt == source.pixFmt)
    try expectLikeness(output, clip, decibels: 36)
  }

  @Test(
    arguments: [
      ("wide.mp4", "-c:v libx264 -crf 12 -vf setsar=64/45"),
      ("wide.avi", "-c:v mpeg4 -q:v 2 -vf setsar=64/45"),
    ])
  func `pixels that are not square stay so`(name: String, options: String) throws {
    let clip = try faceless(name, options)
    let ratio = try Probe(clip).stream("video").sampleAspectRatio
    #expect(ratio == "64:45")
    let output = try bench.anonymized(clip, name)
    #expect(try Probe(output).stream("video").sampleAspectRatio == ratio)
  }

  @Test(
    arguments: [
      ("odd.webm", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -crf 15 -b:v 0"),
      ("odd.mkv", "-c:v ffv1 -pix_fmt yuv420p"),
      ("odd.mp4", "-c:v libx264 -crf 12 -pix_fmt yuv444p"),
      ("odd.avi", "-c:v mjpeg -q:v 2 -pix_fmt yuvj420p"),
    ])
  func `odd sizes stay`(name: String, options: String) throws {
    let clip = try faceless(name, "\(options) -vf scale=319:121")
    let source = try Probe(clip).stream("video")
    try #require(source.width == 319 && source.height == 121)
    let output = try bench.anonymized(clip, name)
    let stream = try Probe(output).stream("video")
    #expect(stream.width == 319 && stream.height == 121)
    #expect(stream.codecName == source.codecName)
    try expectLikeness(output, clip, decibels: 36)
  }

  @Test func `interlaced footage stays interlaced`() throws {
    let clip = try faceless(
      "fields.ts",
      "-c:v mpeg2video -q:v 2 -flags +ildct+ilme -top 1 -vf setfield=tff,crop=320:32:0:0")
    let output = try bench.anonymized(clip, "fields.ts")
    for path in [clip, output] {
      let probe = try Probe(path, .frames)
      let frames = probe.frames(of: try probe.stream("video"))
      #expect(frames.count == 12)
      #expect(frames.allSatisfy { $0.interlacedFrame == 1 && $0.topFieldFirst == 1 })
    }
  }

  @Test func `without a face nothing is changed`() throws {
    let clip = try faceless("plain.mp4", Self.x264)
    let output = try bench.anonymized(clip, "out.mkv", "--codec", "ffv1")
    #expect(try Probe(output).stream("video").codecName == "ffv1")
    #expect(try Likeness.hashes(output) == Likeness.hashes(clip))
    #expect(try Likeness.hashes(clip).count == 12)
  }

  @Test func `a chosen codec, quality and encoder are used`() throws {
    let clip = try faceless("plain.mp4", Self.x264)
    let fine = try bench.anonymized(clip, "fine.mkv", "--codec", "hevc", "--crf", "10")
    let coarse = try bench.anonymized(
      clip, "coarse.mkv", "--encoder", "libx265", "--crf", "45", "--preset", "ultrafast")
    #expect(try Probe(fine).stream("video").codecName == "hevc")
    #expect(try Probe(coarse).stream("video").codecName == "hevc")
    #expect(
      try Likeness.decibels(fine, clip, frames: 12)
        > Likeness.decibels(coarse, clip, frames: 12) + 6)
  }

  @Test(
    arguments: [
      (["--encoder", "libnothing"], "there is no video encoder named 'libnothing'"),
      (["--codec", "prores"], "webm files cannot hold prores video"),
      (["--encoder", "libx264"], "webm files cannot hold h264 video"),
      (["--encoder-option", "nonsense=1"], "the encoder libvpx-vp9 has no option 'nonsense'"),
      (
        ["--encoder", "libsvtav1", "--encoder-option", "nonsense=1"],
        "the encoder libsvtav1 has no option 'nonsense'"
      ),
    ])
  func `an encoder that can't do what is asked is refused`(
    options: [String], message: String
  ) throws {
    let clip = try faceless("high.mp4", "\(Self.x264) -vf scale=320:96")
    let outcome = try Binary.anonymize.run(
      options + [clip, "out.webm"], workingDirectory: bench.folder.url)
    let isOption = options.contains("--encoder-option")
    outcome.expectFailure(
      64, naming: "out.webm", message,
      advice: isOption
        ? "correct --preset or --encoder-option"
        : "choose another output name, --codec or --encoder"
    )
    #expect(try bench.folder.names == [])
  }

  @Test(arguments: ["av1.mp4", "hevc.mkv", "vp9.webm"])
  func `encoders print nothing of their own`(name: String) throws {
    let clip = try faceless("high.mp4", "\(Self.x264) -vf scale=320:96")
    let codec = String(name.prefix { $0 != "." })
    let outcome = try bench.anonymize(clip, name, "--quiet", "--codec", codec)
    #expect(outcome.status == 0 && outcome.standardError == "" && outcome.standardOutput == "")
  }

  @Test(arguments: ["libx264", "libx265"])
  func `a preset that an encoder does not know is refused in one line`(encoder: String) throws {
    let clip = try faceless("plain.mp4", Self.x264)
    let outcome = try bench.anonymize(
      clip, "out.mp4", "--encoder", encoder, "--preset", "nonsense")
    outcome.expectFailure(
      64, naming: "out.mp4", "\(encoder) ",
      advice: "correct --preset or --encoder-option")
    #expect(outcome.standardError.contains("nonsense"))
    #expect(try bench.folder.names == [])
  }

  @Test(arguments: [("gif", ["crf", "preset"]), ("webm", ["preset"]), ("mpg", ["preset"])])
  func `what means nothing to the encoder that a source's format needs is left out`(
    ending: String, names: [String]
  ) throws {
    let clip = try faceless("plain.\(ending)", "-vf scale=160:90")
    let outcome = try bench.anonymize(
      clip, "out.\(ending)", "--crf", "30", "--preset", "veryfast")
    #expect(outcome.status == 0, "\(outcome.standardError)")
    for name in names {
      #expect(outcome.standardError.contains("warning: --\(name) is left out: "))
    }
    #expect(
      outcome.standardError.components(separatedBy: "is left out").count == names.count + 1,
      "\(outcome.standardError)")
  }

  @Test func `around a cover the picture stays`() throws {
    let truth = try Truths.singleFace()
    let clip = try Clips.clip("beginning.mp4", from: .singleFace, "-an -t 0.5 -c:v libx264 -crf 12")
    let output = try bench.anonymized(clip, "out.mp4")
    let before = try GrayFootage(clip, width: truth.width, height: truth.height)
    let after = try GrayFootage(output, width: truth.width, height: truth.height)
    #expect(before.count == 15 && after.count == 15)
    for frame in 0..<min(before.count, after.count) {
      let box = truth.boxes[frame]
      // The face's ellipse, grown by a half on each side.
      let outside = meanSquaredError(before, after, frame) { x, y in
        let (u, v) = ((x - box[0]) / box[2] - 0.5, (y - box[1]) / box[3] - 0.5)
        return u * u + v * v > 1
      }
      #expect(decibels(outside) > 38, "frame \(frame)")
    }
  }

  /// Twelve frames of animals, where nobody would see a face.
  private func faceless(_ name: String, _ options: String) throws -> String {
    let plain = try Clips.clip(
      "faceless.mkv", from: .noFace,
      "-an -frames:v 12 -vf crop=960:144:0:40,scale=320:48 -c:v ffv1 -pix_fmt yuv444p")
    let hasFormat = options.contains("-pix_fmt") || options.contains("prores")
    return try Clips.clip(
      "faceless-\(name)", from: [plain], options + (hasFormat ? "" : " -pix_fmt yuv420p"))
  }

  private func expectLikeness(
    _ output: String, _ original: String, decibels: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      try Likeness.decibels(output, original, frames: 12) >= decibels,
      sourceLocation: sourceLocation)
  }

  private func meanSquaredError(
    _ first: GrayFootage, _ second: GrayFootage, _ frame: Int,
    where counts: (_ x: Double, _ y: Double) -> Bool
  ) -> Double {
    var (sum, count) = (0, 0)
    for y in 0..<first.height {
      for x in 0..<first.width where counts(Double(x) + 0.5, Double(y) + 0.5) {
        let offset = (frame * first.height + y) * first.width + x
        let difference = Int(first.bytes[offset]) - Int(second.bytes[offset])
        sum += difference * difference
        count += 1
      }
    }
    return Double(sum) / Double(max(1, count))
  }

  private func decibels(_ meanSquaredError: Double) -> Double {
    10 * log10(255 * 255 / meanSquaredError)
  }
}
