import Foundation
import Media
import Redaction

/// Five faces of very different sizes, each moving a little from frame to frame around its place.
///
/// The movement repeats: whoever has seen one period has seen all of it.
struct FacePaths {
  /// Frames until all faces are back where they began.
  static let period = 120

  private struct Face {
    let centre: Point
    let height: Double
  }

  // Pixels of a picture of 1920x1080: people near by and far off, clear of each other.
  private static let faces = [
    Face(centre: Point(x: 130, y: 240), height: 80),
    Face(centre: Point(x: 390, y: 310), height: 140),
    Face(centre: Point(x: 720, y: 640), height: 220),
    Face(centre: Point(x: 1120, y: 420), height: 300),
    Face(centre: Point(x: 1610, y: 580), height: 400),
  ]

  /// For each frame of one period the faces' covers, one track each.
  let covers: [[Cover]]

  /// The paths in pictures of a size; faces grow with its width.
  init(in size: PixelSize) {
    let scale = Double(size.width) / 1920
    covers = (0..<Self.period).map { frame in
      Self.faces.enumerated().map { index, face in
        let turn = 2 * Double.pi * Double(frame) / Double(Self.period)
        let height = face.height * (1 + 0.03 * sin(turn + Double(index)))
        let box = Box(
          centerX: face.centre.x + 0.08 * face.height * cos(Double(index % 2 + 1) * turn),
          centerY: face.centre.y + 0.05 * face.height * sin(Double(index % 3 + 1) * turn),
          width: 0.8 * height, height: height)
        return Cover(trackID: index + 1, face: box.scaled(x: scale, y: scale))
      }
    }
  }
}
