import Foundation
import TestSupport

/// Something of a piece of footage that must be the same in its anonymized copy.
enum Trait: String, CaseIterable, Sendable {
  /// How many streams there are, and of which kind.
  case streams
  /// The name of the codec.
  case codec
  /// The profile of a codec that is chosen for editing, such as ProRes.
  case profile
  /// The four characters that stand for the codec in QuickTime and MPEG-4 files.
  case tag
  case pixelFormat
  case size
  /// Width of a pixel by its height.
  case pixelAspect
  case range
  case matrix
  case transfer
  case primaries
  case chromaLocation
  /// Interlaced or not, and which field is first: of the stream and of each frame.
  case fields
  /// What the container or the frames say beside the picture: how it is turned, the display that it
  /// was made on, the brightest light.
  case sideData
  case dispositions
  case languages
  /// Frames a second.
  case frameRate
  /// How many frames there are.
  case frames
  /// When the first frame is shown.
  case start
  /// When each frame is shown after the first.
  case times
  /// How long each frame is shown, the last one included.
  case durations
  /// How long the video is.
  case length
  /// The packets of sound, and their times against the first frame.
  case sound
}

/// In what two pieces of footage differ.
struct Comparison {
  /// What differs, with both values.
  private(set) var differences: [Trait: String] = [:]
  /// By how many seconds the copy's first frame is later, where that is more than rounding.
  private var shift = 0.0

  /// Compares a copy with its original; each has one video stream.
  ///
  /// - Parameters:
  ///   - codec: the codec that the copy must have.
  ///   - format: the pixel format that it must have.
  init(_ original: String, _ copy: String, codec: String, format: String) throws {
    let (before, after) = (try Probe(original, .frames), try Probe(copy, .frames))
    let (video, newVideo) = (try before.stream("video"), try after.stream("video"))
    note(.streams, before.streams.map(\.codecType), after.streams.map(\.codecType))
    note(.codec, codec, newVideo.codecName)
    note(.pixelFormat, Comparison.plain(format), newVideo.pixFmt.map(Comparison.plain))
    if video.codecName == newVideo.codecName {
      if ["prores", "dnxhd"].contains(codec) { note(.profile, video.profile, newVideo.profile) }
      if let tag = Comparison.tag(video, in: before), let new = Comparison.tag(newVideo, in: after)
      {
        note(.tag, tag, new)
      }
    }
    note(.size, [video.width, video.height], [newVideo.width, newVideo.height])
    note(.pixelAspect, Comparison.aspect(video), Comparison.aspect(newVideo))
    let isRecoded = video.codecName != newVideo.codecName
    note(
      .range, Comparison.range(video, isAssumed: isRecoded),
      Comparison.range(newVideo, isAssumed: isRecoded))
    note(.matrix, video.colorSpace, newVideo.colorSpace)
    note(.transfer, video.colorTransfer, newVideo.colorTransfer)
    note(.primaries, video.colorPrimaries, newVideo.colorPrimaries)
    if let location = video.chromaLocation {
      note(.chromaLocation, location, newVideo.chromaLocation)
    }
    // Not every container can say which stream is the first choice.
    let hasDefault = before.format.formatName == after.format.formatName
    note(
      .dispositions, before.streams.map { $0.roles(withDefault: hasDefault) },
      after.streams.map { $0.roles(withDefault: hasDefault) })
    note(.languages, before.streams.map(\.language), after.streams.map(\.language))
    compareFrames(before, video, after, newVideo)
    try compareSound(original, copy)
  }

  private mutating func compareFrames(
    _ before: Probe, _ video: Probe.Stream, _ after: Probe, _ newVideo: Probe.Stream
  ) {
    let (frames, newFrames) = (before.frames(of: video), after.frames(of: newVideo))
    note(.frames, frames.count, newFrames.count)
    let fields = (Comparison.fields(video, frames), Comparison.fields(newVideo, newFrames))
    let unsaid = video.fieldOrder == nil ? 1 : 0
    note(.fields, fields.0.dropFirst(unsaid), fields.1.dropFirst(unsaid))
    note(.sideData, Comparison.sideData(video, frames), Comparison.sideData(newVideo, newFrames))
    // What is rounded to the output's clock is off by half a tick of either clock at most.
    let tick = max(video.tick, newVideo.tick)
    let half = video.tick == newVideo.tick ? 1e-9 : tick / 2 + 1e-6
    let (times, newTimes) = (before.times(of: video), after.times(of: newVideo))
    let (start, newStart) = (times.first ?? .nan, newTimes.first ?? .nan)
    note(.start, [start], [newStart], within: half)
    // Everything may have moved together.
    if differences[.start] != nil { shift = newStart - start }
    note(.times, times.map { $0 - start }, newTimes.map { $0 - newStart }, within: 2 * half)
    let lengths = frames.map { $0.seconds(tick: video.tick) }
    let newLengths = newFrames.map { $0.seconds(tick: newVideo.tick) }
    note(
      .durations, lengths, newLengths, within: video.tick == newVideo.tick ? 1e-9 : tick + 1e-6)
    note(
      .length, [before.length(of: video)], [after.length(of: newVideo)], within: tick + 1e-3)
    note(.frameRate, [video.frameRate], [newVideo.frameRate], within: video.frameRate / 100)
  }

  // A hash of all sound.
  private static func samples(_ path: String) throws -> Data {
    try MediaTool.ffmpeg.run(["-i", path, "-map", "0:a", "-c", "copy", "-f", "md5", "-"])
  }

  private mutating func compareSound(_ original: String, _ copy: String) throws {
    let (before, after) = (try Probe(original, .packets), try Probe(copy, .packets))
    for (sound, newSound) in zip(before.streams("audio"), after.streams("audio")) {
      let (packets, newPackets) = (before.packets(of: sound), after.packets(of: newSound))
      note(.sound, sound.codecName, newSound.codecName)
      if sound.codecName?.hasPrefix("pcm") == true {
        // Packets of this are cut anew by every reader.
        note(.sound, packets.first?.pts, newPackets.first?.pts)
        note(.sound, try Comparison.samples(original), try Comparison.samples(copy))
        continue
      }
      note(.sound, packets.map(\.dataHash), newPackets.map(\.dataHash))
      let tick = max(sound.tick, newSound.tick)
      func times(_ packets: [Probe.Packet], _ stream: Probe.Stream) -> [Double] {
        packets.map { $0.pts.map { Double($0) * stream.tick } ?? .nan }
      }
      let times = (times(packets, sound), times(newPackets, newSound))
      note(.sound, times.0, times.1.map { $0 - shift }, within: tick / 2 + 1e-6)
    }
  }

  private mutating func note<Value: Equatable>(_ trait: Trait, _ old: Value, _ new: Value) {
    guard old != new, differences[trait] == nil else { return }
    differences[trait] = "\(old) became \(new)"
  }

  private mutating func note(
    _ trait: Trait, _ old: [Double], _ new: [Double], within tolerance: Double
  ) {
    guard old.count == new.count else { return note(trait, old.count, new.count) }
    let wrong = zip(old, new).filter { old, new in
      // What the original does not say cannot be lost.
      !old.isNaN && !(abs(old - new) <= tolerance)
    }
    guard let first = wrong.first, differences[trait] == nil else { return }
    differences[trait] = "\(first.0) became \(first.1), and \(wrong.count - 1) more"
  }

  // The older names of full-range formats say the range as well, which has a trait of its own.
  private static func plain(_ format: String) -> String {
    format.replacing("yuvj", with: "yuv")
  }

  // Some codecs say limited range by saying nothing, others only in words.
  private static func range(_ video: Probe.Stream, isAssumed: Bool) -> String? {
    video.pixFmt?.hasPrefix("yuvj") == true ? "pc" : video.colorRange ?? (isAssumed ? "tv" : nil)
  }

  private static func aspect(_ video: Probe.Stream) -> String {
    [nil, "0:1", "1:1"].contains(video.sampleAspectRatio) ? "1:1" : video.sampleAspectRatio ?? ""
  }

  private static func tag(_ video: Probe.Stream, in probe: Probe) -> String? {
    guard probe.format.formatName?.hasPrefix("mov") == true else { return nil }
    // Both stand for HEVC; players of one large maker know only the second.
    return video.codecTagString == "hev1" ? "hvc1" : video.codecTagString
  }

  private static func fields(_ video: Probe.Stream, _ frames: [Probe.Frame]) -> [String] {
    [video.fieldOrder ?? "unknown"]
      + Set(
        frames.map { frame in
          frame.interlacedFrame == 1
            ? "interlaced, top first: \(frame.topFieldFirst ?? 0)" : "whole"
        }
      ).sorted()
  }

  private static func sideData(_ video: Probe.Stream, _ frames: [Probe.Frame]) -> [String] {
    let kinds = [
      "Display Matrix", "Mastering display metadata", "Content light level metadata",
      "Stereo 3D", "Spherical Mapping",
    ]
    let all = (frames.first?.sideDataList ?? []) + (video.sideDataList ?? [])
    // What the pictures say is more exact than what some containers do.
    return kinds.compactMap { kind in all.first { $0.kind == kind }?.description }
  }
}

extension Probe.Stream {
  fileprivate var language: String? {
    tags?["language"] == "und" ? nil : tags?["language"]
  }

  fileprivate func roles(withDefault: Bool) -> [String: Int] {
    disposition.filter { withDefault || $0.key != "default" }
  }

  /// Frames a second.
  fileprivate var frameRate: Double { 1 / Probe.seconds(perTick: avgFrameRate ?? "0/0") }
}

extension Probe.Frame {
  fileprivate func seconds(tick: Double) -> Double {
    (duration ?? pktDuration).map { Double($0) * tick } ?? .nan
  }
}

extension Probe {
  /// Seconds that a stream lasts, as far as the container tells, else the whole file where it has
  /// no other stream; not a number where neither is told.
  fileprivate func length(of stream: Stream) -> Double {
    if let tag = stream.tags?["DURATION"] {
      // Hours, minutes and seconds.
      return tag.split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? .nan) }
        - (times(of: stream).first ?? 0)
    }
    let length = stream.duration ?? (streams.count == 1 ? format.duration : nil)
    return length.flatMap { Double($0) } ?? .nan
  }
}
