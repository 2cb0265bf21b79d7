import FaceDetection
import FaceTracking
import Media
import Pipeline
import Testing

@testable import Anonymizer

/// Looks that are taken side by side.
@Suite struct LookingStageTests {
  /// Sees one face in the middle of each picture, in every second of them.
  private final class Detector: FaceDetector {
    let inputSize: PixelSize

    init(inputSize: PixelSize) { self.inputSize = inputSize }

    func faces(in picture: RGBPicture) throws -> [Face] {
      guard picture.bytes[0] > 128 else { return [] }
      let (width, height) = (Double(inputSize.width), Double(inputSize.height))
      let center = Point(x: width / 2, y: height / 2)
      return [
        Face(
          box: Box(centerX: width / 2, centerY: height / 2, width: width / 4, height: height / 4),
          score: 0.9,
          landmarks: FaceLandmarks(
            leftEye: center, rightEye: center, nose: center, mouthLeft: center, mouthRight: center))
      ]
    }
  }

  private let size = PixelSize(width: 128, height: 96)

  private func frame(brightness: UInt8) throws -> Frame {
    let format = try #require(PixelFormat(name: "gray"))
    var frame = try Frame(format: format, size: size)
    frame.withSamples(ofPlane: 0, as: UInt8.self) { samples, _ in
      for index in samples.indices { samples[index] = brightness }
    }
    return frame
  }

  @Test func `every frame goes on in order, with what each of its looks saw`() throws {
    let frames = BoundedQueue<ViewedFrame>(maximumCount: 8)
    let viewed = BoundedQueue<ViewedFrame>(maximumCount: 8)
    let passes = [64, 32].map { DetectionPass(longSide: $0, uprightSize: size) }
    for time in 0..<4 {
      try frames.send(
        ViewedFrame(
          decoded: DecodedFrame(
            frame: try frame(brightness: time % 2 == 0 ? 20 : 230), time: Int64(time), duration: 1),
          observation: FrameObservation(time: Double(time), isExamined: false),
          looks: passes.prefix(time).map { ViewedFrame.Look(pass: $0) }))
    }
    frames.finish()
    let geometry = FrameGeometry(
      codedSize: size, pixelAspect: Rational(1, 1), orientation: .upright)
    var stage = LookingStage(
      frames: frames, viewed: viewed,
      finder: TracedFinder(
        geometry: geometry, detectors: DetectorPool { Detector(inputSize: $0) }))
    try stage.run()
    for time in 0..<4 {
      guard let frame = try viewed.receive() else {
        Issue.record("frame \(time) is missing")
        return
      }
      #expect(frame.decoded.time == Int64(time))
      #expect(frame.looks.map(\.pass) == Array(passes.prefix(time)))
      for look in frame.looks {
        #expect(look.faces.map(\.box.centerX) == (time % 2 == 0 ? [] : [64]))
      }
    }
    let isOver = try viewed.receive() == nil
    #expect(isOver)
  }
}
