import Foundation
import Testing

@testable import FaceDetection

@Suite struct DetectionFilesTests {
  private func located(
    _ executable: String, _ environment: [String: String] = [:]
  ) throws -> DetectionFiles {
    try DetectionFiles.located(for: executable, environment: environment)
  }

  @Test(arguments: [
    ("libopenvino_c.so.2641", "models/centerface.onnx"),
    ("libs/libopenvino_c.so", "models/centerface.onnx"),
    ("../lib/anonymize/libopenvino_c.so.2641", "../lib/anonymize/models/centerface.onnx"),
    (".deps/openvino/libs/libopenvino_c.so.2641", ".deps/models/centerface.onnx"),
    ("../.deps/openvino/libs/libopenvino_c.so.2641", "../../.deps/models/centerface.onnx"),
  ])
  func `files are found near the executable`(library: String, model: String) throws {
    let folder = try TemporaryFolder()
    let executable = try folder.write("a/b/bin/anonymize")
    let expectedLibrary = try folder.write("a/b/bin/\(library)")
    let expectedModel = try folder.write("a/b/bin/\(model)")
    let files = try located(executable)
    #expect(canonical(files.library) == canonical(expectedLibrary))
    #expect(canonical(files.model) == canonical(expectedModel))
  }

  @Test func `a link to the executable is followed`() throws {
    let folder = try TemporaryFolder()
    let executable = try folder.write("opt/anonymize")
    let library = try folder.write("opt/libs/libopenvino_c.so.1")
    let model = try folder.write("opt/models/centerface.onnx")
    let link = "\(folder.path)/anonymize"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: executable)
    #expect(try located(link) == DetectionFiles(library: library, model: model))
  }

  @Test func `the nearest files are taken`() throws {
    let folder = try TemporaryFolder()
    let executable = try folder.write("bin/anonymize")
    let library = try folder.write("bin/libs/libopenvino_c.so.1")
    let model = try folder.write("bin/models/centerface.onnx")
    try folder.write(".deps/openvino/libs/libopenvino_c.so.2")
    try folder.write(".deps/models/centerface.onnx")
    #expect(try located(executable) == DetectionFiles(library: library, model: model))
  }

  @Test func `the runtime's folder may hold the model too`() throws {
    let folder = try TemporaryFolder()
    let executable = try folder.write("bin/other-program")
    let library = try folder.write("lib/anonymize/libopenvino_c.so.1")
    let model = try folder.write("lib/anonymize/models/centerface.onnx")
    let files = try located(
      executable, [DetectionFiles.runtimeVariable: "\(folder.path)/lib/anonymize"])
    #expect(files == DetectionFiles(library: library, model: model))
  }

  @Test func `what the environment names is taken`() throws {
    let folder = try TemporaryFolder()
    let executable = try folder.write("bin/anonymize")
    try folder.write("bin/libs/libopenvino_c.so.1")
    try folder.write("bin/models/centerface.onnx")
    let library = try folder.write("other/libopenvino_c.so.2")
    let model = try folder.write("other.onnx")
    let environment = [
      DetectionFiles.runtimeVariable: "\(folder.path)/other",
      DetectionFiles.modelVariable: model,
    ]
    #expect(
      try located(executable, environment) == DetectionFiles(library: library, model: model))
  }

  @Test(arguments: [
    (DetectionFiles.runtimeVariable, DetectionError.Code.runtimeMissing),
    (DetectionFiles.modelVariable, .modelMissing),
  ])
  func `nothing is looked for beside what the environment names`(
    variable: String, code: DetectionError.Code
  ) throws {
    let folder = try TemporaryFolder()
    let executable = try folder.write("bin/anonymize")
    try folder.write("bin/libopenvino_c.so.1")
    try folder.write("bin/models/centerface.onnx")
    let error = #expect(throws: DetectionError.self) {
      try located(executable, [variable: "\(folder.path)/none"])
    }
    #expect(error?.code == code)
    #expect(error?.message.contains("\(folder.path)/none") == true)
    #expect(error?.message.contains(variable) == true)
  }

  @Test func `a missing runtime is an error that says what to do`() throws {
    let folder = try TemporaryFolder()
    let executable = try folder.write("bin/anonymize")
    try folder.write("bin/models/centerface.onnx")
    let error = #expect(throws: DetectionError.self) { try located(executable) }
    #expect(error?.code == .runtimeMissing)
    #expect(error?.advice.contains("make setup") == true)
  }

  @Test func `a missing model is an error that says what to do`() throws {
    let folder = try TemporaryFolder()
    let executable = try folder.write("bin/anonymize")
    try folder.write("bin/libopenvino_c.so")
    let error = #expect(throws: DetectionError.self) { try located(executable) }
    #expect(error?.code == .modelMissing)
    #expect(error?.advice.contains("make setup") == true)
  }

  @Test func `the model's digest and the library's version are told`() throws {
    let files = try Fixture.detectionFiles()
    // As `scripts/files.lock` has it.
    #expect(
      try files.modelDigest()
        == "09189deaaf8646c5c51a68447e3c744ea1e211798155d4728c20507b9f5aefbc")
    #expect(try files.runtimeVersion().prefixMatch(of: /\d+\.\d+/) != nil)
    let error = #expect(throws: DetectionError.self) {
      try DetectionFiles(library: "/none.so", model: "/none.onnx").modelDigest()
    }
    #expect(error?.code == .modelMissing)
  }

  private func canonical(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}
