private import Foundation

/// The files outside the executable that detection needs: OpenVINO's library and the network.
public struct DetectionFiles: Hashable, Sendable {
  /// The environment variable that names the folder of OpenVINO's libraries.
  public static let runtimeVariable = "ANONYMIZE_RUNTIME"
  /// The environment variable that names the model file.
  public static let modelVariable = "ANONYMIZE_MODEL"

  /// Path of OpenVINO's C library, `libopenvino_c.so` with or without a version.
  public var library: String
  /// Path of the CenterFace network, an ONNX file.
  public var model: String

  /// Files at known paths, which are not looked at before a detector is made from them.
  public init(library: String, model: String) {
    self.library = library
    self.model = model
  }

  /// Finds the files that belong to the running program, as `located(for:environment:)` does.
  public static func located() throws(DetectionError) -> DetectionFiles {
    try located(
      for: Bundle.main.executablePath ?? CommandLine.arguments[0],
      environment: ProcessInfo.processInfo.environment)
  }

  /// Finds the files that belong to `executable`, the path of a program.
  ///
  /// OpenVINO is looked for beside the executable (links resolved), in `libs` beside it, in
  /// `../lib/anonymize`, and in `.deps/openvino/libs` of every folder above it; the network in
  /// `models` beside it, in `../lib/anonymize/models`, and in `.deps/models` of every folder above.
  /// Where `runtimeVariable` is set, its folder is the only place for OpenVINO, and `models` in it
  /// the first for the network; where `modelVariable` is set, its file is the network. Throws
  /// `runtimeMissing` or `modelMissing`.
  public static func located(
    for executable: String, environment: [String: String]
  ) throws(DetectionError) -> DetectionFiles {
    let folder = URL(fileURLWithPath: executable).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let runtime = environment[runtimeVariable]
    return DetectionFiles(
      library: try library(near: folder, override: runtime),
      model: try model(near: folder, runtime: runtime, override: environment[modelVariable]))
  }

  /// Throws `modelMissing` where there is no file at `model`.
  func checkModel() throws(DetectionError) {
    guard !Self.isFile(model) else { return }
    throw DetectionError(
      code: .modelMissing, message: "model file '\(model)' is not there", advice: "run 'make setup'"
    )
  }

  private static func library(
    near folder: URL, override: String?
  ) throws(DetectionError) -> String {
    if let override {
      if let library = library(in: override) { return library }
      throw DetectionError(
        code: .runtimeMissing,
        message: "no libopenvino_c.so in folder '\(override)' (from \(runtimeVariable))",
        advice: "correct or unset \(runtimeVariable)")
    }
    let places =
      [folder, folder.appending(path: "libs"), folder.appending(path: "../lib/anonymize")]
      + ancestors(of: folder).map { $0.appending(path: ".deps/openvino/libs") }
    for place in places {
      if let library = library(in: place.path) { return library }
    }
    throw DetectionError(
      code: .runtimeMissing, message: "OpenVINO's libraries are not there for '\(folder.path)'",
      advice: "run 'make setup', or set \(runtimeVariable) to the folder of libopenvino_c.so")
  }

  private static func model(
    near folder: URL, runtime: String?, override: String?
  ) throws(DetectionError) -> String {
    if let override {
      if isFile(override) { return override }
      throw DetectionError(
        code: .modelMissing,
        message: "model file '\(override)' (from \(modelVariable)) is not there",
        advice: "correct or unset \(modelVariable)")
    }
    let places =
      (runtime.map { [URL(fileURLWithPath: $0).appending(path: "models")] } ?? [])
      + [folder.appending(path: "models"), folder.appending(path: "../lib/anonymize/models")]
      + ancestors(of: folder).map { $0.appending(path: ".deps/models") }
    for place in places {
      let model = place.appending(path: "centerface.onnx").path
      if isFile(model) { return model }
    }
    throw DetectionError(
      code: .modelMissing, message: "the model centerface.onnx is not there for '\(folder.path)'",
      advice: "run 'make setup', or set \(modelVariable) to the file")
  }

  /// The folder itself and all above it, the nearest first.
  private static func ancestors(of folder: URL) -> [URL] {
    var folders = [folder.standardizedFileURL]
    while let last = folders.last, last.path != "/" {
      folders.append(last.deletingLastPathComponent())
    }
    return folders
  }

  /// The C library in `folder`, whose name ends in a version in some packages and not in others.
  private static func library(in folder: String) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("libopenvino_c.so") }.max().map { "\(folder)/\($0)" }
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }
}
