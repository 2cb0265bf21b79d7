internal import Media

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// Turns the four outputs of CenterFace into faces.
///
/// Every output is a stack of planes of `columns * rows` cells, and a cell stands for `stride` by
/// `stride` pixels of the input. From Xu et al., "CenterFace: Joint Face Detection and Alignment
/// Using Face as Point", 2020.
struct CenterFaceDecoder {
  /// Pixels of the input along one side of a cell.
  static let stride = 4

  /// The size of the network's input, in pixels.
  let inputSize: PixelSize
  /// Cells with a score up to this one hold no face.
  let threshold: Float

  /// Cells in a row of a plane.
  var columns: Int { inputSize.width / Self.stride }
  /// Rows of a plane.
  var rows: Int { inputSize.height / Self.stride }

  /// The faces whose score is above the threshold, the surest first, in pixels of the input.
  ///
  /// `heatmap` is one plane of scores; `logSize` holds the logarithms of height and width in cells;
  /// `offset` how far a face's centre lies from the cell's, downward then to the right, in cells;
  /// `landmarks` five points, each downward then to the right from the box's top left corner, in
  /// shares of the box. Boxes are decoded as the network means them and cut to the picture last:
  /// cutting the corner first would move the opposite sides and the landmarks of a face that the
  /// picture's edge cuts. Throws `invalidOutput` where a score or landmark is no finite number
  /// or a box has no finite size above zero: left out, it might have been a face.
  func faces(
    heatmap: Span<Float>, logSize: Span<Float>, offset: Span<Float>, landmarks: Span<Float>
  ) throws(DetectionError) -> [Face] {
    var candidates: [Face] = []
    for cell in heatmap.indices {
      let score = heatmap[cell]
      // One comparison passes over all quiet cells and stops at NaN and both infinities.
      if score >= 0 && score <= threshold { continue }
      guard score.isFinite else { throw invalid("score", cell) }
      guard score > threshold else { continue }
      candidates.append(
        try face(
          at: cell, score: score, logSize: logSize, offset: offset, landmarks: landmarks))
    }
    guard !candidates.isEmpty else { return [] }
    return NonMaximumSuppression()(candidates).compactMap { face in
      var face = face
      face.box = face.box.intersection(picture)
      return face.box.isEmpty ? nil : face
    }
  }

  private var picture: Box {
    Box(x: 0, y: 0, width: Double(inputSize.width), height: Double(inputSize.height))
  }

  private func face(
    at cell: Int, score: Float, logSize: Span<Float>, offset: Span<Float>, landmarks: Span<Float>
  ) throws(DetectionError) -> Face {
    let plane = columns * rows
    let stride = Double(Self.stride)
    let box = Box(
      centerX: (Double(cell % columns) + Double(offset[plane + cell]) + 0.5) * stride,
      centerY: (Double(cell / columns) + Double(offset[cell]) + 0.5) * stride,
      width: exp(Double(logSize[plane + cell])) * stride,
      height: exp(Double(logSize[cell])) * stride)
    guard !box.isEmpty, box.maxX.isFinite, box.maxY.isFinite else { throw invalid("box", cell) }

    func point(_ index: Int) -> Point {
      Point(
        x: box.x + Double(landmarks[(2 * index + 1) * plane + cell]) * box.width,
        y: box.y + Double(landmarks[2 * index * plane + cell]) * box.height)
    }
    let points = FaceLandmarks(
      leftEye: point(0), rightEye: point(1), nose: point(2), mouthLeft: point(3),
      mouthRight: point(4))
    guard points.areFinite else { throw invalid("landmark", cell) }
    return Face(box: box, score: min(score, 1), landmarks: points)
  }

  private func invalid(_ what: String, _ cell: Int) -> DetectionError {
    DetectionError(
      code: .invalidOutput,
      message: "the face detector gave a meaningless \(what) at"
        + " \(cell % columns * Self.stride),\(cell / columns * Self.stride) of \(inputSize)",
      advice: "run 'make setup' to get the model again, or run on another machine")
  }
}

extension Point {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}

extension FaceLandmarks {
  fileprivate var areFinite: Bool {
    leftEye.isFinite && rightEye.isFinite && nose.isFinite && mouthLeft.isFinite
      && mouthRight.isFinite
  }
}
