internal import COpenVINO
internal import Media

/// One network compiled for one size of picture, with the memory for its input and its outputs.
///
/// Not thread-safe: one call at a time. The wrapped objects are `ov_core_t`, `ov_model_t`,
/// `ov_compiled_model_t`, `ov_infer_request_t` and `ov_tensor_t` of OpenVINO's C library.
final class InferenceSession {
  /// An output of single-precision floats: its name in the model file and its shape.
  struct Output {
    var name: String
    var shape: [Int]
  }

  /// The size of the pictures that the network was compiled for.
  let inputSize: PixelSize
  /// Where the compiled network came from.
  let origin: NetworkOrigin

  private let runtime: InferenceRuntime
  private let prepared: PreparedInference

  /// Compiles the network in the file at `model` for the CPU, or takes it from `cache` compiled.
  ///
  /// The network's one input must be a batch of RGB pictures in planes of floats 0...255; the
  /// conversion from packed bytes becomes its first layer. `threads` is the number of threads a run
  /// may use. Without a `precision` OpenVINO picks what is fastest on this processor. What is wrong
  /// with the cache, or anything in it, has no other effect than that the network is compiled.
  ///
  /// Throws `runtimeMissing` where OpenVINO has no CPU plugin, `modelInvalid` where the file is no
  /// network or has other inputs or outputs than expected, `inferenceFailed` where compiling fails.
  init(
    runtime: InferenceRuntime, model: String, inputSize: PixelSize, outputs: [Output],
    threads: Int, precision: InferencePrecision?, cache: NetworkCache? = nil
  ) throws(DetectionError) {
    let builder = InferenceSessionBuilder(
      runtime: runtime, path: model, inputSize: inputSize, outputs: outputs, threads: threads,
      precision: precision)
    let core = try builder.core()
    let shelf = cache.flatMap { cache in
      builder.key(core: core).map { NetworkShelf(cache: cache, key: $0) }
    }
    if let kept = shelf?.take(), let prepared = builder.prepared(from: kept, core: core) {
      self.prepared = prepared
      origin = .kept
    } else {
      let network = try builder.compiled(core: core)
      prepared = try builder.prepared(network)
      origin = builder.keep(network, core: core, on: shelf)
    }
    self.runtime = runtime
    self.inputSize = inputSize
  }

  /// Runs the network on `picture`, then calls `read` with the outputs in `init`'s order.
  ///
  /// The outputs' elements lie in row-major order of their shapes. They are overwritten by the next
  /// run and must not be kept. Throws `inferenceFailed`, or what `read` throws.
  func infer<Value>(
    _ picture: RGBPicture,
    read: ([UnsafeBufferPointer<Float>]) throws(DetectionError) -> Value
  ) throws(DetectionError) -> Value {
    guard picture.size == inputSize, picture.bytes.count == prepared.input.count
    else {
      throw DetectionError(
        code: .inferenceFailed,
        message: "a picture of \(picture.size) pixels and \(picture.bytes.count) bytes was given to"
          + " a detector for \(inputSize)",
        advice: "scale the picture to the detector's input size")
    }
    picture.bytes.withUnsafeBytes { prepared.input.copyMemory(from: $0) }
    try runtime.check(
      runtime.api.ov_infer_request_infer(prepared.request.pointer),
      orThrow: DetectionError(
        code: .inferenceFailed, message: "the face detector failed on a picture",
        advice: "try again with fewer threads or more memory"))
    return try read(prepared.outputs)
  }
}
