public import Media

/// Finds the faces in decoded frames by detection passes, which it makes one after another.
///
/// Passes of one input size share that size's detector. Used by one thread at a time.
public struct FaceFinder {
  /// How the coded pixels of the frames lie in the upright frame.
  public let geometry: FrameGeometry

  private let detectors: DetectorPool
  private var painters: [Painter] = []

  /// What makes the pictures of one size and orientation.
  private struct Painter {
    let orientation: Orientation
    let scaler: Scaler
    var picture: RGBPicture
  }

  /// A finder for frames of one geometry.
  ///
  /// - Parameter detectors: where those for its passes' input sizes come from; finders may share them.
  public init(geometry: FrameGeometry, detectors: DetectorPool) {
    self.geometry = geometry
    self.detectors = detectors
  }

  /// The faces that a pass finds in `frame`, the surest first, in pixels of the upright frame.
  ///
  /// Left and right of landmarks are as a viewer sees them with the head standing upright.
  ///
  /// - Precondition: `frame` has the size of the finder's geometry.
  /// - Throws: `MediaError` where the frame can't be scaled, or what the detector throws.
  public mutating func faces(
    in frame: borrowing Frame, by pass: DetectionPass
  ) throws -> [Face] {
    try faces(in: view(of: frame, by: pass))
  }

  /// What a pass shows of `frame` to its detector.
  ///
  /// It is made in the memory of the last view with this input size and orientation where that is
  /// not kept any more.
  ///
  /// - Precondition: as for `faces(in:by:)`.
  /// - Throws: `MediaError` where the frame can't be scaled.
  public mutating func view(
    of frame: borrowing Frame, by pass: DetectionPass
  ) throws(MediaError) -> DetectionView {
    let turned = geometry.turned(by: pass.orientation)
    let crop =
      pass.region.map {
        FrameCrop(
          around: geometry.coded($0), of: turned, format: frame.format, pictureSize: pass.inputSize)
      } ?? FrameCrop(whole: geometry.codedSize)
    let painter = painter(for: turned.orientation, size: pass.inputSize)
    try painters[painter].scaler.scale(frame, crop: crop, into: &painters[painter].picture)
    return DetectionView(
      picture: painters[painter].picture, crop: crop, geometry: geometry, turned: turned,
      isMirrored: pass.isMirrored)
  }

  /// The faces that are found in a view, the surest first, in pixels of the upright frame.
  ///
  /// - Throws: what the detector throws, or making it.
  public func faces(in view: DetectionView) throws -> [Face] {
    try detectors.detector(for: view.picture.size).faces(in: view.picture).map(view.upright)
  }

  private mutating func painter(for orientation: Orientation, size: PixelSize) -> Int {
    let known = painters.firstIndex {
      $0.orientation == orientation && $0.picture.size == size
    }
    if let known { return known }
    painters.append(
      Painter(
        orientation: orientation,
        scaler: Scaler(pictureSize: size, orientation: orientation),
        picture: RGBPicture(size: size)))
    return painters.count - 1
  }
}
