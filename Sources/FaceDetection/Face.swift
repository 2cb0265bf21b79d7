public import Media

/// One face that a detector found in one picture.
public struct Face: Hashable, Sendable {
  /// Outline of the face from hair line to chin, in pixels of the picture that was asked about.
  public var box: Box
  /// The detector's confidence, 0...1.
  public var score: Float
  /// Where the five landmarks lie, in the same pixels as `box`.
  public var landmarks: FaceLandmarks

  /// A face from its parts.
  public init(box: Box, score: Float, landmarks: FaceLandmarks) {
    self.box = box
    self.score = score
    self.landmarks = landmarks
  }

  /// By how many quarters the picture is to be turned clockwise so that the face stands upright,
  /// 0...3.
  public var quarterTurns: Int { landmarks.quarterTurns }

  /// The face in a picture that was stretched about its origin.
  public func scaled(x horizontal: Double, y vertical: Double) -> Face {
    func scaled(_ point: Point) -> Point {
      Point(x: point.x * horizontal, y: point.y * vertical)
    }
    return Face(
      box: box.scaled(x: horizontal, y: vertical), score: score,
      landmarks: FaceLandmarks(
        leftEye: scaled(landmarks.leftEye), rightEye: scaled(landmarks.rightEye),
        nose: scaled(landmarks.nose), mouthLeft: scaled(landmarks.mouthLeft),
        mouthRight: scaled(landmarks.mouthRight)))
  }
}

/// The five points that CenterFace places on a face; left and right as the viewer sees them where
/// the head stands upright.
public struct FaceLandmarks: Hashable, Sendable {
  /// Centre of the eye on the picture's left.
  public var leftEye: Point
  /// Centre of the eye on the picture's right.
  public var rightEye: Point
  /// Tip of the nose.
  public var nose: Point
  /// Corner of the mouth on the picture's left.
  public var mouthLeft: Point
  /// Corner of the mouth on the picture's right.
  public var mouthRight: Point

  /// Landmarks from their five points.
  public init(
    leftEye: Point, rightEye: Point, nose: Point, mouthLeft: Point, mouthRight: Point
  ) {
    self.leftEye = leftEye
    self.rightEye = rightEye
    self.nose = nose
    self.mouthLeft = mouthLeft
    self.mouthRight = mouthRight
  }

  /// By how many quarters the picture is to be turned clockwise so that the face stands upright,
  /// 0...3: by where the mouth lies from the eyes.
  public var quarterTurns: Int {
    let right = mouthLeft.x + mouthRight.x - leftEye.x - rightEye.x
    let down = mouthLeft.y + mouthRight.y - leftEye.y - rightEye.y
    if abs(down) >= abs(right) { return down >= 0 ? 0 : 2 }
    return right > 0 ? 1 : 3
  }
}
