public import Media

/// What one pass shows of a frame to a detector.
public struct DetectionView: Sendable {
  /// The picture that the detector takes.
  public let picture: RGBPicture
  /// Which part of the coded frame it shows.
  public let crop: FrameCrop
  // Of the frame, and of the frame turned as the pass turns it.
  let geometry: FrameGeometry
  let turned: FrameGeometry
  let isMirrored: Bool

  /// A face of the picture, in pixels of the upright frame.
  func upright(_ face: Face) -> Face {
    let landmarks = face.landmarks
    let (leftEye, rightEye) = (upright(landmarks.leftEye), upright(landmarks.rightEye))
    let (mouthLeft, mouthRight) = (upright(landmarks.mouthLeft), upright(landmarks.mouthRight))
    let box = face.box
    return Face(
      box: Box(
        from: upright(Point(x: box.x, y: box.y)), to: upright(Point(x: box.maxX, y: box.maxY))),
      score: face.score,
      landmarks: FaceLandmarks(
        leftEye: isMirrored ? rightEye : leftEye, rightEye: isMirrored ? leftEye : rightEye,
        nose: upright(landmarks.nose), mouthLeft: isMirrored ? mouthRight : mouthLeft,
        mouthRight: isMirrored ? mouthLeft : mouthRight))
  }

  /// Where a point of the picture lies in the upright frame.
  private func upright(_ point: Point) -> Point {
    geometry.upright(crop.coded(point, in: picture.size, orientation: turned.orientation))
  }
}
