import FaceDetection
import FaceTracking
import Media

/// A face with its landmarks all in the middle.
func face(_ box: Box, score: Float = 0.8) -> Face {
  let middle = Point(x: box.centerX, y: box.centerY)
  return Face(
    box: box, score: score,
    landmarks: FaceLandmarks(
      leftEye: middle, rightEye: middle, nose: middle, mouthLeft: middle, mouthRight: middle))
}

/// Runs a tracker over a whole stream of 640x360 pixels; returns the faces of each frame.
func track(
  _ observations: [FrameObservation], parameters: TrackingParameters = TrackingParameters()
) -> [[TrackedFace]] {
  var tracker = FaceTracker(size: PixelSize(width: 640, height: 360), parameters: parameters)
  var frames: [[TrackedFace]] = []
  for observation in observations { frames += tracker.add(observation) }
  return frames + tracker.finish()
}

/// Observations at a constant frame rate, one for each list of faces.
func observations(_ faces: [[Face]], framesPerSecond: Double = 30) -> [FrameObservation] {
  faces.enumerated().map { FrameObservation(time: Double($0) / framesPerSecond, faces: $1) }
}

/// Whether one box lies within another, but for a small part of a pixel.
func holds(_ outer: Box, _ inner: Box) -> Bool {
  inner.x >= outer.x - 0.01 && inner.y >= outer.y - 0.01 && inner.maxX <= outer.maxX + 0.01
    && inner.maxY <= outer.maxY + 0.01
}
