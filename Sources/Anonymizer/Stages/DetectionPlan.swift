import FaceDetection
import Media

/// Which passes look at the frames of one video stream, and how often.
struct DetectionPlan {
  /// Looks that are taken again and again.
  struct Course {
    /// What is looked at in turn; one round after the other.
    var rounds: [[DetectionPass]]
    /// Seconds of footage from one round to the next.
    var period: Double
  }

  /// The courses, the most important first.
  var courses: [Course]
  /// At most so many second looks are taken in one frame.
  var secondLooks: Int
  /// By how many quarters the rounds of turned looks turn the frame, in turn.
  private static let turns = [2, 1, 3]

  /// The long side of the smallest input that shows a frame well enough to say what is not there.
  static let leastLongSide = 480

  /// Whether a look shows all of a frame, upright and well enough to say what is not there.
  static func showsAll(_ pass: DetectionPass) -> Bool {
    pass.region == nil && pass.quarterTurns == 0
      && max(pass.inputSize.width, pass.inputSize.height) >= leastLongSide
  }

  /// The side of the square pictures for second and turned looks, in pixels.
  ///
  /// One size for all of them, so that one network serves them.
  static let squareSide = 192
  /// The input of second and turned looks.
  static let square = PixelSize(width: squareSide, height: squareSide)

  /// The plan for upright frames of `size`.
  ///
  /// Input sizes see different faces: a large one loses big and blurred ones, a small one the far
  /// ones; the smallest costs next to nothing. Turned looks are for heads that lie and for cameras
  /// that hang upside down.
  init(detail: Configuration.Detail, size: PixelSize, isStill: Bool) {
    func whole(_ longSide: Int, every period: Double) -> Course {
      Course(
        rounds: [[DetectionPass(longSide: longSide, uprightSize: size)]], period: period)
    }
    switch detail {
    case .fast:
      courses = [whole(480, every: 0.1)]
      secondLooks = 0
    case .balanced:
      courses = [
        whole(480, every: 0.1), whole(960, every: 0.2), whole(192, every: 0.05),
        Course(rounds: Self.turnedRounds(for: size), period: 0.2),
      ]
      secondLooks = 3
      // Still pictures are looked at only once.
      if let tiles = Self.tiles(for: size, share: isStill ? 0.75 : 0.625) {
        courses.append(
          Course(rounds: tiles.map { [$0] }, period: max(0.1, 1 / Double(tiles.count))))
      }
    case .thorough:
      courses = [
        whole(480, every: 0.05), whole(960, every: 0.05), whole(192, every: 0.05),
        Course(rounds: Self.turnedRounds(for: size), period: 0.1),
      ]
      secondLooks = 16
      if let tiles = Self.tiles(for: size, share: 1) {
        courses.append(
          Course(rounds: tiles.map { [$0] }, period: max(0.05, 0.5 / Double(tiles.count))))
      }
    }
  }

  /// The least side of a face that a look is taken at its word for, in pixels of upright frames of
  /// `size`.
  ///
  /// The smallest looks are for large faces: of small ones, which the others see better, they tell
  /// the place too roughly to say how they move.
  static func leastFaceSide(of pass: DetectionPass, in size: PixelSize) -> Double {
    guard pass.region == nil, pass.quarterTurns == 0, !showsAll(pass) else { return 0 }
    return 20 * Double(size.width) / Double(pass.inputSize.width)
  }

  /// The looks that are taken at a turn once it has shown a face.
  static func courses(turned quarterTurns: Int, size: PixelSize) -> [Course] {
    [(480, 0.1), (960, 0.2)].map { longSide, period in
      Course(
        rounds: [
          [DetectionPass(longSide: longSide, uprightSize: size, quarterTurns: quarterTurns)]
        ], period: period)
    }
  }

  /// For each turn, squares that cover the frame; of frames as long as ribbons longer parts, since
  /// those would take squares without number.
  private static func turnedRounds(for size: PixelSize) -> [[DetectionPass]] {
    let short = Double(min(size.width, size.height))
    let side = max(short, Double(max(size.width, size.height)) / 3.4)
    let (width, height) = (min(side, Double(size.width)), min(side, Double(size.height)))
    let columns = starts(of: width, along: Double(size.width))
    let rows = starts(of: height, along: Double(size.height))
    return turns.map { turn in
      rows.flatMap { y in
        columns.map { x in
          DetectionPass(
            inputSize: square, region: Box(x: x, y: y, width: width, height: height),
            quarterTurns: turn)
        }
      }
    }
  }

  /// Parts of frames that are much larger than what a look at the whole shows, in which a share of
  /// their resolution is kept at least; `nil` where the whole shows enough.
  private static func tiles(for size: PixelSize, share: Double) -> [DetectionPass]? {
    let inputSize = DetectorInput.size(for: size, longSide: 960)
    let long = Double(max(size.width, size.height))
    guard long > 1280, long * share > 960 else { return nil }
    let width = min(Double(inputSize.width) / share, Double(size.width))
    let height = min(Double(inputSize.height) / share, Double(size.height))
    return starts(of: height, along: Double(size.height)).flatMap { y in
      starts(of: width, along: Double(size.width)).map { x in
        DetectionPass(inputSize: inputSize, region: Box(x: x, y: y, width: width, height: height))
      }
    }
  }

  /// Where intervals of a length begin that cover a longer one and overlap by a fifth at least, so
  /// that faces at their ends are seen whole by one of them.
  static func starts(of length: Double, along whole: Double) -> [Double] {
    guard length < whole else { return [0] }
    let count = ((whole / length - 0.2) / 0.8).rounded(.up)
    let step = (whole - length) / max(count - 1, 1)
    return (0..<Int(max(count, 2))).map { Double($0) * step }
  }
}
