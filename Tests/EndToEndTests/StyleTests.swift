import Foundation
import TestSupport
import Testing

/// What faces are covered with, in the pixel formats that footage has.
@Suite struct StyleTests {
  /// How a clip of two frames is made from a sample in which a face is 155 pixels wide.
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let options: String

    var testDescription: String { name }
  }

  static let kinds = [
    Kind(name: "8-bit", options: "-pix_fmt yuv420p"),
    Kind(
      name: "bt709-10-bit-422",
      options: "-vf scale=out_color_matrix=bt709,format=yuv422p10le -colorspace bt709"),
    Kind(name: "12-bit-444", options: "-pix_fmt yuv444p12le"),
    Kind(
      name: "full-range", options: "-vf scale=out_range=full,format=yuv420p -color_range pc"),
    Kind(name: "rgb", options: "-pix_fmt bgr0"),
    Kind(
      name: "alpha", options: "-vf format=rgba,colorchannelmixer=aa=0.4,format=yuva420p"),
    Kind(name: "fields", options: "-vf setfield=tff -pix_fmt yuv422p"),
  ]

  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func clip(_ kind: Kind) throws -> String {
    try Clips.clip(
      "style-\(kind.name).mkv", from: .singleFace, "-an -frames:v 2 \(kind.options) -c:v ffv1")
  }

  @Test(arguments: kinds)
  func `a plain cover has its colour in every kind of footage`(kind: Kind) throws {
    let clip = try clip(kind)
    let output = try bench.anonymized(
      clip, "out.mkv", "--style", "solid", "--color", "20A0E0", "--codec", "ffv1")
    let picture = try RGBFrame(output, width: 640, height: 360)
    let before = try RGBFrame(clip, width: 640, height: 360)
    for (x, y) in [(298, 190), (250, 150), (340, 230)] {
      let colour = picture.colour(x: x, y: y)
      #expect(
        zip(colour, [0x20, 0xA0, 0xE0]).allSatisfy { abs($0 - $1) <= 3 }, "\(colour)")
    }
    #expect(!picture.differs(from: before, in: (x: 20, y: 20, side: 60)))
    #expect(try alpha(of: output) == alpha(of: clip))
  }

  @Test(arguments: kinds)
  func `a blurred cover has no edges in any kind of footage`(kind: Kind) throws {
    let clip = try clip(kind)
    let output = try bench.anonymized(clip, "out.mkv", "--style", "blur", "--codec", "ffv1")
    let exposure = try Exposure(clip, output, Truths.singleFace())
    #expect(exposure.judgedCount == 2 && exposure.exposedFrames == [])
    let picture = try RGBFrame(output, width: 640, height: 360)
    for y in 140..<240 {
      for x in 240..<350 {
        let (here, right, below) = (
          picture.colour(x: x, y: y), picture.colour(x: x + 1, y: y),
          picture.colour(x: x, y: y + 1)
        )
        #expect(zip(here, right).allSatisfy { abs($0 - $1) <= 8 })
        #expect(zip(here, below).allSatisfy { abs($0 - $1) <= 8 })
      }
    }
    #expect(try alpha(of: output) == alpha(of: clip))
  }

  @Test(arguments: ["mosaic", "blur", "solid"])
  func `a cover in any style passes the verification`(style: String) throws {
    let clip = try Clips.clip("plain-face.mkv", from: .singleFace, "-an -frames:v 12 -c:v ffv1")
    let outcome = try bench.anonymize(clip, "out.mp4", "--style", style, "--verify")
    #expect(outcome.status == 0, "\(outcome.standardError)")
    let exposure = try Exposure(clip, bench.path("out.mp4"), Truths.singleFace())
    #expect(exposure.judgedCount == 12 && exposure.exposedFrames == [])
  }

  @Test func `a wide feather reaches further out and leaves nothing more open`() throws {
    let clip = try clip(Self.kinds[0])
    func widths(_ feather: String) throws -> (full: Int, changed: Int) {
      let output = try bench.anonymized(
        clip, "out-\(feather).mkv", "--style", "solid", "--color", "00FF00", "--codec", "ffv1",
        "--feather", feather)
      let after = try RGBFrame(output, width: 640, height: 360)
      let before = try RGBFrame(clip, width: 640, height: 360)
      let row = 0..<640
      return (
        row.count { after.colour(x: $0, y: 190)[1] > 250 && after.colour(x: $0, y: 190)[0] < 5 },
        row.count { before.differs(from: after, in: (x: $0, y: 190, side: 1)) }
      )
    }
    let (sharp, soft) = (try widths("0"), try widths("40"))
    #expect(sharp.full > 150 && soft.full >= sharp.full)
    #expect(soft.changed > sharp.changed + 50)
  }

  @Test func `a remark tells when cells are larger than asked for`() throws {
    let clip = try clip(Self.kinds[0])
    func remarks(_ options: String...) throws -> [Substring] {
      let outcome = try Binary.anonymize.run(
        ["-v", "--overwrite", "--progress", "never"] + options + [clip, bench.path("out.mkv")],
        timeout: 600)
      #expect(outcome.status == 0)
      return outcome.standardError.split(separator: "\n").filter {
        $0.contains("instead of --scale")
      }
    }
    let lines = try remarks("--scale", "20", "--cells", "4")
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    let cell = try #require(line.split(separator: " ").compactMap { Int($0) }.first { $0 > 4 })
    #expect((38...46).contains(cell), "\(line)")
    #expect(line.hasSuffix("so that at most 4 lie across a face (--cells)"))
    #expect(try remarks("--scale", "60") == [])
    #expect(try remarks("--scale", "20", "--style", "solid") == [])
  }

  /// The alpha plane of the first frame; empty where there is none.
  private func alpha(of path: String) throws -> Data {
    guard try Probe(path).stream("video").pixFmt?.contains("yuva") == true else { return Data() }
    return try MediaTool.ffmpeg.run(
      [
        "-i", path, "-frames:v", "1", "-vf", "alphaextract", "-pix_fmt", "gray", "-f", "rawvideo",
        "-",
      ])
  }
}
