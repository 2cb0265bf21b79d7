import Anonymizer
import Testing

@testable import AnonymizeCLI

@Suite struct ProgressTextTests {
  private let pace = Pace(framesPerSecond: 38.14, timesRealTime: 1.42)

  private func outcome(
    frames: Int = 412, tracks: Int = 3, footageTime: Double = 15.14, elapsed: Double = 10.81
  ) -> Outcome {
    Outcome(
      frames: frames, tracks: tracks, framesWithFaces: 300, footageTime: footageTime,
      elapsed: elapsed)
  }

  @Test func `a line for a log has no need of a terminal`() {
    #expect(
      ProgressText.line(.at(420, elapsed: 11), pace: pace)
        == "420 of 1000 frames (42%), 38.1 fps, 1.4x real time, 0:15 left")
    #expect(
      ProgressText.line(.at(420, elapsed: 31, isVerifying: true), pace: nil)
        == "verified 420 of 1000 frames (42%)")
    #expect(ProgressText.line(.at(0, elapsed: 5), pace: nil) == "0 of 1000 frames (0%)")
    #expect(ProgressText.line(.at(1, of: nil, elapsed: 5), pace: nil) == "1 frame")
    #expect(
      ProgressText.line(.at(500, of: nil, elapsed: 9, expectedTime: 40), pace: nil)
        == "500 frames (50%)")
  }

  @Test func `the closing line says what was done and how fast`() {
    #expect(
      ProgressText.closingLine(outcome())
        == "412 frames, 3 faces tracked, 38.1 fps, 1.4x real time")
  }

  @Test func `the closing line counts like people do`() {
    #expect(
      ProgressText.closingLine(outcome(frames: 1, tracks: 1, footageTime: 0.04, elapsed: 0.5))
        == "1 frame, 1 face tracked, 2.0 fps, 0.08x real time")
    #expect(
      ProgressText.closingLine(outcome(tracks: 0))
        == "412 frames, 0 faces tracked, 38.1 fps, 1.4x real time")
  }

  @Test func `a rate that can't be told is left out`() {
    #expect(
      ProgressText.closingLine(outcome(footageTime: 0))
        == "412 frames, 3 faces tracked, 38.1 fps")
    #expect(ProgressText.closingLine(outcome(elapsed: 0)) == "412 frames, 3 faces tracked")
  }

  @Test func `details say in how many frames there were faces`() {
    #expect(
      ProgressText.details(outcome())
        == "Faces in 300 of 412 frames; 0:15 of footage took 0:11")
  }
}
