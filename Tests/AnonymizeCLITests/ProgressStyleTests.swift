import Testing

@testable import AnonymizeCLI

@Suite struct ProgressStyleTests {
  private func style(
    _ mode: ProgressMode, _ verbosity: Verbosity = .normal, isTerminal: Bool = true,
    terminalType: String? = "xterm"
  ) -> ProgressStyle {
    ProgressStyle(mode, verbosity, isTerminal: isTerminal, terminalType: terminalType)
  }

  @Test func `auto is a bar where a line can be redrawn`() {
    #expect(style(.auto) == .bar)
    #expect(style(.auto, .verbose) == .bar)
    #expect(style(.auto, isTerminal: false) == .lines)
    #expect(style(.auto, terminalType: "dumb") == .lines)
    #expect(style(.auto, terminalType: "") == .lines)
    #expect(style(.auto, terminalType: nil) == .lines)
  }

  @Test func `other modes don't ask what standard error is`() {
    for isTerminal in [true, false] {
      #expect(style(.always, isTerminal: isTerminal, terminalType: "dumb") == .bar)
      #expect(style(.never, isTerminal: isTerminal) == .none)
      #expect(style(.json, isTerminal: isTerminal) == .json)
    }
  }

  @Test(arguments: ProgressMode.allCases)
  func `quiet silences every mode`(mode: ProgressMode) {
    #expect(style(mode, .quiet) == .none)
  }
}

@Suite struct ProgressScheduleTests {
  private func shown(_ style: ProgressStyle, seconds: Double) -> [Double] {
    guard var schedule = style.schedule else { return [] }
    return stride(from: 0, through: seconds, by: 0.0625).filter { schedule.isDue(at: $0) }
  }

  @Test func `a bar is drawn at once and at most ten times a second`() {
    let times = shown(.bar, seconds: 10)
    #expect(times.first == 0)
    #expect(times.count > 50 && times.count <= 100)
  }

  @Test func `the first line comes after five seconds, more every thirty`() {
    #expect(shown(.lines, seconds: 70) == [5, 35, 65])
  }

  @Test func `events come every second`() {
    #expect(shown(.json, seconds: 3) == [0, 1, 2, 3])
  }

  @Test func `no style, no moments`() {
    #expect(shown(.none, seconds: 100).isEmpty)
  }
}
