import FaceDetection
package import Media

// What the decoder, whose source is linked in here since it is no part of a library's interface,
// names in its own module.
typealias Face = FaceDetection.Face
typealias FaceLandmarks = FaceDetection.FaceLandmarks
typealias DetectionError = FaceDetection.DetectionError
typealias NonMaximumSuppression = FaceDetection.NonMaximumSuppression

/// The four outputs of CenterFace for a picture with known faces, and their decoding.
package struct DecodedHeads: Sendable {
  private let decoder: CenterFaceDecoder
  private var heatmap: [Float]
  private var logSize: [Float]
  private let offset: [Float]
  private let landmarks: [Float]

  /// Heads for pictures of a size, with faces spread over them that do not touch each other. As the
  /// network does, each face answers in the cells around its centre too, less surely.
  package init(inputSize: PixelSize, faceCount: Int, threshold: Float = 0.1) {
    decoder = CenterFaceDecoder(inputSize: inputSize, threshold: threshold)
    let (columns, rows) = (decoder.columns, decoder.rows)
    let plane = columns * rows
    heatmap = (0..<plane).map { Float($0 % 7) * 0.01 }
    logSize = [Float](repeating: 0, count: 2 * plane)
    offset = [Float](repeating: 0.1, count: 2 * plane)
    landmarks = (0..<10 * plane).map { Float($0 / plane) * 0.1 }
    let across = max(1, Int((Double(faceCount * columns) / Double(rows)).squareRoot().rounded(.up)))
    let down = max(1, (faceCount + across - 1) / across)
    let (stepX, stepY) = (columns / across, rows / down)
    precondition(stepX >= 4 && stepY >= 4, "so many faces do not fit")
    for face in 0..<faceCount {
      let x = face % across * stepX + stepX / 2
      let y = face / across * stepY + stepY / 2
      for (dx, dy) in [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)] {
        let cell = (y + dy) * columns + x + dx
        heatmap[cell] = dx == 0 && dy == 0 ? 0.8 : 0.4
        logSize[cell] = 1.1  // About three cells high and wide.
        logSize[plane + cell] = 1.1
      }
    }
  }

  /// Decodes the heads as the product does; returns how many faces come out.
  package func faceCount() throws -> Int {
    try decoder.faces(
      heatmap: heatmap.span, logSize: logSize.span, offset: offset.span, landmarks: landmarks.span
    ).count
  }
}
