private import Foundation
internal import Media

extension DetectionFiles {
  /// The version that OpenVINO's library says it has; loads the library.
  ///
  /// Throws `runtimeMissing` where that fails. Source: `ov_get_openvino_version`.
  public func runtimeVersion() throws(DetectionError) -> String {
    try InferenceRuntime(library: library).version()
  }

  /// The SHA-256 digest of the model file as 64 hexadecimal digits.
  ///
  /// Throws `modelMissing` where the file can't be read.
  public func modelDigest() throws(DetectionError) -> String {
    do {
      let digest = try SHA256()
      digest.update(try Data(contentsOf: URL(fileURLWithPath: model)))
      return digest.finish()
    } catch {
      throw DetectionError(
        code: .modelMissing, message: "model file '\(model)' can't be read",
        advice: "check its permissions, or run 'make setup'", cause: String(describing: error))
    }
  }
}
