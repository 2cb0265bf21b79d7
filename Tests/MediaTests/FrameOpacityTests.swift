import Testing

@testable import Media

@Suite struct FrameOpacityTests {
  /// A frame in which every sample has all its bits.
  private func fullFrame(_ name: String) throws -> Frame {
    let format = try #require(PixelFormat(name: name))
    var frame = try Frame(format: format, size: PixelSize(width: 7, height: 5))
    for plane in 0..<format.planeCount {
      frame.withSamples(ofPlane: plane, as: UInt8.self) { samples, _ in
        for index in samples.indices { samples[index] = 255 }
      }
    }
    return frame
  }

  @Test(arguments: ["bgra", "argb", "ya8", "yuva420p", "rgba64le", "ya16le", "yuva444p10le"])
  func `one pixel that lets something through is enough`(format: String) throws {
    var frame = try fullFrame(format)
    let isOpaque = frame.isOpaque
    #expect(isOpaque)
    let alpha = try #require(frame.format.components.last)
    // The lowest bits of the last pixel's alpha.
    frame.withSamples(ofPlane: alpha.plane, as: UInt8.self) { samples, stride in
      samples[4 * stride + 6 * alpha.step + alpha.offset] = 254
    }
    let isStillOpaque = frame.isOpaque
    #expect(!isStillOpaque)
  }

  @Test(arguments: ["bgr0", "rgb24", "yuv420p", "gray"])
  func `formats without alpha let nothing through`(format: String) throws {
    var frame = try fullFrame(format)
    frame.withSamples(ofPlane: 0, as: UInt8.self) { samples, _ in
      for index in samples.indices { samples[index] = 0 }
    }
    let isOpaque = frame.isOpaque
    #expect(isOpaque)
  }
}
