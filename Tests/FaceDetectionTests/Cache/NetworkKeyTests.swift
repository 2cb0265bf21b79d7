import Media
import Testing

@testable import FaceDetection

@Suite struct NetworkKeyTests {
  private let key = NetworkKey(
    runtime: "2026.4", processor: "x86", model: ContentDigest(of: "model"),
    inputSize: PixelSize(width: 64, height: 32),
    properties: [InferenceProperty(name: "INFERENCE_NUM_THREADS", value: "1")])

  private static let changes: [@Sendable (inout NetworkKey) -> Void] = [
    { $0.runtime = "2026.5" },
    { $0.processor = "x86 with AMX" },
    { $0.model = ContentDigest(of: "another model") },
    { $0.inputSize = PixelSize(width: 32, height: 64) },
    { $0.properties[0].value = "2" },
    { $0.properties[0].name = "NUM_STREAMS" },
    { $0.properties.append(InferenceProperty(name: "INFERENCE_PRECISION_HINT", value: "f32")) },
  ]

  @Test func `every part makes another key and another file`() {
    var keys = [key]
    for change in Self.changes {
      var other = key
      change(&other)
      keys.append(other)
    }
    #expect(Set(keys.map(\.text)).count == keys.count)
    #expect(Set(keys.map(\.fileName)).count == keys.count)
    #expect(key.text.contains("form \(NetworkKey.version)\n"))
  }

  @Test func `a builder's key has all parts`() throws {
    let files = try Fixture.detectionFiles()
    let runtime = try InferenceRuntime(library: files.library)
    func key(
      model: String? = nil, width: Int = 64, threads: Int = 1,
      precision: InferencePrecision? = nil
    ) throws -> NetworkKey {
      let builder = InferenceSessionBuilder(
        runtime: runtime, path: model ?? files.model,
        inputSize: PixelSize(width: width, height: 32), outputs: [], threads: threads,
        precision: precision)
      let core = try builder.core()
      let key = builder.key(core: core)
      return try #require(key)
    }
    let runtimeVersion = try files.runtimeVersion()
    let plain = try key()
    #expect(try key() == plain)
    #expect(plain.runtime == runtimeVersion)
    #expect(plain.processor.contains(ProcessorIdentity.current()))
    let others = [
      try key(model: Fixture.path("relu.onnx")), try key(width: 96), try key(threads: 2),
      try key(precision: .float32), try key(precision: .bfloat16),
    ]
    #expect(Set(([plain] + others).map(\.fileName)).count == 6)
  }
}
