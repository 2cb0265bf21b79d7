import Testing

@testable import Media

@Suite struct ScalerTests {
  /// A black gray-scale frame with one white square, which lies at the given place.
  private func frame(
    format name: String, size: PixelSize, squareX: Int, squareY: Int, side: Int
  ) throws -> Frame {
    let format = try #require(PixelFormat(name: name))
    var frame = try Frame(format: format, size: size)
    for plane in 0..<format.planeCount {
      let isChroma = plane > 0 && format.model == .yuv
      frame.withSamples(ofPlane: plane, as: UInt8.self) { samples, stride in
        for index in samples.indices { samples[index] = isChroma ? 128 : 16 }
        guard !isChroma else { return }
        for y in squareY..<squareY + side {
          for x in squareX..<squareX + side { samples[y * stride + x] = 235 }
        }
      }
    }
    return frame
  }

  private func brightness(_ picture: RGBPicture, x: Int, y: Int) -> Int {
    let offset = (y * picture.size.width + x) * 3
    return picture.bytes[offset..<offset + 3].reduce(0) { $0 + Int($1) } / 3
  }

  @Test func `the picture shows the whole frame, stretched`() throws {
    let source = try frame(
      format: "yuv420p", size: PixelSize(width: 640, height: 480), squareX: 320, squareY: 240,
      side: 160)
    let size = PixelSize(width: 160, height: 96)
    var picture = RGBPicture(size: size)
    try Scaler(pictureSize: size, orientation: .upright).scale(source, into: &picture)
    #expect(brightness(picture, x: 100, y: 60) > 240)
    #expect(brightness(picture, x: 60, y: 60) < 15)
    #expect(brightness(picture, x: 130, y: 60) < 15)
    #expect(brightness(picture, x: 100, y: 90) < 15)
  }

  @Test(arguments: OrientationTests.matrices.indices)
  func `the picture stands upright`(index: Int) throws {
    let orientation = Orientation(displayMatrix: OrientationTests.matrices[index].matrix)
    let coded = PixelSize(width: 320, height: 192)
    // A square about the point (80, 48): a quarter of the way from the top left corner.
    let source = try frame(format: "yuv420p", size: coded, squareX: 60, squareY: 28, side: 40)
    let size = orientation.upright(coded)
    var picture = RGBPicture(size: size)
    try Scaler(pictureSize: size, orientation: orientation).scale(source, into: &picture)
    let shown = orientation.upright(Point(x: 80, y: 48), width: 320, height: 192)
    let mirrored = Point(x: Double(size.width) - shown.x, y: Double(size.height) - shown.y)
    #expect(brightness(picture, x: Int(shown.x), y: Int(shown.y)) > 240)
    #expect(brightness(picture, x: Int(mirrored.x), y: Int(mirrored.y)) < 15)
    #expect(brightness(picture, x: Int(mirrored.x), y: Int(shown.y)) < 15)
  }

  @Test func `limited and full range give the same white`() throws {
    let size = PixelSize(width: 64, height: 64)
    var full = try frame(format: "yuvj420p", size: size, squareX: 0, squareY: 0, side: 64)
    full.moveRangeOutOfFormat()
    #expect(full.format.description == "yuv420p")
    var picture = RGBPicture(size: size)
    let scaler = Scaler(pictureSize: size, orientation: .upright)
    try scaler.scale(full, into: &picture)
    let fullBrightness = brightness(picture, x: 32, y: 32)
    let limited = try frame(format: "yuv420p", size: size, squareX: 0, squareY: 0, side: 64)
    try scaler.scale(limited, into: &picture)
    #expect((233...237).contains(fullBrightness))
    #expect(brightness(picture, x: 32, y: 32) > 250)
  }

  @Test(arguments: ["yuv420p", "nv12", "yuv444p", "gray", "yuva420p", "yuv410p"])
  func `a crop shows its part of the frame and nothing else`(format: String) throws {
    let size = PixelSize(width: 320, height: 240)
    let source = try frame(format: format, size: size, squareX: 64, squareY: 48, side: 64)
    let picture = PixelSize(width: 64, height: 64)
    let scaler = Scaler(pictureSize: picture, orientation: .upright)
    let geometry = FrameGeometry(
      codedSize: size, pixelAspect: Rational(1, 1), orientation: .upright)
    // More positions and sizes than a scaler keeps contexts for.
    for round in 0..<40 {
      let side = Double(32 + round * 4)
      let crop = FrameCrop(
        around: Box(centerX: 96, centerY: 80, width: side, height: side), of: geometry,
        format: source.format, pictureSize: picture)
      var shown = RGBPicture(size: picture)
      try scaler.scale(source, crop: crop, into: &shown)
      let white = (0..<64 * 64).count { brightness(shown, x: $0 % 64, y: $0 / 64) > 128 }
      let square = Box(x: 64, y: 48, width: 64, height: 64)
      let part = Box(
        x: Double(crop.x), y: Double(crop.y), width: Double(crop.width),
        height: Double(crop.height))
      let share = square.intersection(part).area / part.area
      #expect(abs(Double(white) / (64 * 64) - share) < 0.04)
      #expect(brightness(shown, x: 32, y: 32) > 240)
    }
    var whole = RGBPicture(size: picture)
    try scaler.scale(source, into: &whole)
    #expect(brightness(whole, x: 40, y: 40) < 15)
  }
}
