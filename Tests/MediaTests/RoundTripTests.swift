import Foundation
import Testing

@testable import Media

/// Writes made-up frames with encoder and muxer, and reads them back with demuxer and decoder.
@Suite struct RoundTripTests {
  /// A small gray frame whose brightness tells its number.
  static func frame(_ number: Int, format: PixelFormat) throws -> Frame {
    var frame = try Frame(format: format, size: PixelSize(width: 128, height: 96))
    for plane in 0..<format.planeCount {
      frame.withSamples(ofPlane: plane, as: UInt8.self) { samples, _ in
        for index in samples.indices { samples[index] = plane == 0 ? UInt8(20 + number * 8) : 128 }
      }
    }
    return frame
  }

  static func source(_ footage: URL) throws -> MediaStream {
    let demuxer = try Demuxer(path: footage.path)
    return try #require(demuxer.streams.first { $0.kind == .video })
  }

  /// The footage that lends its stream's description: any file with H.264 video.
  static var sample: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("samples/footage/single_face.mp4")
  }

  static let codings: [(codec: String, ending: String)] = [
    ("h264", "mp4"), ("h264", "mkv"), ("h264", "ts"), ("hevc", "mp4"), ("vp9", "webm"),
    ("mpeg4", "avi"), ("ffv1", "mkv"), ("mpeg2video", "ts"), ("mjpeg", "mov"), ("av1", "mp4"),
    ("mpeg1video", "mpg"), ("mpeg2video", "mpg"), ("mjpeg", "avi"),
  ]

  @Test(arguments: codings.indices)
  func `frames and their irregular times come back`(index: Int) throws {
    let (codec, ending) = Self.codings[index]
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).\(ending)")
    defer { try? FileManager.default.removeItem(at: file) }
    let stream = try Self.source(Self.sample)
    let container = try OutputContainer(forFileName: file.path)
    // AVI knows no times but multiples of one frame; MPEG program streams are read as regular.
    let isRegular = ending == "avi" || ending == "mpg"
    let step = stream.timeBase.inverse.numerator / 30
    // MPEG-TS knows no times before zero, where the first decoding times would lie; and AVI is to
    // begin late.
    let first = ending == "ts" ? 30 : ending == "avi" ? 3 : 0
    let times = (0..<20).map { Int64(step) * Int64(first + $0 + (isRegular || $0 < 9 ? 0 : 7)) }

    let format = try #require(PixelFormat(name: "yuv420p"))
    var settings = EncoderSettings()
    settings.codecName = codec
    let descriptor = open(file.path, O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    let muxer = try Muxer(
      container: container, descriptor: descriptor, path: file.path, policy: .minimal)
    let output = try muxer.addEncoded(stream)
    let encoder = try Encoder(
      like: Self.frame(0, format: format), source: stream, container: container,
      settings: settings)
    try muxer.describe(output, as: encoder.describe())
    try muxer.writeHeader()
    for (number, time) in times.enumerated() {
      try encoder.encode(
        Self.frame(number, format: format), time: time, duration: Int64(step)
      ) { try muxer.write($0, to: output) }
    }
    try encoder.finish { try muxer.write($0, to: output) }
    try muxer.finish()

    let demuxer = try Demuxer(path: file.path)
    let written = try #require(demuxer.streams.first)
    #expect(written.codecName == codec)
    let decoder = try Decoder(for: written, threads: 1)
    var seconds: [Double] = []
    var brightness: [Int] = []
    func take(_ frame: consuming Frame) throws {
      // The last frame of an MPEG program stream is read without a time.
      let time = frame.presentationTime.map { Double($0) * written.timeBase.value }
      seconds.append(time ?? (seconds.last ?? 0) + 1.0 / 30)
      try frame.makeWritable()
      frame.withSamples(ofPlane: 0, as: UInt8.self) { samples, stride in
        brightness.append(Int(samples[stride * 48 + 64]))
      }
    }
    while let packet = try demuxer.read() { try decoder.decode(packet, into: take) }
    try decoder.finish(into: take)
    #expect(seconds.count == times.count)
    for (found, time) in zip(seconds, times) {
      #expect(abs(found - Double(time) * stream.timeBase.value) <= 0.0006)
    }
    for (number, value) in brightness.enumerated() { #expect(abs(value - (20 + number * 8)) < 5) }
  }

  @Test func `an unknown encoder option is named`() throws {
    let stream = try Self.source(Self.sample)
    let container = try OutputContainer(forFileName: "out.mkv")
    var settings = EncoderSettings()
    settings.options = [.init(name: "no-such-option", value: "1")]
    settings.encoderName = "libx264"
    let format = try #require(PixelFormat(name: "yuv420p"))
    let error = #expect(throws: MediaError.self) {
      _ = try Encoder(
        like: Self.frame(0, format: format), source: stream, container: container,
        settings: settings)
    }
    #expect(error?.code == .unknownName)
    #expect(error?.message.contains("no-such-option") == true)
  }

  @Test(arguments: ["out.xyz", "out", "out.mp3", "out.jp2", "out.m3u8"])
  func `a name without a video container is refused`(name: String) {
    let error = #expect(throws: MediaError.self) { _ = try OutputContainer(forFileName: name) }
    #expect(error?.code == .unencodable)
  }

  @Test func `a codec that the container cannot hold is refused`() throws {
    let stream = try Self.source(Self.sample)
    var settings = EncoderSettings()
    settings.codecName = "prores"
    let container = try OutputContainer(forFileName: "out.webm")
    let format = try #require(PixelFormat(name: "yuv420p"))
    #expect(throws: MediaError.self) {
      _ = try Encoder(
        like: Self.frame(0, format: format), source: stream, container: container,
        settings: settings)
    }
  }
}
