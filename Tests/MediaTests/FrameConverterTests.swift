import Testing

@testable import Media

@Suite struct FrameConverterTests {
  @Test(arguments: [0, 1, 2, 5, 9])
  func `RGB becomes YUV of the kind that its frame then names, whatever it named before`(
    matrix: Int
  ) throws {
    let rgb = try #require(PixelFormat(name: "rgb24"))
    var frame = try Frame(format: rgb, size: PixelSize(width: 16, height: 16))
    frame.withSamples(ofPlane: 0, as: UInt8.self) { samples, stride in
      for y in 0..<16 {
        for x in 0..<16 {
          for part in 0..<3 { samples[y * stride + 3 * x + part] = part == 0 ? 255 : 0 }
        }
      }
    }
    frame.colourDescription.matrix = matrix
    let yuv = try #require(PixelFormat(name: "yuv444p"))
    var converted = try FrameConverter(to: yuv).convert(frame)
    // Red as ITU-R BT.601 codes it, which is number 6.
    #expect(converted.colourDescription.matrix == 6)
    for (plane, value) in [81, 90, 240].enumerated() {
      converted.withSamples(ofPlane: plane, as: UInt8.self) { samples, stride in
        #expect(abs(Int(samples[8 * stride + 8]) - value) <= 1)
      }
    }
  }
}
