import Testing

@testable import FaceDetection

@Suite struct InferenceRuntimeTests {
  private func error(library: String) -> DetectionError? {
    #expect(throws: DetectionError.self) { try InferenceRuntime(library: library) }
  }

  @Test func `a file that is no library is refused with the loader's word`() throws {
    let folder = try TemporaryFolder()
    let error = error(library: try folder.write("libopenvino_c.so", "no library\n"))
    #expect(error?.code == .runtimeMissing)
    #expect(error?.cause?.contains("libopenvino_c.so") == true)
  }

  @Test func `a library without OpenVINO's functions is refused and the function named`() {
    let error = error(library: "libm.so.6")
    #expect(error?.code == .runtimeMissing)
    #expect(error?.cause?.contains("ov_get_last_err_msg") == true)
  }
}
