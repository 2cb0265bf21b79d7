public import Media

/// How one look at a frame is made: at which part of it, how large, and turned how.
public struct DetectionPass: Hashable, Sendable {
  /// The size of the picture that the detector is shown, in pixels, turned and mirrored already;
  /// both sides are multiples of `DetectorInput.sideMultiple`.
  public var inputSize: PixelSize
  /// The part to look at, in pixels of the upright frame; `nil` stands for all of it.
  ///
  /// The look takes in more than it, as `FrameCrop` says. A face that the part's edge cuts comes
  /// back cut or not at all.
  public var region: Box?
  /// By how many quarters the upright frame is turned clockwise before the look, 0...3, so that
  /// heads that lie on their side or upside down stand upright.
  public var quarterTurns: Int
  /// Whether left and right change places before the look, after the turn.
  public var isMirrored: Bool

  /// A look with a detector of `inputSize`.
  public init(
    inputSize: PixelSize, region: Box? = nil, quarterTurns: Int = 0, isMirrored: Bool = false
  ) {
    precondition((0...3).contains(quarterTurns), "there are 0 to 3 quarter turns")
    self.inputSize = inputSize
    self.region = region
    self.quarterTurns = quarterTurns
    self.isMirrored = isMirrored
  }

  /// A look at frames of `uprightSize`, whose detector's input has the proportions of what is seen
  /// and `longSide` pixels on its long side, as `DetectorInput` has it.
  public init(
    longSide: Int, uprightSize: PixelSize, region: Box? = nil, quarterTurns: Int = 0,
    isMirrored: Bool = false
  ) {
    let seen =
      region.map {
        PixelSize(width: Int($0.width.rounded()), height: Int($0.height.rounded()))
      } ?? uprightSize
    let turned = Orientation(quarterTurns: quarterTurns).upright(seen)
    self.init(
      inputSize: DetectorInput.size(for: turned, longSide: longSide), region: region,
      quarterTurns: quarterTurns, isMirrored: isMirrored)
  }

  /// What the pass does to the upright frame.
  var orientation: Orientation {
    let turn = Orientation(quarterTurns: quarterTurns)
    return isMirrored ? turn.followed(by: .mirrored) : turn
  }
}
