internal import COpenVINO
internal import Media

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// The steps from a model file to a network that is ready to run, each of which can fail.
struct InferenceSessionBuilder {
  let runtime: InferenceRuntime
  /// The model file.
  let path: String

  private var api: copenvino_api { runtime.api }

  /// OpenVINO's entry object, known to have a CPU to run on.
  func core() throws(DetectionError) -> InferenceHandle {
    let broken = DetectionError(
      code: .runtimeMissing, message: "OpenVINO's CPU plugin can't be loaded",
      advice: "run 'make setup'")
    let core = try runtime.object(freedBy: api.ov_core_free, orThrow: broken) {
      api.ov_core_create($0)
    }
    var versions = ov_core_version_list_t()
    try runtime.check(
      api.ov_core_get_versions_by_device_name(core.pointer, "CPU", &versions), orThrow: broken)
    api.ov_core_versions_free(&versions)
    return core
  }

  /// The network in the file, for one picture of `inputSize` in packed bytes.
  func network(
    core: borrowing InferenceHandle, inputSize: PixelSize
  ) throws(DetectionError) -> InferenceHandle {
    // Given anything else, OpenVINO tries its readers of all formats, and some of them write their
    // complaints to standard error.
    guard isONNX else { throw invalid("is no ONNX file") }
    let core = core.pointer
    let network = try runtime.object(
      freedBy: api.ov_model_free, orThrow: invalid("is no network that OpenVINO can read")
    ) { api.ov_core_read_model(core, path, nil, $0) }
    try fixInput(of: network, to: inputSize)
    return try takingPackedBytes(network)
  }

  /// A compiled network with memory of its own to run in.
  func request(
    core: borrowing InferenceHandle, network: borrowing InferenceHandle, threads: Int,
    precision: InferencePrecision?
  ) throws(DetectionError) -> InferenceHandle {
    var properties = [
      ("PERFORMANCE_HINT", "LATENCY"),
      ("NUM_STREAMS", "1"),
      ("INFERENCE_NUM_THREADS", String(threads)),
      // Decoding and encoding run on the same cores: a pinned thread would wait behind them.
      ("ENABLE_CPU_PINNING", "NO"),
    ]
    if let precision { properties.append(("INFERENCE_PRECISION_HINT", precision.rawValue)) }

    let failure = DetectionError(
      code: .inferenceFailed, message: "model file '\(path)' can't be compiled for this processor",
      advice: "run on another machine, or free some memory and try again")
    let (core, network) = (core.pointer, network.pointer)
    let compiled = try runtime.object(freedBy: api.ov_compiled_model_free, orThrow: failure) {
      compiled in
      withCStrings(properties) {
        api.ov_core_compile_model_props(core, network, "CPU", $0.count, $0.baseAddress, compiled)
      }
    }
    let program = compiled.pointer
    return try runtime.object(freedBy: api.ov_infer_request_free, orThrow: failure) {
      api.ov_compiled_model_create_infer_request(program, $0)
    }
  }

  /// Memory that `request` reads its picture from: `size.width * size.height * 3` bytes.
  func inputMemory(
    of request: borrowing InferenceHandle, size: PixelSize
  ) throws(DetectionError) -> UnsafeMutableRawBufferPointer {
    let failure = invalid("does not take a picture of \(size) pixels")
    let shape = [1, size.height, size.width, 3]
    let tensor = try tensor(of: U8, shape: shape, orThrow: failure)
    try runtime.check(
      api.ov_infer_request_set_input_tensor(request.pointer, tensor.pointer), orThrow: failure)
    let memory = try memory(of: tensor, orThrow: failure)
    return UnsafeMutableRawBufferPointer(start: memory, count: shape.reduce(1, *))
  }

  /// Memory that `request` writes one of its outputs to.
  func outputMemory(
    of request: borrowing InferenceHandle, output: InferenceSession.Output
  ) throws(DetectionError) -> UnsafeBufferPointer<Float> {
    let shape = output.shape.map(String.init).joined(separator: "x")
    let failure = invalid("has no output '\(output.name)' of \(shape) floats")
    let tensor = try tensor(of: F32, shape: output.shape, orThrow: failure)
    try runtime.check(
      api.ov_infer_request_set_tensor(request.pointer, output.name, tensor.pointer),
      orThrow: failure)
    let count = output.shape.reduce(1, *)
    let memory = try memory(of: tensor, orThrow: failure)
    return UnsafeBufferPointer(
      start: memory.bindMemory(to: Float.self, capacity: count), count: count)
  }

  /// Whether the file starts as ONNX files do: with the tag of its version, a varint in field 1.
  private var isONNX: Bool {
    guard let file = fopen(path, "rb") else { return false }
    defer { fclose(file) }
    return fgetc(file) == 0x08
  }

  private func invalid(_ fault: String) -> DetectionError {
    DetectionError(
      code: .modelInvalid, message: "model file '\(path)' \(fault)",
      advice: "run 'make setup' to get the model again")
  }

  /// Fixes the shape of the network's one input to a single picture of `size`.
  ///
  /// A network compiled for any size takes about twice the time.
  private func fixInput(
    of network: borrowing InferenceHandle, to size: PixelSize
  ) throws(DetectionError) {
    let failure = invalid("does not take a picture of \(size) pixels")
    let dimensions = [1, 3, Int64(size.height), Int64(size.width)]
    var shape = ov_partial_shape_t()
    try runtime.check(
      api.ov_partial_shape_create_static(Int64(dimensions.count), dimensions, &shape),
      orThrow: failure)
    defer { api.ov_partial_shape_free(&shape) }
    try runtime.check(
      api.ov_model_reshape_single_input(network.pointer, shape), orThrow: failure)
  }

  /// The network with layers in front that turn packed bytes into planes of floats.
  private func takingPackedBytes(
    _ network: borrowing InferenceHandle
  ) throws(DetectionError) -> InferenceHandle {
    let failure = invalid("does not take RGB pictures")
    let network = network.pointer
    let steps = try runtime.object(
      freedBy: api.ov_preprocess_prepostprocessor_free, orThrow: failure
    ) { api.ov_preprocess_prepostprocessor_create(network, $0) }
    let builder = steps.pointer
    let input = try runtime.object(freedBy: api.ov_preprocess_input_info_free, orThrow: failure) {
      api.ov_preprocess_prepostprocessor_get_input_info(builder, $0)
    }
    let information = input.pointer

    let given = try runtime.object(
      freedBy: api.ov_preprocess_input_tensor_info_free, orThrow: failure
    ) { api.ov_preprocess_input_info_get_tensor_info(information, $0) }
    try runtime.check(
      api.ov_preprocess_input_tensor_info_set_element_type(given.pointer, U8), orThrow: failure)
    let packed = try runtime.object(freedBy: api.ov_layout_free, orThrow: failure) {
      api.ov_layout_create("NHWC", $0)
    }
    try runtime.check(
      api.ov_preprocess_input_tensor_info_set_layout(given.pointer, packed.pointer),
      orThrow: failure)

    let wanted = try runtime.object(
      freedBy: api.ov_preprocess_input_model_info_free, orThrow: failure
    ) { api.ov_preprocess_input_info_get_model_info(information, $0) }
    let planar = try runtime.object(freedBy: api.ov_layout_free, orThrow: failure) {
      api.ov_layout_create("NCHW", $0)
    }
    try runtime.check(
      api.ov_preprocess_input_model_info_set_layout(wanted.pointer, planar.pointer),
      orThrow: failure)

    return try runtime.object(freedBy: api.ov_model_free, orThrow: failure) {
      api.ov_preprocess_prepostprocessor_build(builder, $0)
    }
  }

  private func tensor(
    of type: ov_element_type_e, shape: [Int], orThrow failure: DetectionError
  ) throws(DetectionError) -> InferenceHandle {
    var dimensions = shape.map(Int64.init)
    return try runtime.object(freedBy: api.ov_tensor_free, orThrow: failure) { tensor in
      dimensions.withUnsafeMutableBufferPointer {
        api.ov_tensor_create(
          type, ov_shape_t(rank: Int64($0.count), dims: $0.baseAddress), tensor)
      }
    }
  }

  private func memory(
    of tensor: borrowing InferenceHandle, orThrow failure: DetectionError
  ) throws(DetectionError) -> UnsafeMutableRawPointer {
    var memory: UnsafeMutableRawPointer?
    try runtime.check(api.ov_tensor_data(tensor.pointer, &memory), orThrow: failure)
    guard let memory else { throw failure }
    return memory
  }
}

/// Calls `body` with `properties` as C strings, which live until it returns.
private func withCStrings<Value>(
  _ properties: [(key: String, value: String)],
  _ body: (UnsafeBufferPointer<ov_property_t>) -> Value
) -> Value {
  let strings = properties.map { (key: strdup($0.key), value: strdup($0.value)) }
  defer {
    for string in strings {
      free(string.key)
      free(string.value)
    }
  }
  return strings.map { ov_property_t(key: $0.key, value: $0.value) }.withUnsafeBufferPointer(body)
}
