import FaceDetection
import Media
import Testing

@testable import Anonymizer

@Suite struct DetectionScheduleTests {
  private static let size = PixelSize(width: 640, height: 360)
  private static let small = DetectionPass(longSide: 480, uprightSize: size)
  private static let large = DetectionPass(longSide: 960, uprightSize: size)
  private static let turned = (1...3).map {
    DetectionPass(inputSize: small.inputSize, quarterTurns: $0)
  }
  private static let courses = [
    DetectionPlan.Course(rounds: [[small]], period: 0.12),
    DetectionPlan.Course(rounds: [[large]], period: 0.24),
    DetectionPlan.Course(rounds: turned.map { [$0] }, period: 0.2),
  ]

  private func passes(frameRate: Double, seconds: Double) -> [[DetectionPass]] {
    var schedule = DetectionSchedule(courses: Self.courses)
    return (0..<Int(seconds * frameRate)).map {
      schedule.passes(at: Double($0) / frameRate, startsScene: false)
    }
  }

  @Test(arguments: [24.0, 25, 30, 60, 120])
  func `each course looks as often as it is to, and seldom two at once`(frameRate: Double) {
    let passes = passes(frameRate: frameRate, seconds: 12)
    let later = passes.dropFirst()
    #expect((80...110).contains(later.count { $0.contains(Self.small) }))
    #expect((40...55).contains(later.count { $0.contains(Self.large) }))
    for turn in Self.turned { #expect((14...22).contains(later.count { $0.contains(turn) })) }
    #expect(later.allSatisfy { $0.count <= 1 })
  }

  @Test func `no course comes late where frames are few`() {
    for passes in passes(frameRate: 2, seconds: 4) {
      #expect(passes.contains(Self.small))
      #expect(passes.contains(Self.large))
    }
  }

  @Test func `the first frame and that behind a cut are looked at in every way`() {
    var schedule = DetectionSchedule(courses: Self.courses)
    let all = [Self.small, Self.large] + Self.turned
    #expect(schedule.passes(at: 5, startsScene: false) == all)
    #expect(schedule.passes(at: 5.01, startsScene: false) == [])
    #expect(schedule.passes(at: 5.02, startsScene: true) == all)
  }

  @Test func `times that stand still or jump do not end the looking`() {
    var schedule = DetectionSchedule(courses: Self.courses)
    for time in [100, 1e9, 3, 3, 3] as [Double] {
      _ = schedule.passes(at: time, startsScene: false)
    }
    let looks = (1...30).map { schedule.passes(at: 3 + Double($0) / 30, startsScene: false) }
    #expect(looks.count { $0.contains(Self.small) } >= 6)
  }
}
