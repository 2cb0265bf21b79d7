import Anonymizer
import Testing

@Suite struct AnonymizationErrorTests {
  @Test func `the description is one line with file, fault, cause and advice`() {
    let error = AnonymizationError(
      .damagedInput, path: "a\nb.mp4", "is damaged", advice: "check it", cause: "no\r\nmoov")
    #expect(error.description == "a b.mp4: is damaged (no moov); check it")
  }

  @Test func `what there is nothing to say of is left out`() {
    #expect(AnonymizationError(.busy, "is busy").description == "is busy")
  }
}
