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
  let inputSize: PixelSize
  let outputs: [InferenceSession.Output]
  private let properties: [InferenceProperty]

  /// The steps for one network; see `InferenceSession.init`.
  init(
    runtime: InferenceRuntime, path: String, inputSize: PixelSize,
    outputs: [InferenceSession.Output], threads: Int, precision: InferencePrecision?
  ) {
    self.runtime = runtime
    self.path = path
    self.inputSize = inputSize
    self.outputs = outputs
    var properties = [
      InferenceProperty(name: "PERFORMANCE_HINT", value: "LATENCY"),
      InferenceProperty(name: "NUM_STREAMS", value: "1"),
      InferenceProperty(name: "INFERENCE_NUM_THREADS", value: String(threads)),
      // Decoding and encoding run on the same cores: a pinned thread would wait behind them.
      InferenceProperty(name: "ENABLE_CPU_PINNING", value: "NO"),
    ]
    if let precision {
      properties.append(.init(name: "INFERENCE_PRECISION_HINT", value: precision.rawValue))
    }
    self.properties = properties
  }

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

  /// What a compiled network depends on; `nil` where that can't be found out.
  func key(core: borrowing InferenceHandle) -> NetworkKey? {
    guard
      let version = try? runtime.version(),
      let device = property("FULL_DEVICE_NAME", of: core),
      let abilities = property("OPTIMIZATION_CAPABILITIES", of: core),
      let model = FileContents(ofFile: path)
    else { return nil }
    return NetworkKey(
      runtime: version, processor: "\(device); \(abilities); \(ProcessorIdentity.current())",
      model: ContentDigest(of: model.bytes), inputSize: inputSize, properties: properties)
  }

  /// The network of the model file, compiled.
  func compiled(core: borrowing InferenceHandle) throws(DetectionError) -> InferenceHandle {
    let network = try network(core: core)
    let (core, source) = (core.pointer, network.pointer)
    return try runtime.object(freedBy: api.ov_compiled_model_free, orThrow: uncompilable) {
      compiled in
      withCStrings(properties) {
        api.ov_core_compile_model_props(core, source, "CPU", $0.count, $0.baseAddress, compiled)
      }
    }
  }

  /// A network that was compiled before, ready to run; `nil` where OpenVINO refuses it.
  func prepared(
    from kept: NetworkShelf.Kept, core: borrowing InferenceHandle
  ) -> PreparedInference? {
    do throws(DetectionError) {
      let core = core.pointer
      // Importing takes no properties: those of the core hold then, which is this network's alone.
      try runtime.check(
        withCStrings(properties) {
          api.ov_core_set_properties(core, "CPU", $0.count, $0.baseAddress)
        }, orThrow: uncompilable)
      // What is imported uses the weights where they lie.
      let imported = try runtime.object(
        freedBy: api.ov_compiled_model_free, readingFrom: kept.entry, orThrow: uncompilable
      ) { api.ov_core_import_model(core, kept.network.baseAddress, kept.network.count, "CPU", $0) }
      return try prepared(imported, readingFrom: kept.entry)
    } catch {
      return nil
    }
  }

  /// A compiled network with memory of its own to run in.
  ///
  /// `memory` is what the network reads from for as long as it lives.
  func prepared(
    _ network: borrowing InferenceHandle, readingFrom memory: FileContents? = nil
  ) throws(DetectionError) -> PreparedInference {
    let program = network.pointer
    let request = try runtime.object(
      freedBy: api.ov_infer_request_free, readingFrom: memory, orThrow: uncompilable
    ) { api.ov_compiled_model_create_infer_request(program, $0) }
    let input = try inputMemory(of: request)
    var memories: [UnsafeBufferPointer<Float>] = []
    for output in outputs { memories.append(try outputMemory(of: request, output: output)) }
    return PreparedInference(request: request, input: input, outputs: memories)
  }

  /// Puts a compiled network on a shelf; says what came of it.
  func keep(
    _ network: borrowing InferenceHandle, core: borrowing InferenceHandle, on shelf: NetworkShelf?
  ) -> NetworkOrigin {
    guard let shelf else { return .compiledOnly(reason: nil) }
    // The file may have been replaced between the look at it and its reading.
    guard key(core: core) == shelf.key else {
      return .compiledOnly(reason: "model file '\(path)' has changed")
    }
    let program = network.pointer
    do {
      try shelf.put { path throws(DetectionError) in
        try runtime.check(
          api.ov_compiled_model_export_model(program, path), orThrow: uncompilable)
      }
      return .compiled
    } catch {
      return .compiledOnly(reason: "folder '\(shelf.cache.folder)' \(error)")
    }
  }

  /// Memory that `request` reads its picture from: `width * height * 3` bytes of `inputSize`.
  private func inputMemory(
    of request: borrowing InferenceHandle
  ) throws(DetectionError) -> UnsafeMutableRawBufferPointer {
    let failure = invalid("does not take a picture of \(inputSize) pixels")
    let shape = [1, inputSize.height, inputSize.width, 3]
    let tensor = try tensor(of: U8, shape: shape, orThrow: failure)
    try runtime.check(
      api.ov_infer_request_set_input_tensor(request.pointer, tensor.pointer), orThrow: failure)
    let memory = try memory(of: tensor, orThrow: failure)
    return UnsafeMutableRawBufferPointer(start: memory, count: shape.reduce(1, *))
  }

  /// Memory that `request` writes one of its outputs to.
  private func outputMemory(
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

  /// The network in the file, for one picture of `inputSize` in packed bytes.
  private func network(
    core: borrowing InferenceHandle
  ) throws(DetectionError) -> InferenceHandle {
    // Given anything else, OpenVINO tries its readers of all formats, and some of them write their
    // complaints to standard error.
    guard isONNX else { throw invalid("is no ONNX file") }
    let core = core.pointer
    let network = try runtime.object(
      freedBy: api.ov_model_free, orThrow: invalid("is no network that OpenVINO can read")
    ) { api.ov_core_read_model(core, path, nil, $0) }
    try fixInput(of: network)
    return try takingPackedBytes(network)
  }

  /// What OpenVINO says of the processor under a name.
  private func property(_ name: String, of core: borrowing InferenceHandle) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard api.ov_core_get_property(core.pointer, "CPU", name, &text) == OK, let text else {
      return nil
    }
    defer { api.ov_free(text) }
    return String(cString: text)
  }

  private var uncompilable: DetectionError {
    DetectionError(
      code: .inferenceFailed, message: "model file '\(path)' can't be compiled for this processor",
      advice: "run on another machine, or free some memory and try again")
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

  /// Fixes the shape of the network's one input to a single picture of `inputSize`.
  ///
  /// A network compiled for any size takes about twice the time.
  private func fixInput(of network: borrowing InferenceHandle) throws(DetectionError) {
    let failure = invalid("does not take a picture of \(inputSize) pixels")
    let dimensions = [1, 3, Int64(inputSize.height), Int64(inputSize.width)]
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
  _ properties: [InferenceProperty],
  _ body: (UnsafeBufferPointer<ov_property_t>) -> Value
) -> Value {
  let strings = properties.map { (key: strdup($0.name), value: strdup($0.value)) }
  defer {
    for string in strings {
      free(string.key)
      free(string.value)
    }
  }
  return strings.map { ov_property_t(key: $0.key, value: $0.value) }.withUnsafeBufferPointer(body)
}
