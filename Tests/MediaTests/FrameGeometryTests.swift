import Testing

@testable import Media

@Suite struct FrameGeometryTests {
  @Test func `wide pixels widen the upright picture`() {
    let geometry = FrameGeometry(
      codedSize: PixelSize(width: 720, height: 576), pixelAspect: Rational(64, 45),
      orientation: .upright)
    #expect(geometry.uprightSize == PixelSize(width: 1024, height: 576))
    let coded = geometry.coded(Box(x: 512, y: 100, width: 102.4, height: 50))
    #expect(abs(coded.x - 360) < 1e-9)
    #expect(abs(coded.width - 72) < 1e-9)
    #expect(coded.y == 100 && coded.height == 50)
  }

  @Test func `tall pixels heighten it, so that no column is lost`() {
    let geometry = FrameGeometry(
      codedSize: PixelSize(width: 1440, height: 540), pixelAspect: Rational(1, 2),
      orientation: .upright)
    #expect(geometry.uprightSize == PixelSize(width: 1440, height: 1080))
  }

  @Test(arguments: [Rational(0, 1), Rational(1, 0), Rational(-4, 3), Rational(1, 1000)])
  func `an impossible pixel aspect is taken as square`(aspect: Rational) {
    let geometry = FrameGeometry(
      codedSize: PixelSize(width: 320, height: 240), pixelAspect: aspect, orientation: .upright)
    #expect(geometry.uprightSize == PixelSize(width: 320, height: 240))
  }

  @Test(arguments: OrientationTests.matrices.indices)
  func `boxes come back from upright to coded pixels`(index: Int) {
    let geometry = FrameGeometry(
      codedSize: PixelSize(width: 720, height: 576), pixelAspect: Rational(64, 45),
      orientation: Orientation(displayMatrix: OrientationTests.matrices[index].matrix))
    let box = Box(x: 100, y: 40, width: 60, height: 90)
    let back = geometry.coded(geometry.upright(box))
    #expect(abs(back.x - box.x) < 1e-9 && abs(back.y - box.y) < 1e-9)
    #expect(abs(back.width - box.width) < 1e-9 && abs(back.height - box.height) < 1e-9)
    let upright = geometry.upright(box)
    let size = geometry.uprightSize
    #expect(upright.x >= 0 && upright.maxX <= Double(size.width))
    #expect(upright.y >= 0 && upright.maxY <= Double(size.height))
  }
}
