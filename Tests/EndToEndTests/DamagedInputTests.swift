import Foundation
import TestSupport
import Testing

/// Footage that is not whole never comes out as if it were.
@Suite struct DamagedInputTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test(arguments: [0.4, 0.8, 0.99])
  func `an mp4 that is cut short behind its index`(share: Double) throws {
    try expectDamage(cut(Strips.plain(), to: share))
  }

  @Test(arguments: [0.3, 0.95])
  func `an mp4 that is cut short before its index or in it`(share: Double) throws {
    let clip = try Strips.coded("strip-index-last.mp4", "-c copy")
    try expectDamage(cut(clip, to: share))
  }

  @Test(arguments: [0.3, 0.9])
  func `a fragmented mp4 that is cut short`(share: Double) throws {
    let clip = try Strips.coded(
      "strip-fragments.mp4", "-c copy -movflags +frag_keyframe+empty_moov")
    try expectDamage(cut(clip, to: share))
  }

  @Test(arguments: ["mkv", "avi"], [0.3, 0.99])
  func `a file that is shorter than it says`(ending: String, share: Double) throws {
    try expectDamage(cut(Strips.plain(in: ending), to: share))
  }

  @Test func `a WebM file that is shorter than it says`() throws {
    let clip = try Strips.coded(
      "strip.webm", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus")
    try expectDamage(cut(clip, to: 0.8))
  }

  @Test func `a transport stream that ends within a picture`() throws {
    // One that ends between two pictures can't be told from a whole one.
    let clip = try Strips.coded("strip-video.ts", "-an -c copy")
    let probe = try Probe(clip, .packets)
    let video = try probe.stream("video")
    let key = try #require(probe.packets(of: video).last { $0.flags.contains("K") })
    let position = try #require(key.position)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    // Packets of transport streams have 188 bytes each.
    let length = (position + key.byteCount / 2) / 188 * 188
    try expectDamage(bench.folder.write(bytes.prefix(length), to: "in.ts"))
  }

  @Test(
    arguments: [
      ("strip-video.mp4", "-c copy"), ("strip-video.mkv", "-c copy"), ("strip-video.ts", "-c copy"),
      ("strip-mpeg4.avi", "-c:v mpeg4 -q:v 3"), ("strip-mpeg2.ts", "-c:v mpeg2video -q:v 3"),
      ("strip-ffv1.mkv", "-t 0.4 -c:v ffv1 -level 3 -slicecrc 1"),
      ("strip-prores.mov", "-t 0.4 -c:v prores_ks"),
    ])
  func `damaged pictures`(name: String, options: String) throws {
    let clip = try Strips.coded(name, "-an \(options)")
    let probe = try Probe(clip, .packets)
    // All of them: some damage in a picture only gives another picture.
    try expectDamage(damaged(clip, in: probe.packets(of: probe.stream("video"))))
  }

  @Test func `what one thread sees of damage, several see as well`() throws {
    let clip = try Strips.coded("strip-video.avi", "-an -c copy")
    let probe = try Probe(clip, .packets)
    var seen = 0
    for packet in probe.packets(of: try probe.stream("video")) where seen < 5 {
      let path = try damaged(clip, in: [packet])
      guard isSeenByOneThread(path) else { continue }
      seen += 1
      try expectDamage(path)
    }
    #expect(seen == 5)
  }

  @Test func `damage ends a run whose encoder has threads of its own`() throws {
    let whole = try Strips.coded(
      "strip-high.mp4", "-an -vf scale=320:96 -c:v libx264 -crf 12 -movflags +faststart")
    let clip = try cut(whole, to: 0.9)
    let outcome = try bench.anonymize(clip, "out.mp4", "--codec", "av1", "--lookahead", "0")
    outcome.expectFailure(65, naming: clip, "", advice: "check the file with a player")
  }

  @Test func `pictures of which a part is missing`() throws {
    let clip = try Strips.coded("strip-raw.nut", "-an -t 0.2 -c:v rawvideo")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    try expectDamage(bench.folder.write(bytes.prefix(1000), to: "in.nut"))
  }

  @Test func `a file that ends within its header`() throws {
    let clip = try Strips.coded(
      "strip-hevc.mkv", "-an -c:v libx265 -preset ultrafast -x265-params log-level=error")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    try expectDamage(bench.folder.write(bytes.prefix(1200), to: "in.mkv"))
  }

  @Test func `packets that can't be found any more`() throws {
    let clip = try Strips.coded("strip-video.avi", "-an -c copy")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    let middle = bytes.count / 2
    bytes.replaceSubrange(middle..<middle + 4000, with: Data(repeating: 0, count: 4000))
    try expectDamage(bench.folder.write(bytes, to: "in.avi"))
  }

  @Test func `a damaged header of sound that is copied`() throws {
    let clip = try Strips.coded(
      "strip-vorbis.mkv", "-c:v copy -c:a libvorbis")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    let first = try #require(bytes.range(of: Data([1] + "vorbis".utf8))).lowerBound
    // Three headers, as their lacing begins.
    let place = try #require(bytes[first - 8..<first].lastIndex(of: 2))
    bytes[place] = 9
    try expectDamage(bench.folder.write(bytes, to: "in.mkv"))
  }

  /// The first bytes of a file, by their share of it.
  private func cut(_ clip: String, to share: Double) throws -> String {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    let name = "in.\(URL(fileURLWithPath: clip).pathExtension)"
    return try bench.folder.write(bytes.prefix(Int(Double(bytes.count) * share)), to: name)
  }

  /// The file with a part of each of some packets overwritten.
  private func damaged(_ clip: String, in packets: [Probe.Packet]) throws -> String {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
    let url = URL(fileURLWithPath: clip)
    for packet in packets {
      var part = try #require(packet.position) + packet.byteCount / 2
      var count = packet.byteCount / 3
      if url.pathExtension == "ts" {
        // The load of one transport packet, between two of their headers.
        part = part / 188 * 188 + 12
        count = 176
      }
      for offset in 0..<count { bytes[part + offset] = UInt8(truncatingIfNeeded: offset * 37 + 11) }
    }
    return try bench.folder.write(bytes, to: "in.\(url.pathExtension)")
  }

  private func isSeenByOneThread(_ path: String) -> Bool {
    let decoding = ["-xerror", "-threads", "1", "-i", path, "-f", "null", "-"]
    return (try? MediaTool.ffmpeg.run(decoding)) == nil
  }

  private func expectDamage(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let output = "out.\(URL(fileURLWithPath: path).pathExtension)"
    let outcome = try bench.anonymize(path, output)
    outcome.expectFailure(
      65, naming: path, "", advice: "check the file with a player", sourceLocation: sourceLocation)
    #expect(
      try bench.folder.names == [URL(fileURLWithPath: path).lastPathComponent],
      sourceLocation: sourceLocation)
  }
}
