import Media
import TestSupport
import Testing

@testable import Anonymizer

/// Groups of pictures, from real packets.
@Suite struct GroupLogTests {
  private static func clip() throws -> String {
    try Clips.clip(
      "log.mp4", from: .singleFace,
      "-an -frames:v 24 -vf scale=160:-2 -c:v libx264 -g 8 -sc_threshold 0 -bf 2")
  }

  private static func splice(_ stream: MediaStream) throws -> PictureSplice {
    try PictureSplice(
      source: stream, container: OutputContainer(forFileName: "out.mp4"),
      settings: EncoderSettings())
  }

  /// A log of the clip's packets, but for those that `skips` names by their places.
  private func log(of path: String, skips: Set<Int> = []) throws -> (log: GroupLog, start: Int64) {
    let demuxer = try Demuxer(path: path)
    let log = GroupLog(splice: try Self.splice(demuxer.streams[0]), stream: demuxer.streams[0])
    var place = 0
    var first: Int64?
    while let packet = try demuxer.read() {
      first = first ?? packet.presentationTime
      if !skips.contains(place) { try log.note(packet) }
      place += 1
    }
    log.finish()
    return (log, first ?? 0)
  }

  private func groups(of log: GroupLog) -> [PictureGroup] {
    var groups: [PictureGroup] = []
    while let next = log.group(after: groups.last, at: .max) {
      groups.append(next)
      guard groups.count < 100 else { break }
    }
    return groups
  }

  @Test func `each group begins with a picture that stands alone`() throws {
    let (log, start) = try log(of: Self.clip())
    let groups = groups(of: log)
    #expect(log.reason == nil && log.openGroupCount == 0)
    #expect(groups.count == 3)
    #expect(groups[0].start == start && groups.allSatisfy { $0.mayCopy(frames: 8) })
    #expect(groups.allSatisfy { !$0.mayCopy(frames: 7) && !$0.mayCopy(frames: 9) })
    #expect(groups[1].mayCopyFrame(at: groups[1].start ?? 0))
    #expect(!groups[1].mayCopyFrame(at: groups[2].start ?? 0))
    var previous = Int64.min
    for group in groups {
      for _ in 0..<8 {
        let timing = try #require(group.takeTiming())
        #expect(timing.decodingTime > previous && timing.duration > 0)
        previous = timing.decodingTime
      }
      #expect(group.takeTiming() == nil)
    }
  }

  @Test func `groups come in the order of their frames`() throws {
    let (log, start) = try log(of: Self.clip())
    let first = try #require(log.group(after: nil, at: start))
    #expect(log.group(after: first, at: start) == nil)
    let second = try #require(log.group(after: first, at: .max))
    #expect(second.start ?? 0 > start)
    #expect(log.group(after: second, at: (second.start ?? 0) + 1) == nil)
  }

  @Test func `a stream that does not begin with a whole picture is never copied`() throws {
    let (log, _) = try log(of: Self.clip(), skips: [0])
    #expect(log.reason?.contains("whole picture") == true)
    #expect(groups(of: log).allSatisfy { !$0.mayCopy(frames: 23) && !$0.mayCopyFrame(at: 0) })
  }

  @Test func `pictures that need those before an open group's beginning belong to them`() throws {
    let open = try Clips.clip(
      "log-open.mp4", from: .singleFace,
      "-an -frames:v 24 -vf scale=160:-2 -c:v libx264 -g 8 -bf 2 -x264-params open-gop=1:scenecut=0"
    )
    let (log, _) = try log(of: open)
    #expect(groups(of: log).count == 1 && log.openGroupCount == 2)
  }

  @Test func `pictures that an edit list hides are not copied`() throws {
    // What is before the cut is still in the file, since decoding begins there.
    let cut = try Clips.clip(
      "log-cut.mp4", from: [Self.clip()], inputOptions: "-ss 0.2", "-c copy")
    let (log, _) = try log(of: cut)
    let groups = groups(of: log)
    #expect(groups.count == 3)
    #expect(!groups[0].mayCopy(frames: 8) && groups[1].mayCopy(frames: 8))
    #expect(groups[0].obstacle == "an edit list hides pictures of it")
  }

  @Test func `a group gives its packets away once`() throws {
    let (log, _) = try log(of: Self.clip())
    let group = try #require(groups(of: log).first)
    var count = 0
    while let packet = group.takePacket() {
      #expect(packet.byteCount > 0)
      count += 1
    }
    #expect(count == 8 && group.byteCount == 0)
  }

  @Test func `a group of which too much would be kept is not copied`() throws {
    let demuxer = try Demuxer(path: Self.clip())
    let group = PictureGroup(start: 0)
    guard let packet = try demuxer.read() else {
      Issue.record("there is no packet")
      return
    }
    let fits = PictureGroup.mostBytes / packet.byteCount
    for _ in 0..<fits { group.add(try packet.shared()) }
    group.complete()
    #expect(group.mayCopy(frames: fits))
    group.add(try packet.shared())
    #expect(!group.mayCopy(frames: fits + 1))
    group.dropPackets()
    #expect(group.byteCount == 0 && group.takeTiming() != nil)
  }

  @Test func `a group that lasts too long is not copied, and those behind it are`() throws {
    // A second for each picture; the second group begins with the 40th.
    let long = try Clips.clip(
      "log-long.mp4", from: [Self.clip()],
      "-vf setpts=N/TB,fps=1,tpad=stop_mode=clone:stop_duration=40 -c:v libx264 -g 1000"
        + " -force_key_frames 40,50 -sc_threshold 0")
    let (log, _) = try log(of: long)
    let groups = groups(of: log)
    #expect(groups.count == 3 && log.reason == nil)
    #expect(!groups[0].mayCopy(frames: 40) && groups[1].mayCopy(frames: 10))
  }

  @Test func `what is given up is kept no more`() throws {
    let (log, _) = try log(of: Self.clip())
    log.abandon()
    #expect(log.group(after: nil, at: .max) == nil)
  }
}
