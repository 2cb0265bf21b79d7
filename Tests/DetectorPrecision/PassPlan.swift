import FaceDetection
import Media

/// A row of the tables: the passes that look at each picture.
struct PassPlan: Sendable {
  let name: String
  /// The passes for pictures of a size.
  let passes: @Sendable (PixelSize) -> [DetectionPass]

  init(_ name: String, _ passes: @escaping @Sendable (PixelSize) -> [DetectionPass]) {
    self.name = name
    self.passes = passes
  }

  /// One plain pass.
  static func single(_ longSide: Int) -> PassPlan {
    PassPlan("\(longSide)") { [DetectionPass(longSide: longSide, uprightSize: $0)] }
  }

  /// The passes of several plans together.
  static func + (first: PassPlan, second: PassPlan) -> PassPlan {
    PassPlan("\(first.name) + \(second.name)") { first.passes($0) + second.passes($0) }
  }

  static func mirrored(_ longSide: Int) -> PassPlan {
    PassPlan("\(longSide) mirrored") {
      [DetectionPass(longSide: longSide, uprightSize: $0, isMirrored: true)]
    }
  }

  /// A pass for each number of quarter turns.
  static func turned(_ longSide: Int, _ quarterTurns: [Int]) -> PassPlan {
    let angles = quarterTurns.map { "\($0 * 90)°" }.joined(separator: "/")
    return PassPlan("\(longSide) at \(angles)") { size in
      quarterTurns.map {
        DetectionPass(longSide: longSide, uprightSize: size, quarterTurns: $0)
      }
    }
  }

  /// Four passes over tiles that overlap by a fifth of a tile; `longSide` is that of each tile's
  /// input, and `nil` stands for the tile's own.
  static func tiles(_ longSide: Int?) -> PassPlan {
    PassPlan("2x2 tiles\(longSide.map { " of \($0)" } ?? " at full size")") { size in
      let (width, height) = (Double(size.width) / 1.8, Double(size.height) / 1.8)
      return [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map { column, row in
        let tile = Box(
          x: column * (Double(size.width) - width), y: row * (Double(size.height) - height),
          width: width, height: height)
        let side = longSide ?? Int(max(width, height).rounded(.up))
        return DetectionPass(longSide: side, uprightSize: size, region: tile)
      }
    }
  }

  /// The plan as it looks at pictures that were turned clockwise before: on the picture as it was,
  /// that is the same as turning each look.
  func onPictures(turnedBy quarterTurns: Int) -> PassPlan {
    PassPlan(name) { size in
      passes(size).map { pass in
        DetectionPass(
          longSide: max(pass.inputSize.width, pass.inputSize.height), uprightSize: size,
          region: pass.region, quarterTurns: (pass.quarterTurns + quarterTurns) & 3,
          isMirrored: pass.isMirrored)
      }
    }
  }
}
