import Media

/// Faces of about one size: by the square root of the box's area, or by its share of the picture.
struct SizeClass: Sendable {
  let name: String
  /// Least and greatest side of a square of the box's area, in pixels.
  var sides = 0.0..<Double.infinity
  /// Least share of the picture's height that the box takes.
  var leastShare = 0.0

  /// From the smallest to the largest. The last one's faces are in another one as well.
  static let all = [
    SizeClass(name: "under 16 px", sides: 0..<16),
    SizeClass(name: "16 to 32 px", sides: 16..<32),
    SizeClass(name: "32 to 64 px", sides: 32..<64),
    SizeClass(name: "over 64 px", sides: 64..<Double.infinity),
    SizeClass(name: "over half the height", leastShare: 0.5),
  ]

  func contains(_ box: Box, of picture: PixelSize) -> Bool {
    sides.contains(box.area.squareRoot()) && box.height >= leastShare * Double(picture.height)
  }

  /// How many faces of a set it holds.
  func count(in set: LabelledSet) -> Int {
    set.pictures.reduce(0) { sum, picture in
      sum
        + picture.truth.boxes.enumerated().count { face, box in
          !picture.truth.ignored.contains(face) && contains(box, of: picture.size)
        }
    }
  }
}
