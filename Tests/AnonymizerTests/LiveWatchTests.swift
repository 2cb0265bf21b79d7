import Testing

@testable import Anonymizer

@Suite struct LiveWatchTests {
  @Test func `a source that is kept up with gives no warning`() {
    var watch = LiveWatch()
    for frame in 0..<1000 {
      let time = Double(frame) / 25
      // Frames come in bursts of four, half a second after they were taken.
      #expect(watch.note(time: time, clock: 7 + time + Double(frame % 4) / 10) == nil)
    }
    #expect(watch.missedFrames == 0)
  }

  @Test func `falling behind is told at two seconds and at each doubling`() {
    var watch = LiveWatch()
    var told: [Int] = []
    for frame in 0..<1000 {
      let time = Double(frame) / 25
      if watch.note(time: time, clock: time * 1.5) != nil { told.append(frame) }
    }
    // Half a second is lost in each second: 2 s behind at 4 s, 4 s at 8 s, 8 s at 16 s, 16 s at 32
    // s.
    #expect(told.map { Int((Double($0) / 25).rounded()) } == [4, 8, 16, 32])
  }

  @Test func `frames that are left out are told once and counted`() {
    var watch = LiveWatch()
    var warnings = 0
    for frame in 0..<200 where frame % 50 != 20 && frame % 50 != 21 {
      let time = Double(frame) / 25
      if watch.note(time: time, clock: time) != nil { warnings += 1 }
    }
    #expect(warnings == 1)
    #expect(watch.missedFrames == 8)
  }

  @Test func `a rate that changes is no loss for long`() {
    var watch = LiveWatch()
    for frame in 0..<100 { _ = watch.note(time: Double(frame) / 30, clock: Double(frame) / 30) }
    for frame in 0..<100 {
      let time = 10.0 / 3 + Double(frame) / 15
      _ = watch.note(time: time, clock: time)
    }
    #expect(watch.missedFrames < 5)
  }
}
