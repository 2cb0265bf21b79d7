import Foundation
import TestSupport
import Testing

/// Footage that is not whole, under `--damaged skip`.
@Suite struct DamagePassedOverTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private static let width = 320
  private static let height = 96

  /// Footage without a face, so that whatever is covered is covered for the damage.
  private func clip(_ name: String, _ options: String) throws -> String {
    try Clips.clip(
      name, from: .noFace,
      "-t 1 -an -r 24 -vf scale=\(Self.width):\(Self.height) \(options)")
  }

  private func footage(_ path: String) throws -> GrayFootage {
    try GrayFootage(path, width: Self.width, height: Self.height)
  }

  @Test(arguments: [
    ("landscape.mp4", "-c:v libx264 -g 12 -bf 2"), ("landscape.mkv", "-c:v libx264 -g 12 -bf 0"),
    ("landscape-hevc.mkv", "-c:v libx265 -x265-params keyint=12:bframes=2:log-level=error"),
    ("landscape.avi", "-c:v mpeg4 -q:v 2 -g 12 -bf 0"),
    ("landscape-mpeg2.mkv", "-c:v mpeg2video -q:v 2 -g 12 -bf 2"),
  ])
  func `damage is covered up to the next key frame and no further`(
    name: String, options: String
  ) throws {
    let clip = try clip(name, options)
    let probe = try Probe(clip, .packets)
    let damaged = try damage(clip, inOneOf: probe.packets(of: probe.stream("video"))[13..<22])
    #expect(try bench.anonymize(damaged, "stopped.mkv").status == 65)
    let outcome = try bench.anonymize(
      damaged, "out.mkv", "--damaged", "skip", "--codec", "ffv1")
    try #require(outcome.status == 0, "\(outcome.standardError)")

    let (whole, output) = (try Probe(clip, .frames), try Probe(bench.path("out.mkv"), .frames))
    let expected = try whole.times(of: whole.stream("video"))
    let seen = try output.times(of: output.stream("video"))
    #expect(seen.count >= expected.count - 12)
    let (before, after) = (try footage(clip), try footage(bench.path("out.mkv")))
    var covered: [Int] = []
    var places: [Int] = []
    for (number, time) in seen.enumerated() {
      // What is left keeps its time.
      let shift = try #require(expected.first) - (try #require(seen.first))
      let place = try #require(expected.firstIndex { abs($0 - time - shift) < 0.002 }, "\(time)")
      places.append(place)
      if isCovered(after.frame(number)) {
        covered.append(place)
      } else {
        #expect(
          after.frame(number).elementsEqual(before.frame(place)), "\(name) frame \(place)")
      }
    }
    let touched = Set(covered).union(Set(0..<expected.count).subtracting(places))
    #expect(!touched.isEmpty)
    // The first group of pictures was whole, and so is the last frame's where another begins.
    #expect(touched.allSatisfy { (10..<24).contains($0) }, "\(name) \(touched.sorted())")
    #expect(
      outcome.standardError.contains("damaged and covered whole: 0.")
        || outcome.standardError.contains("could not be decoded"))
  }

  @Test(arguments: ["mp4", "mkv", "avi"])
  func `what is there of a file that is cut short`(ending: String) throws {
    let whole = try clip("landscape-cut.\(ending)", "-c:v libx264 -g 4 -bf 0 -movflags +faststart")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    let cut = try bench.folder.write(
      bytes.prefix(bytes.count * 7 / 10), to: "cut.\(ending)")
    let outcome = try bench.anonymize(cut, "out.mkv", "--damaged", "skip")
    try #require(outcome.status == 0, "\(outcome.standardError)")
    #expect(outcome.standardError.contains("warning: the input is "))
    let probe = try Probe(bench.path("out.mkv"), .frames)
    let count = try probe.frames(of: probe.stream("video")).count
    #expect((8...20).contains(count))
  }

  @Test func `transport packets that are missing`() throws {
    let clip = try clip("landscape.ts", "-c:v libx264 -g 6 -bf 0")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    let middle = bytes.count / 2 / 188 * 188
    bytes.removeSubrange(middle..<middle + 5 * 188)
    let damaged = try bench.folder.write(bytes, to: "gap.ts")
    #expect(try bench.anonymize(damaged, "out.ts").status == 65)
    let outcome = try bench.anonymize(damaged, "out.ts", "--damaged", "skip")
    #expect(outcome.status == 0, "\(outcome.standardError)")
    #expect(outcome.standardError.contains("damaged and covered whole"))
  }

  @Test func `a face in a damaged frame is covered with it`() throws {
    let clip = try Clips.clip(
      "face-damaged.mkv", from: .singleFace, "-t 1 -an -c:v libx264 -g 10 -bf 2 -crf 16")
    let probe = try Probe(clip, .packets)
    let damaged = try damage(clip, inOneOf: probe.packets(of: probe.stream("video"))[12..<20])
    let output = try bench.anonymized(damaged, "out.mkv", "--damaged", "skip")
    let outputProbe = try Probe(output, .frames)
    let count = try outputProbe.frames(of: outputProbe.stream("video")).count
    // Where a frame is lost the two no longer run alongside.
    try #require(count == (try Probe(clip, .frames)).frames(of: probe.stream("video")).count)
    let exposure = try Exposure(clip, output, Truths.singleFace())
    #expect(exposure.exposedFrames == [])
  }

  @Test func `what is no media is refused all the same`() throws {
    let path = try bench.folder.write(Data("no footage at all".utf8), to: "in.mp4")
    #expect(try bench.anonymize(path, "out.mp4", "--damaged", "skip").status == 65)
    #expect(try bench.folder.names == ["in.mp4"])
  }

  /// Whether a frame consists of cells of one brightness each.
  private func isCovered(_ frame: some Collection<UInt8>) -> Bool {
    // 11 by 4 cells of 30 pixels, none of which can be told from its neighbour at times.
    Set(frame).count <= 44
  }

  /// The file with a damaged packet, of the first one where a decoder sees it: some
  /// damage in a picture only gives another picture.
  private func damage(_ clip: String, inOneOf packets: ArraySlice<Probe.Packet>) throws -> String {
    for packet in packets {
      let path = try damage(clip, in: packet)
      let decoding = ["-xerror", "-threads", "1", "-i", path, "-f", "null", "-"]
      if (try? MediaTool.ffmpeg.run(decoding)) == nil { return path }
    }
    struct Unseen: Error {}
    throw Unseen()
  }

  /// The file with all of a packet but its first bytes wiped out.
  private func damage(_ clip: String, in packet: Probe.Packet) throws -> String {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    let start = try #require(packet.position)
    let range = start + packet.byteCount / 50..<start + packet.byteCount
    bytes.replaceSubrange(range, with: Data(repeating: 0, count: range.count))
    return try bench.folder.write(bytes, to: "in.\(URL(fileURLWithPath: clip).pathExtension)")
  }
}

extension GrayFootage {
  /// The samples of one frame.
  fileprivate func frame(_ number: Int) -> Data {
    bytes.dropFirst(number * width * height).prefix(width * height)
  }
}
