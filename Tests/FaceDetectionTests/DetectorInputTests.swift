import FaceDetection
import Media
import Testing

@Suite struct DetectorInputTests {
  @Test(arguments: [
    (1920, 1080, 480, 480, 288),
    (1920, 1080, 960, 960, 544),
    (1080, 1920, 960, 544, 960),
    (3840, 2160, 480, 480, 288),
    (640, 480, 480, 480, 384),
    (512, 512, 480, 480, 480),
    (176, 144, 480, 480, 416),
    (1920, 1080, 500, 512, 288),
    (640, 352, 640, 640, 352),
  ])
  func `the long side is as asked and the short side keeps the aspect ratio`(
    width: Int, height: Int, longSide: Int, inputWidth: Int, inputHeight: Int
  ) {
    #expect(
      DetectorInput.size(for: PixelSize(width: width, height: height), longSide: longSide)
        == PixelSize(width: inputWidth, height: inputHeight))
  }

  @Test(arguments: [(10_000, 10), (0, 0), (1, 1), (-4, 3)])
  func `no side is below one multiple`(width: Int, height: Int) {
    for longSide in [-1, 0, 1, 480] {
      let size = DetectorInput.size(
        for: PixelSize(width: width, height: height), longSide: longSide)
      #expect(size.width >= 32 && size.width.isMultiple(of: 32))
      #expect(size.height >= 32 && size.height.isMultiple(of: 32))
    }
  }
}
