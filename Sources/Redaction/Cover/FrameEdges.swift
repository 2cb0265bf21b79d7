import Media

/// The edges of the frame that cut a face.
struct FrameEdges: OptionSet {
  let rawValue: Int

  static let left = FrameEdges(rawValue: 1)
  static let right = FrameEdges(rawValue: 2)
  static let top = FrameEdges(rawValue: 4)
  static let bottom = FrameEdges(rawValue: 8)

  init(rawValue: Int) { self.rawValue = rawValue }

  /// The edges that a face's box reaches, up to a share of the box that detectors are unsure of.
  init(reachedBy face: Box, in size: PixelSize) {
    let slackX = max(1, face.width * 0.03)
    let slackY = max(1, face.height * 0.03)
    self = []
    if face.x <= slackX { insert(.left) }
    if face.maxX >= Double(size.width) - slackX { insert(.right) }
    if face.y <= slackY { insert(.top) }
    if face.maxY >= Double(size.height) - slackY { insert(.bottom) }
  }
}
