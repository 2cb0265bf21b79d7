import FaceDetection
import Testing

@Suite struct DetectionErrorTests {
  @Test func `the description is one line of fault, cause and advice`() {
    var error = DetectionError(
      code: .modelMissing, message: "model file 'x' is not there", advice: "run 'make setup'")
    #expect("\(error)" == "model file 'x' is not there; run 'make setup'")
    error.cause = "no such file"
    #expect("\(error)" == "model file 'x' is not there (no such file); run 'make setup'")
    #expect("\(error.code)" == "modelMissing")
  }
}
