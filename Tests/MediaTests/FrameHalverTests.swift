import Testing

@testable import Media

@Suite struct FrameHalverTests {
  /// A frame whose samples are all different from their neighbours.
  private func frame(_ name: String, width: Int, height: Int) throws -> Frame {
    let format = try #require(PixelFormat(name: name))
    var frame = try Frame(format: format, size: PixelSize(width: width, height: height))
    let isDeep = format.components[0].bytes == 2
    for plane in 0..<format.planeCount {
      if isDeep {
        frame.withSamples(ofPlane: plane, as: UInt16.self) { samples, _ in
          for index in samples.indices { samples[index] = UInt16(index * 7919 % 1021) }
        }
      } else {
        frame.withSamples(ofPlane: plane, as: UInt8.self) { samples, _ in
          for index in samples.indices { samples[index] = UInt8(index * 7919 % 251) }
        }
      }
    }
    return frame
  }

  private func sample(
    _ frame: borrowing Frame, plane: Int, x: Int, y: Int, isDeep: Bool
  ) -> Int {
    guard let base = frame.base(ofPlane: plane) else { return -1 }
    let line = UnsafeRawPointer(base) + y * frame.lineSize(plane)
    return isDeep
      ? Int(line.load(fromByteOffset: 2 * x, as: UInt16.self))
      : Int(line.load(fromByteOffset: x, as: UInt8.self))
  }

  // 37 samples in a row of chroma: whole blocks that are done at once, and a rest.
  @Test(arguments: ["yuv420p", "yuv422p", "yuv444p", "yuv420p10le"])
  func `a sample is the mean of four, in every plane and in a part of the frame`(
    name: String
  ) throws {
    let source = try frame(name, width: 320, height: 64)
    let format = source.format
    let halver = try #require(FrameHalver(format: format))
    let crop = FrameCrop(
      around: Box(x: 64, y: 20, width: 140, height: 30),
      of: FrameGeometry(codedSize: source.size, pixelAspect: Rational(1, 1), orientation: .upright),
      format: format, pictureSize: PixelSize(width: 144, height: 32))
    #expect(crop.x > 0)
    #expect(crop.y > 0)
    let isDeep = format.components[0].bytes == 2
    halver.halve(source, crop: crop, times: 1) { planes, lineSizes in
      for (plane, place) in PlanePlace.all(of: format).enumerated() {
        let (left, top) = (crop.x >> place.horizontalShift, crop.y >> place.verticalShift)
        for y in 0..<(crop.height >> (place.verticalShift + 1)) {
          for x in 0..<(crop.width >> (place.horizontalShift + 1)) {
            var sum = 2
            for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
              sum += sample(
                source, plane: plane, x: left + 2 * x + right, y: top + 2 * y + down,
                isDeep: isDeep)
            }
            let line = UnsafeRawPointer(planes[plane]!) + y * Int(lineSizes[plane])
            let value =
              isDeep
              ? Int(line.load(fromByteOffset: 2 * x, as: UInt16.self))
              : Int(line.load(fromByteOffset: x, as: UInt8.self))
            #expect(value == sum / 4)
          }
        }
      }
    }
  }

  @Test func `nothing is halved below the target, nor where a sample would be left over`() throws {
    let format = try #require(PixelFormat(name: "yuv420p"))
    let halver = try #require(FrameHalver(format: format))
    func times(_ width: Int, _ height: Int, to targetWidth: Int, _ targetHeight: Int) -> Int {
      halver.times(
        from: PixelSize(width: width, height: height),
        to: PixelSize(width: targetWidth, height: targetHeight))
    }
    #expect(times(1920, 1080, to: 480, 288) == 2)
    #expect(times(1920, 1080, to: 960, 544) == 1)
    #expect(times(3840, 2160, to: 480, 288) == 3)
    #expect(times(1080, 1920, to: 288, 480) == 2)
    #expect(times(1920, 1080, to: 992, 544) == 0)
    #expect(times(1920, 1078, to: 480, 288) == 0)
    #expect(times(1918, 1080, to: 480, 288) == 0)
    #expect(times(1920, 1080, to: 480, 480) == 1)
    #expect(times(640, 360, to: 480, 288) == 0)
  }

  @Test(arguments: ["gray", "nv12", "yuyv422", "rgb24", "gbrp", "yuva420p", "pal8", "yuv420p10be"])
  func `formats of other layouts are left to the scaler`(name: String) throws {
    let format = try #require(PixelFormat(name: name))
    let halver = FrameHalver(format: format)
    #expect(halver == nil)
  }
}
