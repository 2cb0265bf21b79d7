import Testing

@testable import Media

@Suite struct FrameCropTests {
  private let yuv420: PixelFormat

  init() throws { yuv420 = try #require(PixelFormat(name: "yuv420p")) }

  private func geometry(
    _ width: Int, _ height: Int, aspect: Rational = Rational(1, 1),
    orientation: Orientation = .upright
  ) -> FrameGeometry {
    FrameGeometry(
      codedSize: PixelSize(width: width, height: height), pixelAspect: aspect,
      orientation: orientation)
  }

  private func covers(_ crop: FrameCrop, _ region: Box) -> Bool {
    Double(crop.x) <= region.x && Double(crop.y) <= region.y
      && Double(crop.x + crop.width) >= region.maxX
      && Double(crop.y + crop.height) >= region.maxY
  }

  @Test func `a crop holds its region, in the picture's proportions, at whole samples of chroma`() {
    let geometry = geometry(1920, 1080)
    let picture = PixelSize(width: 320, height: 256)
    for x in stride(from: 0.0, through: 1700, by: 37.3) {
      for side in [9.5, 40, 133.7, 200] {
        let region = Box(x: x, y: x / 2, width: side, height: side)
        let crop = FrameCrop(
          around: region, of: geometry, format: yuv420, pictureSize: picture)
        #expect(covers(crop, region))
        #expect(crop.x % 2 == 0 && crop.y % 2 == 0 && crop.width % 2 == 0 && crop.height % 2 == 0)
        #expect(crop.x + crop.width <= 1920 && crop.y + crop.height <= 1080)
        #expect(abs(Double(crop.width) - Double(crop.height) * 1.25) <= 4)
        #expect(Double(crop.width) <= (side * 1.25 + 6) * 1.07 + 4)
      }
    }
  }

  @Test func `a region that grows little by little needs few sizes`() {
    var sizes: Set<PixelSize> = []
    for step in 0..<1000 {
      let side = 100 + Double(step) / 10
      let crop = FrameCrop(
        around: Box(centerX: 900, centerY: 500, width: side, height: side * 1.2),
        of: geometry(1920, 1080), format: yuv420, pictureSize: PixelSize(width: 320, height: 320))
      sizes.insert(PixelSize(width: crop.width, height: crop.height))
    }
    #expect(sizes.count <= 18)
  }

  @Test func `a region that leaves the frame is shifted inside`() {
    let picture = PixelSize(width: 320, height: 320)
    for region in [
      Box(x: -50, y: -50, width: 100, height: 100), Box(x: 620, y: 460, width: 100, height: 100),
      Box(x: 5000, y: -900, width: 100, height: 100),
    ] {
      let crop = FrameCrop(
        around: region, of: geometry(640, 480), format: yuv420, pictureSize: picture)
      #expect(crop.x >= 0 && crop.y >= 0)
      #expect(crop.x + crop.width <= 640 && crop.y + crop.height <= 480)
      #expect((100...120).contains(crop.width) && crop.width == crop.height)
    }
  }

  @Test func `a frame of odd size is seen up to its last column and row`() {
    let region = Box(x: 500, y: 340, width: 141, height: 137)
    let crop = FrameCrop(
      around: region, of: geometry(641, 477), format: yuv420,
      pictureSize: PixelSize(width: 320, height: 320))
    #expect(crop.x % 2 == 0 && crop.y % 2 == 0)
    #expect(crop.x + crop.width == 641 && crop.y + crop.height == 477)
  }

  @Test func `a region of the whole frame, or in packed bits, is the whole frame`() throws {
    let whole = FrameCrop(whole: PixelSize(width: 640, height: 480))
    let picture = PixelSize(width: 320, height: 256)
    let all = Box(x: 0, y: 0, width: 640, height: 480)
    #expect(
      FrameCrop(around: all, of: geometry(640, 480), format: yuv420, pictureSize: picture)
        == whole)
    let small = Box(x: 10, y: 10, width: 20, height: 20)
    let bits = try #require(PixelFormat(name: "monow"))
    #expect(
      FrameCrop(around: small, of: geometry(640, 480), format: bits, pictureSize: picture)
        == whole)
  }

  @Test func `wide pixels and a turned frame change the crop's proportions`() {
    let region = Box(x: 300, y: 200, width: 50, height: 50)
    let picture = PixelSize(width: 640, height: 320)
    let wide = FrameCrop(
      around: region, of: geometry(720, 576, aspect: Rational(2, 1)), format: yuv420,
      pictureSize: picture)
    #expect(abs(wide.width - wide.height) <= 2)
    let turned = FrameCrop(
      around: region, of: geometry(720, 576, orientation: Orientation(quarterTurns: 1)),
      format: yuv420, pictureSize: picture)
    #expect(abs(turned.width * 2 - turned.height) <= 4)
  }

  @Test(arguments: OrientationTests.matrices.indices)
  func `points of the picture are those of the coded frame`(index: Int) {
    let orientation = Orientation(displayMatrix: OrientationTests.matrices[index].matrix)
    let turned = geometry(640, 480, orientation: orientation)
    let picture = orientation.upright(PixelSize(width: 320, height: 160))
    let crop = FrameCrop(
      around: Box(x: 100, y: 60, width: 80, height: 40), of: turned, format: yuv420,
      pictureSize: picture)
    let corners = [
      Point(x: 0, y: 0), Point(x: Double(picture.width), y: Double(picture.height)),
    ].map { crop.coded($0, in: picture, orientation: orientation) }
    let box = Box(from: corners[0], to: corners[1])
    #expect(box.x == Double(crop.x) && box.y == Double(crop.y))
    #expect(box.width == Double(crop.width) && box.height == Double(crop.height))
  }
}
