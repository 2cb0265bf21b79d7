import Media
import Testing

@testable import Anonymizer

@Suite struct PresentationClockTests {
  /// The times that a clock gives to frames with the announced ones.
  private func times(
    _ announced: [Int64?], _ clock: inout PresentationClock
  ) throws -> [Int64] {
    try announced.map { try clock.time(announced: $0, duration: 40) }
  }

  @Test func `announced times go through as they are`() throws {
    var clock = PresentationClock(nominalDuration: 40)
    let found = try times([-512, 0, 7, 8, 9000, 9040], &clock)
    #expect(found == [-512, 0, 7, 8, 9000, 9040])
    #expect(clock.placedFrames == 0)
  }

  @Test func `a frame without a time follows the one before by its length`() throws {
    var clock = PresentationClock(nominalDuration: 40)
    #expect(try clock.time(announced: nil, duration: 0) == 0)
    #expect(try clock.time(announced: nil, duration: 25) == 40)
    #expect(try clock.time(announced: nil, duration: 0) == 65)
    #expect(try clock.time(announced: 200, duration: 0) == 200)
    #expect(clock.placedFrames == 3)
  }

  @Test func `times that stand still or run back are moved on by the least`() throws {
    var clock = PresentationClock(nominalDuration: 40)
    let found = try times([100, 100, 90, 103, 104], &clock)
    #expect(found == [100, 101, 102, 103, 104])
    #expect(clock.placedFrames == 2)
  }

  @Test func `times that jump back far are refused`() throws {
    var clock = PresentationClock(nominalDuration: 40)
    #expect(try clock.time(announced: 90_000, duration: 40) == 90_000)
    let error = #expect(throws: MediaError.self) { try clock.time(announced: 0, duration: 40) }
    #expect(error?.code == .damaged)
  }
}
