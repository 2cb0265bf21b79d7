import Foundation
import TestSupport
import Testing

/// Footage that says that it is Dolby Vision.
@Suite struct DolbyVisionTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `what is HLG beneath stays HLG`() throws {
    let clip = try clip(profile: 8, compatibility: 4)
    let probe = try Probe(bench.anonymized(clip, "out.mp4"))
    let video = try probe.stream("video")
    #expect(video.codecName == "hevc")
    #expect(video.pixFmt == "yuv420p10le")
    #expect(video.colorTransfer == "arib-std-b67")
    #expect(video.colorPrimaries == "bt2020")
    #expect(video.sideDataList?.contains { "\($0)".contains("DOVI") } != true)
  }

  @Test func `what has colours of its own is refused`() throws {
    let clip = try clip(profile: 5, compatibility: 0)
    let outcome = try bench.anonymize(clip, "out.mp4")
    outcome.expectFailure(
      65, naming: clip, "the pictures of its video stream 0 are in Dolby Vision's own colours",
      advice: "convert it to HDR10 or HLG first")
    #expect(try bench.folder.names == [])
  }

  /// HEVC in HLG with the box that says how it is Dolby Vision.
  ///
  /// Source: Dolby Vision Streams Within the ISO Base Media File Format, version 2.0.
  private func clip(profile: UInt8, compatibility: UInt8) throws -> String {
    try Clips.file("dolby-\(profile).mp4") { path in
      let plain = try Strips.coded(
        "strip-hlg.mp4",
        "-t 0.3 -an -c:v libx265 -pix_fmt yuv420p10le -tag:v hvc1 -color_trc arib-std-b67 "
          + "-color_primaries bt2020 -colorspace bt2020nc "
          + "-x265-params log-level=error:transfer=arib-std-b67:colorprim=bt2020:colormatrix=bt2020nc"
      )
      var file = try Data(contentsOf: URL(fileURLWithPath: plain))
      // Level 6, with reference data, no enhancement layer, with the base layer.
      let record: [UInt8] = [1, 0, profile << 1, 6 << 3 | 0b101, compatibility << 4]
      let box =
        Data([0, 0, 0, 32]) + Data((profile > 7 ? "dvvC" : "dvcC").utf8)
        + Data(record) + Data(count: 19)
      // The index lies behind the pictures, so that none of their places change.
      var end = file.count
      for name in ["moov", "trak", "mdia", "minf", "stbl", "stsd", "hvc1"] {
        let range = try #require(file.range(of: Data(name.utf8), options: .backwards))
        let start = range.lowerBound - 4
        let size = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        if name == "hvc1" { end = start + size }
        let grown = UInt32(size + box.count)
        file.replaceSubrange(
          start..<start + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: grown >> (24 - 8 * $0)) }
        )
      }
      file.insert(contentsOf: box, at: end)
      try file.write(to: URL(fileURLWithPath: path))
    }
  }
}
