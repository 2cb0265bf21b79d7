import Foundation
import Testing

@testable import Media

@Suite struct JPEGCompressorTests {
  /// A frame of soft waves.
  private func frame(_ name: String, width: Int, height: Int) throws -> Frame {
    let format = try #require(PixelFormat(name: name))
    var frame = try Frame(format: format, size: PixelSize(width: width, height: height))
    for plane in 0..<format.planeCount {
      frame.withSamples(ofPlane: plane, as: UInt8.self) { samples, stride in
        for index in samples.indices {
          let (x, y) = (Double(index % stride), Double(index / stride))
          samples[index] = UInt8(
            128 + 60 * sin(x / 9 + Double(plane)) * cos(y / 7) + 40 * sin(y / 3))
        }
      }
    }
    return frame
  }

  private func decoded(_ file: [UInt8]) throws -> [Frame.Samples] {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).bin")
    try Data(file).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let demuxer = try Demuxer(path: url.path)
    let stream = try #require(demuxer.streams.first)
    let decoder = try Decoder(for: stream, threads: 1)
    var pictures: [Frame.Samples] = []
    func take(_ frame: consuming Frame) { pictures.append(frame.copiedSamples()) }
    while let packet = try demuxer.read() { try decoder.decode(packet, into: take) }
    try decoder.finish(into: take)
    return pictures
  }

  @Test(
    arguments: ["gray", "yuv420p", "yuv422p", "yuv440p", "yuv444p", "yuv411p"],
    [(64, 48), (67, 41), (1, 1), (8, 129)])
  func `a decoder finds the same picture`(format: String, size: (Int, Int)) throws {
    let source = try frame(format, width: size.0, height: size.1)
    let expected = try frame(format, width: size.0, height: size.1).copiedSamples()
    let file = try JPEGCompressor(quality: 100).file(of: source)
    let pictures = try decoded(file)
    try #require(pictures.count == 1)
    #expect(pictures[0].format == format)
    #expect(pictures[0].planes.map(\.count) == expected.planes.map(\.count))
    for (plane, original) in zip(pictures[0].planes, expected.planes) {
      let greatest = zip(plane, original).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(greatest <= 3)
    }
  }

  @Test func `noise in full contrast is coded as well`() throws {
    var source = try frame("gray", width: 64, height: 64)
    var state: UInt32 = 7
    source.withSamples(ofPlane: 0, as: UInt8.self) { samples, _ in
      for index in samples.indices {
        state = state &* 1_664_525 &+ 1_013_904_223
        samples[index] = state >> 31 == 0 ? 0 : 255
      }
    }
    let expected = source.copiedSamples()
    let file = try JPEGCompressor(quality: 100).file(of: source)
    let planes = try #require(decoded(file).first).planes
    #expect(zip(planes[0], expected.planes[0]).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
  }

  @Test(arguments: [("yuv420p", 67, 41), ("yuv440p", 64, 41), ("yuv411p", 61, 48)])
  func `what lies behind a row's end in memory is not read`(
    format: String, width: Int, height: Int
  ) throws {
    // The same picture as the top left of a larger one, whose other samples would be read too.
    func file(others: UInt8) throws -> [UInt8] {
      var larger = try frame(format, width: width + 16, height: height + 16)
      larger.withSamples(ofPlane: 0, as: UInt8.self) { samples, stride in
        for index in samples.indices where index % stride >= width || index / stride >= height {
          samples[index] = others
        }
      }
      larger.crop(to: PixelSize(width: width, height: height))
      return try JPEGCompressor(quality: 100).file(of: larger)
    }
    #expect(try file(others: 0) == file(others: 255))
  }

  @Test func `half of the quality is the standard's own table`() throws {
    // Source: ITU-T T.81, tables K.1 and K.2, from low frequencies to high.
    func tables(_ quality: Int) throws -> [[UInt8]] {
      let source = try frame("yuv420p", width: 16, height: 16)
      let file = try JPEGCompressor(quality: quality).file(of: source)
      return segments(0xDB, of: file).map { Array($0.dropFirst()) }
    }
    let half = try tables(50)
    try #require(half.map(\.count) == [64, 64])
    #expect(half[0].prefix(6) == [16, 11, 12, 14, 12, 10])
    #expect(half[1].prefix(6) == [17, 18, 18, 24, 21, 24])
    #expect(try tables(95)[0].prefix(6) == [2, 1, 1, 1, 1, 1])
    #expect(try tables(100).allSatisfy { $0.allSatisfy { $0 == 1 } })
    #expect(try tables(1).allSatisfy { $0.allSatisfy { $0 == 255 } })
  }

  @Test func `a picture in gray has one component`() throws {
    let source = try frame("gray", width: 16, height: 16)
    let file = try JPEGCompressor(quality: 90).file(of: source)
    #expect(segments(0xC0, of: file).map { $0[5] } == [1])
  }

  @Test func `what JPEG has no format for is an error`() throws {
    let source = try frame("rgb24", width: 16, height: 16)
    #expect(throws: MediaError(.unencodable, "jpeg files cannot hold rgb24 pictures")) {
      try JPEGCompressor(quality: 90).file(of: source)
    }
  }

  @Test func `what the library refuses is an error in its own words`() throws {
    let source = try frame("gray", width: 65_501, height: 1)
    let error = try #require(throws: MediaError.self) {
      try JPEGCompressor(quality: 90).file(of: source)
    }
    #expect(error.code == .internalFault)
    #expect(error.cause?.contains("65500") == true)
  }

  @Test(arguments: [0, 100_000])
  func `density and colour profile go into what the library writes`(length: Int) throws {
    let profile = (0..<length).map { UInt8(truncatingIfNeeded: $0 % 251) }
    let density = try #require(PixelDensity(x: 300, y: 150))
    let source = try frame("yuv444p", width: 64, height: 48)
    var file = try JPEGCompressor(quality: 90).file(of: source)
    StillFile.set(density, inJPEG: &file)
    StillFile.add(profile, toJPEG: &file)
    #expect(file.withUnsafeBytes { StillHeader($0) }.density == density)
    #expect(segments(0xE2, of: file).flatMap { $0.dropFirst(14) } == profile)
    #expect(try decoded(file).count == 1)
  }

  /// The data of each segment of one kind, up to the coded picture.
  private func segments(_ marker: UInt8, of file: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var offset = 2
    while offset + 4 <= file.count, file[offset + 1] != 0xDA {
      let length = Int(file[offset + 2]) << 8 | Int(file[offset + 3])
      if file[offset + 1] == marker { found.append(Array(file[offset + 4..<offset + 2 + length])) }
      offset += 2 + length
    }
    return found
  }
}

extension Frame {
  /// What a frame shows, without the ends of its rows in memory.
  struct Samples {
    let format: String
    let planes: [[UInt8]]
  }

  /// Makes the frame the top left of itself.
  func crop(to size: PixelSize) {
    pointer.pointee.width = Int32(size.width)
    pointer.pointee.height = Int32(size.height)
  }

  /// A copy of the samples of a frame with one byte for each.
  func copiedSamples() -> Samples {
    let planes = format.components.map { component in
      let width = (size.width + (1 << component.horizontalShift) - 1) >> component.horizontalShift
      let height = (size.height + (1 << component.verticalShift) - 1) >> component.verticalShift
      return (0..<height).flatMap { row -> [UInt8] in
        guard let base = base(ofPlane: component.plane) else { return [] }
        let line = UnsafeRawBufferPointer(
          start: base + row * lineSize(component.plane), count: width)
        return Array(line)
      }
    }
    return Samples(format: format.description, planes: planes)
  }
}
