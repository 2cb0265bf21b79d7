import Testing

@testable import Media

@Suite struct LumaSamplerTests {
  /// A frame that is dark but for its lower right quarter.
  private func frame(_ name: String, size: PixelSize) throws -> Frame {
    let format = try #require(PixelFormat(name: name))
    var frame = try Frame(format: format, size: size)
    for (index, component) in format.components.enumerated() {
      let isChroma = format.model == .yuv && index > 0
      let rows = size.height >> component.verticalShift
      let columns = size.width >> component.horizontalShift
      for y in 0..<rows {
        for x in 0..<columns {
          let isBright = y >= rows / 2 && x >= columns / 2
          let level = isChroma ? 128 : isBright ? 200 : 40
          if component.bytes == 1 {
            frame.withSamples(ofPlane: component.plane, as: UInt8.self) { samples, stride in
              samples[y * stride + x * component.step + component.offset] = UInt8(level)
            }
          } else {
            frame.withSamples(ofPlane: component.plane, as: UInt16.self) { samples, stride in
              let place = y * stride + (x * component.step + component.offset) / 2
              samples[place] = UInt16(level << (component.depth - 8 + component.shift))
            }
          }
        }
      }
    }
    return frame
  }

  @Test(
    arguments: ["yuv420p", "nv12", "uyvy422", "gray", "yuv420p10le", "p010le"],
    [PixelSize(width: 322, height: 182), PixelSize(width: 64, height: 48)])
  func `the grid shows where a frame is bright, in 8 bits`(
    format: String, size: PixelSize
  ) throws {
    var grid = LumaGrid()
    try LumaSampler().sample(try frame(format, size: size), into: &grid)
    for row in 0..<LumaGrid.rows {
      for column in 0..<LumaGrid.columns {
        let isBright = row >= LumaGrid.rows / 2 && column >= LumaGrid.columns / 2
        #expect(grid.values[row * LumaGrid.columns + column] == (isBright ? 200 : 40))
      }
    }
  }

  @Test func `RGB becomes luma, and one sampler takes frames of all kinds`() throws {
    let sampler = LumaSampler()
    var grid = LumaGrid()
    let size = PixelSize(width: 320, height: 180)
    for format in ["rgb24", "yuv420p", "gbrp", "yuv420p10le", "rgb24"] {
      try sampler.sample(try frame(format, size: size), into: &grid)
      #expect((35...55).contains(grid.values[0]))
      #expect((180...205).contains(grid.values[LumaGrid.columns * LumaGrid.rows - 1]))
    }
  }
}
