import Foundation
import Media
import Testing

@testable import FaceDetection

/// Detectors whose networks are kept from one to the next.
@Suite struct KeptNetworkTests {
  private func detector(
    size: PixelSize, folder: String, precision: InferencePrecision? = nil
  ) throws -> CenterFaceDetector {
    try CenterFaceDetector(
      inputSize: size, files: Fixture.detectionFiles(), threads: 1, precision: precision,
      cache: NetworkCache(folder: folder))
  }

  private func names(in folder: borrowing TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: [nil, InferencePrecision.float32])
  func `a network that was kept finds the very same faces`(
    precision: InferencePrecision?
  ) throws {
    let folder = try TemporaryFolder()
    let picture = try Fixture.picture("multi_face")
    let compiled = try detector(size: picture.size, folder: folder.path, precision: precision)
    let faces = try compiled.faces(in: picture)
    #expect(compiled.networkOrigin == .compiled)
    #expect(faces.count > 1)
    for _ in 0..<2 {
      let kept = try detector(size: picture.size, folder: folder.path, precision: precision)
      #expect(kept.networkOrigin == .kept)
      #expect(try kept.faces(in: picture) == faces)
    }
  }

  // What OpenVINO imports reads its weights from the memory that it was given, to its end.
  @Test func `the memory of a network that was kept lives as long as it`() throws {
    let folder = try TemporaryFolder()
    let size = PixelSize(width: 64, height: 32)
    _ = try detector(size: size, folder: folder.path)
    let files = try Fixture.detectionFiles()
    let builder = InferenceSessionBuilder(
      runtime: try InferenceRuntime(library: files.library), path: files.model, inputSize: size,
      outputs: [], threads: 1, precision: nil)
    weak var memory: FileContents?
    func prepared() throws -> PreparedInference? {
      let core = try builder.core()
      let key = builder.key(core: core)
      let shelf = NetworkShelf(cache: NetworkCache(folder: folder.path), key: try #require(key))
      let kept = try #require(shelf.take())
      memory = kept.entry
      return builder.prepared(from: kept, core: core)
    }
    var inference = try prepared()
    let isReady = inference != nil
    #expect(isReady)
    #expect(memory != nil)
    inference = nil
    #expect(memory == nil)
  }

  @Test func `a network is kept for its own size and precision only`() throws {
    let folder = try TemporaryFolder()
    for origin in [NetworkOrigin.compiled, .kept] {
      for (width, precision) in [(64, InferencePrecision.float32), (64, .bfloat16), (32, .float32)]
      {
        let detector = try detector(
          size: PixelSize(width: width, height: 32), folder: folder.path, precision: precision)
        #expect(detector.networkOrigin == origin)
      }
    }
    #expect(try names(in: folder).count == 3)
  }

  @Test func `without a cache nothing is kept`() throws {
    let detector = try CenterFaceDetector(
      inputSize: PixelSize(width: 64, height: 32), files: Fixture.detectionFiles(), threads: 1)
    #expect(detector.networkOrigin == .compiledOnly(reason: nil))
  }

  /// What may have become of a kept network; the last is whole by its seal, but nothing that
  /// OpenVINO takes.
  private static let damages: [@Sendable (inout [UInt8]) -> Void] = [
    { $0.removeAll() },
    { $0.removeLast($0.count / 2) },
    { $0[$0.count / 3] ^= 1 },
    { $0 = [UInt8](repeating: 0, count: $0.count) },
    { entry in
      let keyStart = entry.firstRange(of: "anonymize: network".utf8)?.lowerBound ?? 0
      let key = String(decoding: entry[keyStart...].dropLast(56), as: UTF8.self)
      let foreign = [UInt8](repeating: 7, count: 100_000)
      entry = foreign.withUnsafeBytes { NetworkEntry.bytes(of: $0, key: key) }
      precondition(entry.withUnsafeBytes { NetworkEntry.network(in: $0, key: key) } != nil)
    },
  ]

  /// A kept network as it should be, under its name, and what it finds on a picture.
  private static let whole = Result {
    let folder = try TemporaryFolder()
    let picture = try Fixture.picture("single_face")
    let faces = try KeptNetworkTests().detector(size: picture.size, folder: folder.path)
      .faces(in: picture)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let name = try #require(names.first)
    let entry = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    return (name: name, entry: [UInt8](entry), picture: picture, faces: faces)
  }

  @Test(arguments: damages.indices)
  func `a damaged network is compiled anew and replaced`(damage: Int) throws {
    let folder = try TemporaryFolder()
    let whole = try Self.whole.get()
    var entry = whole.entry
    Self.damages[damage](&entry)
    try Data(entry).write(to: URL(fileURLWithPath: "\(folder.path)/\(whole.name)"))
    #expect(whole.faces.count == 1)
    for origin in [NetworkOrigin.compiled, .kept] {
      let detector = try detector(size: whole.picture.size, folder: folder.path)
      #expect(detector.networkOrigin == origin)
      #expect(try detector.faces(in: whole.picture) == whole.faces)
      #expect(try names(in: folder) == [whole.name])
    }
  }

  @Test func `a folder that can't be used only costs time`() throws {
    let base = try TemporaryFolder()
    try base.write("file")
    let open = "\(base.path)/open"
    try FileManager.default.createDirectory(
      atPath: open, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
    for folder in ["\(base.path)/file/networks", "/proc/networks", open] {
      let detector = try detector(size: PixelSize(width: 64, height: 32), folder: folder)
      guard case .compiledOnly(let reason?) = detector.networkOrigin else {
        Issue.record("\(folder): \(detector.networkOrigin)")
        continue
      }
      #expect(reason.contains(folder))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: open) == [])
  }

  @Test func `many at once make one file that all of them could use`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let picture = try Fixture.picture("single_face")
    let found = try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { try detector(size: picture.size, folder: path).faces(in: picture) }
      }
      return try await group.reduce(into: [[Face]]()) { $0.append($1) }
    }
    #expect(found.count == 8)
    #expect(found.allSatisfy { $0.count == 1 && $0 == found[0] })
    #expect(try names(in: folder).count == 1)
    #expect(try detector(size: picture.size, folder: path).networkOrigin == .kept)
  }

  @Test func `a model that is no network is refused, kept networks or not`() throws {
    let folder = try TemporaryFolder()
    let models = try TemporaryFolder()
    let size = PixelSize(width: 64, height: 32)
    _ = try detector(size: size, folder: folder.path)
    var files = try Fixture.detectionFiles()
    files.model = try models.write("text.onnx", "no network")
    let error = #expect(throws: DetectionError.self) {
      try CenterFaceDetector(
        inputSize: size, files: files, threads: 1, cache: NetworkCache(folder: folder.path))
    }
    #expect(error?.code == .modelInvalid)
    #expect(try names(in: folder).count == 1)
  }
}
