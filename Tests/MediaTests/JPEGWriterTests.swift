import Foundation
import Testing

@testable import Media

@Suite struct JPEGWriterTests {
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
    let file = try JPEGWriter(quality: 100).file(of: source, properties: .init())
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
    let file = try JPEGWriter(quality: 100).file(of: source, properties: .init())
    let planes = try #require(decoded(file).first).planes
    #expect(zip(planes[0], expected.planes[0]).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
  }

  @Test func `a long colour profile is spread over segments`() throws {
    let profile = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
    let file = try JPEGWriter(quality: 50).file(
      of: frame("gray", width: 8, height: 8), properties: .init(colourProfile: profile))
    var found: [UInt8] = []
    var offset = 2
    while file[offset + 1] != 0xDA {
      let length = Int(file[offset + 2]) << 8 | Int(file[offset + 3])
      if file[offset + 1] == 0xE2 {
        #expect(file[offset + 17] == 3)
        found += file[(offset + 18)..<(offset + 2 + length)]
      }
      offset += 2 + length
    }
    #expect(found == profile)
  }

  @Test func `the density goes into the file`() throws {
    let density = PixelDensity(x: 300, y: 150)
    let file = try JPEGWriter(quality: 90).file(
      of: frame("gray", width: 8, height: 8), properties: .init(density: density))
    #expect(file.withUnsafeBytes { StillHeader($0) }.density == density)
  }

  @Test func `half of the quality is the standard's own table`() {
    #expect(JPEGQuantisation(quality: 50).luma.prefix(3) == [16, 11, 10])
    #expect(JPEGQuantisation(quality: 95).luma.prefix(3) == [2, 1, 1])
    #expect(JPEGQuantisation(quality: 100).chroma.allSatisfy { $0 == 1 })
  }

  @Test func `frequencies go from low to high`() {
    #expect(JPEGWriter.zigzag.prefix(10) == [0, 1, 8, 16, 9, 2, 3, 10, 17, 24])
    #expect(JPEGWriter.zigzag.suffix(3) == [55, 62, 63])
    #expect(Set(JPEGWriter.zigzag).count == 64)
  }
}

extension Frame {
  /// What a frame shows, without the ends of its rows in memory.
  struct Samples {
    let format: String
    let planes: [[UInt8]]
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
