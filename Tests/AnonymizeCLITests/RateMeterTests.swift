import Anonymizer
import Testing

@testable import AnonymizeCLI

extension Progress {
  /// A state of progress of a film of 25 frames a second.
  static func at(
    _ frames: Int, of expected: Int? = 1000, elapsed: Double, expectedTime: Double? = nil,
    isVerifying: Bool = false
  ) -> Progress {
    Progress(
      frames: frames, expectedFrames: expected, footageTime: Double(frames) / 25,
      expectedFootageTime: expectedTime, elapsed: elapsed, isVerifying: isVerifying)
  }
}

@Suite struct RateMeterTests {
  private func isClose(_ value: Double?, _ expected: Double, within tolerance: Double) -> Bool {
    value.map { abs($0 - expected) <= tolerance } ?? false
  }

  @Test func `there is no pace before the first frames`() {
    var meter = RateMeter()
    #expect(meter.pace == nil)
    meter.add(.at(0, elapsed: 0))
    meter.add(.at(0, elapsed: 2))
    #expect(meter.pace == nil)
  }

  @Test func `a steady job has its own pace from the start`() {
    var meter = RateMeter()
    for step in 0...50 {
      meter.add(.at(step * 5, elapsed: Double(step) / 10))
      if step > 0 {
        #expect(isClose(meter.pace?.framesPerSecond, 50, within: 1e-6))
        #expect(isClose(meter.pace?.timesRealTime, 2, within: 1e-6))
      }
    }
  }

  @Test func `comparing has its own pace`() {
    var meter = RateMeter()
    for second in 0...20 { meter.add(.at(second * 50, elapsed: Double(second))) }
    for second in 21...23 {
      meter.add(.at((second - 21) * 200, elapsed: Double(second), isVerifying: true))
    }
    #expect(isClose(meter.pace?.framesPerSecond, 200, within: 1e-6))
    #expect(isClose(meter.pace?.timesRealTime, 8, within: 1e-6))
  }

  @Test func `the time before the first frame does not count`() {
    var meter = RateMeter()
    meter.add(.at(0, elapsed: 0))
    meter.add(.at(0, elapsed: 60))
    meter.add(.at(30, elapsed: 61))
    #expect(isClose(meter.pace?.framesPerSecond, 30, within: 1e-6))
  }

  @Test func `a change of pace shows soon, a single hitch little`() {
    var meter = RateMeter()
    var frames = 0
    for second in 0..<60 {
      meter.add(.at(frames, elapsed: Double(second)))
      frames += 100
    }
    meter.add(.at(frames, elapsed: 61))  // This frame took two seconds instead of one.
    #expect(isClose(meter.pace?.framesPerSecond, 90, within: 5))
    for second in 62..<92 {
      frames += 10
      meter.add(.at(frames, elapsed: Double(second)))
    }
    #expect(isClose(meter.pace?.framesPerSecond, 10, within: 6))
  }

  @Test func `states at the same time don't make an infinite pace`() {
    var meter = RateMeter()
    meter.add(.at(0, elapsed: 1))
    meter.add(.at(10, elapsed: 1))
    #expect(meter.pace == nil)
    meter.add(.at(20, elapsed: 2))
    #expect(meter.pace?.framesPerSecond == 10)
  }
}

@Suite struct RemainingTests {
  private let pace = Pace(framesPerSecond: 50, timesRealTime: 2)

  @Test func `frames tell the share where their number is known`() {
    #expect(Progress.at(255, elapsed: 1, expectedTime: 1).percentage == 25)
    #expect(Progress.at(999, elapsed: 1).percentage == 99)
    #expect(Progress.at(1000, elapsed: 1).percentage == 100)
    #expect(Progress.at(1200, elapsed: 1).percentage == 100)
  }

  @Test func `else the time does`() {
    #expect(Progress.at(250, of: nil, elapsed: 1, expectedTime: 40).percentage == 25)
    #expect(Progress.at(250, of: 0, elapsed: 1, expectedTime: 40).percentage == 25)
    #expect(Progress.at(250, of: nil, elapsed: 1, expectedTime: 0).percentage == nil)
    #expect(Progress.at(250, of: nil, elapsed: 1).percentage == nil)
  }

  @Test func `what remains follows from the pace`() {
    #expect(Progress.at(500, elapsed: 1).remaining(at: pace) == 10)
    #expect(
      Progress.at(500, of: nil, elapsed: 1, expectedTime: 40).remaining(at: pace) == 10)
    #expect(Progress.at(500, elapsed: 1).remaining(at: nil) == nil)
    #expect(Progress.at(500, of: nil, elapsed: 1).remaining(at: pace) == nil)
  }

  @Test func `footage that is longer than announced has no known end`() {
    #expect(Progress.at(1001, elapsed: 1).remaining(at: pace) == nil)
    #expect(
      Progress.at(1001, of: nil, elapsed: 1, expectedTime: 40).remaining(at: pace) == nil)
  }
}
