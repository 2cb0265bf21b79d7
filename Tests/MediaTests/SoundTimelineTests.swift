import Testing

@testable import Media

@Suite struct SoundTimelineTests {
  private static let samples = Rational(1, 48000)
  private static let milliseconds = Rational(1, 1000)

  private func timeline(
    _ timeBase: Rational = samples, startsAtZero: Bool = false
  ) -> SoundTimeline {
    SoundTimeline(timeBase: timeBase, rate: 48000, startsAtZero: startsAtZero)
  }

  @Test func `pieces that follow each other are not parted by a clock in milliseconds`() throws {
    var timeline = timeline(Self.milliseconds)
    for number in 0..<100 {
      let time = Int64(Double(number * 1024) / 48)
      #expect(try timeline.place(count: 1024, time: time) == .init())
    }
    #expect(timeline.position == 102_400)
  }

  @Test func `a first piece that comes late begins where it belongs`() throws {
    var timeline = timeline()
    #expect(try timeline.place(count: 1024, time: 14_400) == .init())
    #expect(timeline.position == 15_424)
  }

  @Test func `silence leads up to a first piece where a container has no times`() throws {
    var timeline = timeline(startsAtZero: true)
    #expect(try timeline.place(count: 1024, time: 14_400) == .init(silence: 14_400))
    #expect(timeline.position == 15_424)
  }

  @Test func `what lies before time zero is passed over`() throws {
    var timeline = timeline()
    #expect(try timeline.place(count: 1024, time: -1500) == .init(skip: 1024))
    #expect(timeline.position == nil)
    #expect(try timeline.place(count: 1024, time: -476) == .init(skip: 476))
    #expect(timeline.position == 548)
  }

  @Test(arguments: [-1, 1] as [Int64])
  func `a tick of a coarse clock beside zero is zero`(time: Int64) throws {
    var timeline = timeline(Self.milliseconds)
    #expect(try timeline.place(count: 1024, time: time) == .init())
    #expect(timeline.position == 1024)
  }

  @Test func `a gap becomes silence, to the sample`() throws {
    var timeline = timeline()
    _ = try timeline.place(count: 1024, time: 0)
    #expect(try timeline.place(count: 1024, time: 10_000) == .init(silence: 8976))
    #expect(try timeline.place(count: 1024, time: nil) == .init())
    #expect(timeline.position == 12_048)
  }

  @Test func `what was heard already is passed over`() throws {
    var timeline = timeline()
    _ = try timeline.place(count: 4800, time: 0)
    #expect(try timeline.place(count: 4800, time: 3800) == .init(skip: 1000))
    #expect(try timeline.place(count: 1000, time: 6600) == .init(skip: 1000))
    #expect(timeline.position == 8600)
  }

  @Test func `sound that goes far back is damaged, and so is a gap without an end`() throws {
    var timeline = timeline()
    _ = try timeline.place(count: 96_000, time: 0)
    #expect(throws: MediaError.self) { try timeline.place(count: 1024, time: 1024) }
    #expect(throws: MediaError.self) { try timeline.place(count: 1024, time: 1 << 40) }
  }

  @Test(arguments: [Int64(1) << 56, -(1 << 56)])
  func `a time that no clock tells is damaged`(time: Int64) {
    var timeline = timeline(Rational(1, 1))
    #expect(throws: MediaError.self) { try timeline.place(count: 1024, time: time) }
  }

  @Test func `another rate goes on at the same time`() throws {
    var timeline = timeline()
    _ = try timeline.place(count: 48_000, time: 0)
    timeline.change(rate: 44_100)
    #expect(timeline.position == 44_100)
    #expect(try timeline.place(count: 441, time: 48_000) == .init())
  }
}
