internal import COpenVINO

/// OpenVINO's C library, loaded when it is first needed.
///
/// Sendable without a check because it holds nothing but the addresses of functions, which never
/// change once `init` has looked them up.
final class InferenceRuntime: @unchecked Sendable {
  /// The library's functions, each under its own name.
  let api: copenvino_api

  /// Loads the library at `library`, with what it depends on.
  ///
  /// Throws `runtimeMissing` where that fails or a function that is called is not in it.
  init(library: String) throws(DetectionError) {
    let table = UnsafeMutablePointer<copenvino_api>.allocate(capacity: 1)
    defer { table.deallocate() }
    if let reason = copenvino_load(library, table) {
      throw DetectionError(
        code: .runtimeMissing, message: "OpenVINO's library '\(library)' can't be loaded",
        advice: "run 'make setup'", cause: String(cString: reason))
    }
    api = table.pointee
  }

  /// Throws `failure`, with the library's last message as its cause, unless `status` says success.
  func check(
    _ status: ov_status_e, orThrow failure: @autoclosure () -> DetectionError
  ) throws(DetectionError) {
    guard status != OK else { return }
    var error = failure()
    error.cause = lastMessage()
    throw error
  }

  /// The object that `make` writes to the place it is given.
  ///
  /// `memory` is what it reads from for as long as it lives. Throws `failure`, with the library's
  /// last message as its cause, where there is none.
  func object(
    freedBy free: @escaping @convention(c) (OpaquePointer?) -> Void,
    readingFrom memory: FileContents? = nil,
    orThrow failure: @autoclosure () -> DetectionError,
    _ make: (UnsafeMutablePointer<OpaquePointer?>) -> ov_status_e
  ) throws(DetectionError) -> InferenceHandle {
    var pointer: OpaquePointer?
    try check(make(&pointer), orThrow: failure())
    guard let pointer else { throw failure() }
    return InferenceHandle(pointer, freedBy: free, readingFrom: memory)
  }

  /// The build number of the library; empty where it tells none.
  ///
  /// Throws `runtimeMissing` where asking fails. Source: `ov_get_openvino_version`.
  func version() throws(DetectionError) -> String {
    var version = ov_version_t()
    try check(
      api.ov_get_openvino_version(&version),
      orThrow: DetectionError(
        code: .runtimeMissing, message: "OpenVINO's library does not tell its version",
        advice: "run 'make setup'"))
    defer { api.ov_version_free(&version) }
    return version.buildNumber.map { String(cString: $0) } ?? ""
  }

  /// The part of the library's last message that says what is wrong.
  ///
  /// The message lists the throwing places of the library's source first, one a line.
  private func lastMessage() -> String? {
    guard let text = api.ov_get_last_err_msg() else { return nil }
    defer { api.ov_free(text) }
    return String(cString: text).split(whereSeparator: \.isNewline).last.map(String.init)
  }
}
