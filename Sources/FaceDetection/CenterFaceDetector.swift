public import Media
private import Synchronization

/// The face detector CenterFace, run on the CPU by OpenVINO.
///
/// The network takes RGB pictures whose sides are multiples of 32 and answers with a heat map of
/// face centres at a quarter of their size, and for each cell with a box and five landmarks. From
/// Xu et al., "CenterFace: Joint Face Detection and Alignment Using Face as Point", 2020.
public final class CenterFaceDetector: FaceDetector {
  /// The size of the pictures that it takes, in pixels.
  public let inputSize: PixelSize
  /// Where its network came from.
  public let networkOrigin: NetworkOrigin

  private let decoder: CenterFaceDecoder
  private let session: Mutex<InferenceSession>

  /// A detector for pictures of `inputSize`, whose sides must be multiples of 32.
  ///
  /// - Parameters:
  ///   - inputSize: see `DetectorInput.size(for:longSide:)`.
  ///   - files: where OpenVINO and the network are.
  ///   - threads: how many threads one call may use, at least 1.
  ///   - precision: of the network's layers; without one OpenVINO takes the processor's fastest.
  ///   - threshold: detections up to this score are left out, 0...1. The default keeps the weak
  ///     ones with which a tracker holds on to a face that it already knows.
  ///   - cache: where compiled networks are kept; without one the network is compiled.
  /// - Throws: `DetectionError` with the code `runtimeMissing`, `modelMissing`, `modelInvalid`, or
  ///   `inferenceFailed` where the network can't be compiled.
  public init(
    inputSize: PixelSize, files: DetectionFiles, threads: Int,
    precision: InferencePrecision? = nil, threshold: Float = 0.1, cache: NetworkCache? = nil
  ) throws(DetectionError) {
    let multiple = DetectorInput.sideMultiple
    precondition(
      inputSize.width > 0 && inputSize.width.isMultiple(of: multiple) && inputSize.height > 0
        && inputSize.height.isMultiple(of: multiple),
      "the sides of a detector's input are multiples of \(multiple), not \(inputSize)")
    precondition(threads > 0, "a detector needs a thread")
    precondition((0...1).contains(threshold), "a score lies in 0...1, not at \(threshold)")

    let decoder = CenterFaceDecoder(inputSize: inputSize, threshold: threshold)
    func output(_ name: String, planes: Int) -> InferenceSession.Output {
      .init(name: name, shape: [1, planes, decoder.rows, decoder.columns])
    }
    try files.checkModel()
    let session = try InferenceSession(
      runtime: InferenceRuntime(library: files.library), model: files.model, inputSize: inputSize,
      outputs: [
        output("537", planes: 1), output("538", planes: 2), output("539", planes: 2),
        output("540", planes: 10),
      ],
      threads: threads, precision: precision, cache: cache)
    networkOrigin = session.origin
    self.inputSize = inputSize
    self.decoder = decoder
    self.session = Mutex(session)
  }

  /// The faces in an upright picture of `inputSize`, the surest first, in pixels of that picture.
  ///
  /// Throws `DetectionError` with the code `inferenceFailed` or `invalidOutput`.
  public func faces(in picture: RGBPicture) throws -> [Face] {
    try session.withLock { session throws(DetectionError) in
      try session.infer(picture) { outputs throws(DetectionError) in
        try decoder.faces(
          heatmap: outputs[0].span, logSize: outputs[1].span, offset: outputs[2].span,
          landmarks: outputs[3].span)
      }
    }
  }
}
