public import Media
private import Synchronization

/// The detectors of one video stream, one for each input size, made when first asked for.
///
/// Detectors are costly to make, and most footage needs few of them. Safe to use from several
/// threads; a detector that is being made lets the others wait.
public final class DetectorPool: Sendable {
  private let make: @Sendable (PixelSize) throws -> any FaceDetector
  private let detectors = Mutex<[PixelSize: any FaceDetector]>([:])

  /// A pool that has no detector yet.
  ///
  /// - Parameter make: makes the detector of an input size, whose sides are multiples of
  ///   `DetectorInput.sideMultiple`.
  public init(make: @escaping @Sendable (PixelSize) throws -> any FaceDetector) {
    self.make = make
  }

  /// The detector for pictures of a size.
  ///
  /// - Throws: what making it throws.
  public func detector(for inputSize: PixelSize) throws -> any FaceDetector {
    try detectors.withLock { detectors in
      if let known = detectors[inputSize] { return known }
      let detector = try make(inputSize)
      detectors[inputSize] = detector
      return detector
    }
  }
}
