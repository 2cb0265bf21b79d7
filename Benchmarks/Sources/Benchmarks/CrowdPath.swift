import FaceDetection
import FaceTracking
import Foundation
import Media

/// Faces in rows and columns, each moving around its place: what a detector says of a crowd.
struct CrowdPath {
  /// The upright frames' size.
  static let size = PixelSize(width: 1920, height: 1080)
  private static let framesPerSecond = 25.0

  let count: Int

  /// What is seen in a frame, counted from 0, with every face found.
  func observation(_ frame: Int) -> FrameObservation {
    let (width, height) = (Double(Self.size.width), Double(Self.size.height))
    let across = (Double(count) * width / height).squareRoot().rounded(.up)
    let down = (Double(count) / across).rounded(.up)
    let side = 0.4 * min(width / across, height / down)
    let faces = (0..<count).map { index in
      let turn = Double(frame) / Self.framesPerSecond + Double(index)
      let column = Double(index).truncatingRemainder(dividingBy: across)
      let row = (Double(index) / across).rounded(.down)
      let box = Box(
        centerX: (column + 0.5 + 0.15 * cos(turn)) * width / across,
        centerY: (row + 0.5 + 0.15 * sin(turn)) * height / down, width: 0.8 * side, height: side)
      return Face(box: box, score: 0.7, landmarks: landmarks(in: box))
    }
    return FrameObservation(time: Double(frame) / Self.framesPerSecond, faces: faces)
  }

  private func landmarks(in box: Box) -> FaceLandmarks {
    func point(_ x: Double, _ y: Double) -> Point {
      Point(x: box.x + x * box.width, y: box.y + y * box.height)
    }
    return FaceLandmarks(
      leftEye: point(0.3, 0.4), rightEye: point(0.7, 0.4), nose: point(0.5, 0.6),
      mouthLeft: point(0.35, 0.8), mouthRight: point(0.65, 0.8))
  }
}
