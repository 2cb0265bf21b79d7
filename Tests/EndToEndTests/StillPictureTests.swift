import Foundation
import TestSupport
import Testing

/// Still pictures, and footage that is turned in its pixels.
@Suite struct StillPictureTests {
  /// A way to code the sample picture.
  struct Coding: Sendable, CustomTestStringConvertible {
    let name: String
    let codec: String
    let format: String
    var options = ""

    var testDescription: String { "\(format) in \(name)" }
  }

  static let codings = [
    Coding(name: "a.jpg", codec: "mjpeg", format: "yuvj420p", options: "-q:v 2"),
    Coding(name: "b.jpeg", codec: "mjpeg", format: "yuvj444p", options: "-q:v 2"),
    Coding(name: "c.jpg", codec: "mjpeg", format: "yuvj422p", options: "-q:v 2"),
    Coding(name: "d.png", codec: "png", format: "rgb24"),
    Coding(name: "e.png", codec: "png", format: "rgba"),
    Coding(name: "f.png", codec: "png", format: "gray"),
    Coding(name: "g.png", codec: "png", format: "rgb48be"),
    Coding(name: "h.png", codec: "png", format: "gray16be"),
    Coding(name: "i.webp", codec: "webp", format: "yuv420p", options: "-quality 90"),
    Coding(name: "j.webp", codec: "webp", format: "argb", options: "-lossless 1"),
    Coding(name: "k.tif", codec: "tiff", format: "rgb24"),
    Coding(name: "l.tiff", codec: "tiff", format: "rgb48le"),
    Coding(name: "m.tif", codec: "tiff", format: "gray"),
    Coding(name: "n.bmp", codec: "bmp", format: "bgr24"),
  ]

  private static let (width, height) = StillPicture.size

  private let bench: Workbench

  init() throws { bench = try Workbench(detail: "balanced") }

  @Test(arguments: codings)
  func `a picture keeps its coding, its format and all that is no face`(coding: Coding) throws {
    let asked = coding.format == "argb" ? "bgra" : coding.format
    let source = try Clips.clip(
      "picture-\(coding.name)", from: .singleFacePicture, "\(coding.options) -pix_fmt \(asked)")
    try #require(Probe(source).stream("video").pixFmt == coding.format)
    let output = try bench.anonymized(source, coding.name)
    let stream = try Probe(output).stream("video")
    #expect(stream.codecName == coding.codec)
    #expect(stream.pixFmt == coding.format)
    #expect(stream.width == Self.width && stream.height == Self.height)
    #expect(try bench.folder.names == [coding.name])
    // Only JPEG and lossy WebP cost anything, and little.
    let isLossy = coding.codec == "mjpeg" || coding.format == "yuv420p"
    try expectCovered(output, original: source, error: isLossy ? 3 : 0)
  }

  @Test(
    arguments: [
      ("jpg", "png"), ("jpg", "webp"), ("png", "jpg"), ("webp", "tif"), ("tif", "bmp"),
      ("bmp", "jpg"), ("gif", "png"), ("jpg", "bmp"),
    ])
  func `any kind of picture becomes any other`(from: String, to: String) throws {
    let source = try Clips.clip("any.\(from)", from: .singleFacePicture, "-frames:v 1")
    let output = try bench.anonymized(source, "out.\(to)")
    try expectCovered(output, original: source, error: 6)
  }

  @Test(arguments: 1...8)
  func `a JPEG picture that stands upright by its metadata does so without`(tag: Int) throws {
    let plain = try StillPicture.turned(tag, "jpg", "-q:v 1 -pix_fmt yuvj444p")
    let exif = Data("Exif\0\0".utf8) + StillPicture.exif(orientation: tag)
    let source = try bench.folder.write(
      StillPicture.jpeg(Data(contentsOf: URL(fileURLWithPath: plain)), segments: [(0xE1, exif)]),
      to: "in.jpg")
    let output = try bench.anonymized(source, "out.jpg")
    try expectUpright(output)
  }

  @Test(arguments: [4, 7])
  func `so does a PNG picture`(tag: Int) throws {
    let plain = try StillPicture.turned(tag, "png", "-pix_fmt rgb24")
    let exif = StillPicture.exif(orientation: tag)
    let source = try bench.folder.write(
      StillPicture.png(Data(contentsOf: URL(fileURLWithPath: plain)), chunks: [("eXIf", exif)]),
      to: "in.png")
    let output = try bench.anonymized(source, "out.png")
    try expectUpright(output)
  }

  @Test(arguments: [2, 3])
  func `so does a WebP picture`(tag: Int) throws {
    let plain = try StillPicture.turned(tag, "webp", "-quality 95")
    let source = try bench.folder.write(
      StillPicture.webP(
        Data(contentsOf: URL(fileURLWithPath: plain)), exif: StillPicture.exif(orientation: tag)),
      to: "in.webp")
    try expectUpright(bench.anonymized(source, "out.webp"))
  }

  @Test(arguments: [3, 6])
  func `so does a TIFF picture`(tag: Int) throws {
    let plain = try StillPicture.turned(tag, "png", "-pix_fmt rgb24")
    let rgb = try MediaTool.ffmpeg.run(["-i", plain, "-pix_fmt", "rgb24", "-f", "rawvideo", "-"])
    let (width, height) = tag > 4 ? (Self.height, Self.width) : (Self.width, Self.height)
    let source = try bench.folder.write(
      StillPicture.tiff(rgb: rgb, width: width, height: height, orientation: tag), to: "in.tif")
    try expectUpright(bench.anonymized(source, "out.tif"))
  }

  @Test func `nothing of a picture's metadata is left, least of all its thumbnail`() throws {
    let small = try Clips.clip("thumbnail.jpg", from: .singleFacePicture, "-vf scale=96:-2 -q:v 5")
    let thumbnail = try Data(contentsOf: URL(fileURLWithPath: small))
    let exif =
      Data("Exif\0\0".utf8) + StillPicture.exif(orientation: 1, thumbnail: thumbnail)
    let tail = thumbnail.suffix(400)
    let file = try StillPicture.jpeg(
      Data(contentsOf: URL(fileURLWithPath: SampleFootage.singleFacePicture.path)),
      segments: [
        (0xE1, exif), (0xE1, Data("http://ns.adobe.com/xap/1.0/\0<SecretPlace/>".utf8)),
        (0xED, Data("Photoshop 3.0\0SecretCaption".utf8)), (0xFE, Data("SecretComment".utf8)),
      ])
    try #require(file.range(of: tail) != nil)
    let source = try bench.folder.write(file + thumbnail, to: "in.jpg")
    for name in ["out.jpg", "out.png", "out.webp", "out.tif"] {
      let output = try bench.anonymized(source, name)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
      #expect(bytes.range(of: Data("Secret".utf8)) == nil, "\(name)")
      #expect(bytes.range(of: Data("Exif".utf8)) == nil, "\(name)")
      #expect(bytes.range(of: tail) == nil, "\(name)")
      #expect(bytes.range(of: Data("Lavc".utf8)) == nil, "\(name)")
    }
    let pngChunks: [(name: String, data: Data)] = [
      ("tEXt", Data("Comment\0SecretComment".utf8)), ("eXIf", StillPicture.exif(orientation: 1)),
    ]
    let plain = try StillPicture.turned(1, "png", "-pix_fmt rgb24")
    let png = try bench.folder.write(
      StillPicture.png(Data(contentsOf: URL(fileURLWithPath: plain)), chunks: pngChunks),
      to: "in.png")
    let output = try Data(contentsOf: URL(fileURLWithPath: bench.anonymized(png, "again.png")))
    #expect(output.range(of: Data("Secret".utf8)) == nil)
  }

  @Test(arguments: ["jpg", "png", "webp", "tif"])
  func `the colour profile is kept`(ending: String) throws {
    let segment = Data("ICC_PROFILE\0".utf8) + [1, 1] + StillPicture.profile
    let source = try bench.folder.write(
      StillPicture.jpeg(
        Data(contentsOf: URL(fileURLWithPath: SampleFootage.singleFacePicture.path)),
        segments: [(0xE2, segment)]), to: "in.jpg")
    let first = try bench.anonymized(source, "first.\(ending)")
    // Read again from the output's own kind of file.
    let second = try bench.anonymized(first, "second.jpg")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: second))
    #expect(bytes.range(of: StillPicture.profile) != nil)
    try expectCovered(first, original: source, error: 6)
  }

  @Test func `JPEG pictures are written in a quality of at least 95`() throws {
    let output = try bench.anonymized(SampleFootage.singleFacePicture.path, "out.jpg")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
    let table = try #require(bytes.range(of: Data([0xFF, 0xDB, 0, 67, 0])))
    let divisors = bytes[table.upperBound..<table.upperBound + 64]
    // The standard's table at 95, by its first and its largest divisor.
    #expect(divisors.first.map { $0 <= 2 } == true)
    #expect(divisors.allSatisfy { $0 <= 12 })
    let coarse = try bench.anonymized(
      SampleFootage.singleFacePicture.path, "coarse.jpg", "--crf", "40")
    #expect(try Data(contentsOf: URL(fileURLWithPath: coarse)).count < bytes.count / 3)
  }

  @Test(arguments: [("webp", 16_383), ("jpg", 65_500)])
  func `a picture that is too large for the kind of file is refused`(
    ending: String, most: Int
  ) throws {
    for length in [most, most + 1] {
      let source = try Clips.clip(
        "long-\(length).png", from: ["color=teal:s=\(length)x8,format=rgb24"],
        inputOptions: "-f lavfi", "-frames:v 1")
      try #require(Probe(source).stream("video").width == length)
      let outcome = try bench.anonymize(source, "\(length).\(ending)", "--detail", "fast")
      if length == most {
        #expect(outcome.status == 0, "\(outcome.standardError)")
        continue
      }
      let kind = ending == "jpg" ? "jpeg" : ending
      outcome.expectFailure(
        64, naming: "\(length).\(ending)",
        "\(kind) files hold at most \(most) pixels in a row or column, and the picture is "
          + "\(length)x8",
        advice: "choose another output name, --codec or --encoder")
    }
    #expect(try bench.folder.names == ["\(most).\(ending)"])
  }

  @Test func `transparency that a JPEG file cannot hold gives a warning`() throws {
    let clear = try Clips.clip(
      "clear.png", from: .singleFacePicture, "-vf format=rgba,colorchannelmixer=aa=0.5")
    let opaque = try Clips.clip("opaque.png", from: .singleFacePicture, "-pix_fmt rgba")
    let warning = "warning: the transparency is left out: JPEG files cannot hold it\n"
    for (source, name, warns) in [
      (clear, "clear.jpg", true), (clear, "clear.webp", false), (opaque, "opaque.jpg", false),
    ] {
      let outcome = try bench.anonymize(source, name)
      try #require(outcome.status == 0, "\(outcome.standardError)")
      #expect(outcome.standardError.contains(warning) == warns, "\(outcome.standardError)")
    }
  }

  @Test(arguments: ["jpg", "png", "webp", "tif", "bmp"], [0.3, 0.95])
  func `a picture that is cut short gives no output`(ending: String, share: Double) throws {
    let whole = try Clips.clip("whole.\(ending)", from: .singleFacePicture, "-frames:v 1")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    let source = try bench.folder.write(
      bytes.prefix(Int(Double(bytes.count) * share)), to: "in.\(ending)")
    let outcome = try bench.anonymize(source, "out.png")
    outcome.expectFailure(65, naming: source, "", advice: "check the file with a player")
    #expect(try bench.folder.names == ["in.\(ending)"])
  }

  @Test func `a JPEG picture without its last two bytes is cut short`() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: SampleFootage.singleFacePicture.path))
    let source = try bench.folder.write(bytes.dropLast(2), to: "in.jpg")
    let outcome = try bench.anonymize(source, "out.jpg")
    outcome.expectFailure(
      65, naming: source, "is cut short", advice: "check the file with a player")
  }

  @Test(arguments: ["mp4", "gif", "mkv"])
  func `footage does not become a picture`(ending: String) throws {
    let clip = try Clips.clip(
      "moving.\(ending)", from: .singleFace, "-an -frames:v 4 -vf scale=160:90")
    let outcome = try bench.anonymize(clip, "out.png")
    #expect(outcome.status == 64)
    #expect(
      outcome.standardError.hasPrefix(
        "anonymize: out.png: a png file holds one picture, and the input has more; "),
      "\(outcome.standardError)")
    #expect(try bench.folder.names == [])
  }

  @Test func `a moving PNG stays one`() throws {
    let clip = try Clips.clip(
      "moving.apng", from: .singleFace, "-an -frames:v 4 -vf scale=160:90 -plays 0")
    let output = try bench.anonymized(clip, "out.apng")
    let probe = try Probe(output, .frames)
    #expect(probe.frames(of: try probe.stream("video")).count == 4)
  }

  @Test(arguments: ["mkv", "webm", "avi", "ts", "mp4"])
  func `rotated footage stays upright in every container`(ending: String) throws {
    let plain = try Clips.clip(
      "lying.mp4", from: .singleFace,
      "-an -frames:v 6 -vf transpose=cclock -c:v libx264 -crf 12 -preset ultrafast")
    let clip = try Clips.file("lying-turned.mp4") { path in
      try DisplayMatrix([0, 1, 0, -1, 0, 0, 0, 0]).write(into: plain, as: path)
    }
    let outcome = try bench.anonymize(clip, "out.\(ending)")
    try #require(outcome.status == 0, "\(outcome.standardError)")
    let stream = try Probe(bench.path("out.\(ending)")).stream("video")
    if ending == "mp4" {
      #expect(stream.displayMatrix != nil && stream.width == 360)
      #expect(!outcome.standardError.contains("turned upright"))
    } else {
      #expect(stream.displayMatrix == nil && stream.width == 640 && stream.height == 360)
      #expect(outcome.standardError.contains("stream 0 is turned upright in its pixels, since"))
    }
    let exposure = try Exposure(clip, bench.path("out.\(ending)"), Truths.singleFace())
    #expect(exposure.judgedCount == 6)
    #expect(exposure.exposedFrames == [])
    try expectEdgesAlike(
      bench.path("out.\(ending)"), SampleFootage.singleFace.path, width: 640, height: 360, error: 8)
  }

  @Test func `footage that is rotated by its coded pictures is turned`() throws {
    let plain = try Clips.clip(
      "lying-plain.mp4", from: .singleFace,
      "-an -frames:v 6 -vf transpose=cclock -c:v libx264 -crf 12 -preset ultrafast")
    let clip = try Clips.clip(
      "lying-coded.mp4", from: [plain],
      "-c copy -bsf:v h264_metadata=display_orientation=insert:rotate=270")
    let output = try bench.anonymized(clip, "out.mp4")
    let stream = try Probe(output).stream("video")
    #expect(stream.displayMatrix == nil && stream.width == 640 && stream.height == 360)
    try expectEdgesAlike(
      output, SampleFootage.singleFace.path, width: 640, height: 360, error: 8)
  }

  /// Expects the sample picture, upright and with its face covered.
  private func expectUpright(
    _ output: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let stream = try Probe(output).stream("video")
    #expect(
      stream.width == Self.width && stream.height == Self.height, sourceLocation: sourceLocation)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: output)).range(of: Data("Secret".utf8)) == nil,
      sourceLocation: sourceLocation)
    try expectCovered(
      output, original: SampleFootage.singleFacePicture.path, error: 6,
      sourceLocation: sourceLocation)
  }

  /// Expects that the middle of the face is another one, and the same picture far from it.
  private func expectCovered(
    _ output: String, original: String, error: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try GrayFootage(original, width: Self.width, height: Self.height)
    let after = try GrayFootage(output, width: Self.width, height: Self.height)
    try #require(before.count == 1 && after.count == 1, sourceLocation: sourceLocation)
    var (sum, count) = (0, 0)
    for y in 180..<380 {
      for x in 220..<350 {
        let place = y * Self.width + x
        let difference = Int(before.bytes[place]) - Int(after.bytes[place])
        sum += difference * difference
        count += 1
      }
    }
    #expect(sum / count > 150, "the face can be seen", sourceLocation: sourceLocation)
    try expectEdgesAlike(
      output, original, width: Self.width, height: Self.height, error: error,
      sourceLocation: sourceLocation)
  }

  /// Expects that the outer eighths on the left and right of the first frames are alike.
  private func expectEdgesAlike(
    _ output: String, _ original: String, width: Int, height: Int, error: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try GrayFootage(original, width: width, height: height)
    let after = try GrayFootage(output, width: width, height: height)
    let columns = Array(0..<width / 8) + Array(width * 7 / 8..<width)
    var differences: [Int] = []
    for y in 0..<height {
      for x in columns {
        let place = y * width + x
        differences.append(abs(Int(before.bytes[place]) - Int(after.bytes[place])))
      }
    }
    // All but a few, on edges.
    differences.sort()
    let most = differences[differences.count * 995 / 1000]
    #expect(most <= error, "the picture has changed by \(most)", sourceLocation: sourceLocation)
  }
}
