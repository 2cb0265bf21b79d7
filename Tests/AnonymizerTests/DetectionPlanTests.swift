import FaceDetection
import Media
import Testing

@testable import Anonymizer

@Suite struct DetectionPlanTests {
  private static let sizes = [
    PixelSize(width: 640, height: 360), PixelSize(width: 1080, height: 1920),
    PixelSize(width: 3840, height: 2160), PixelSize(width: 400, height: 400),
    PixelSize(width: 2000, height: 300), PixelSize(width: 4, height: 2000),
  ]

  @Test(arguments: sizes, Configuration.Detail.allCases)
  func `every course sees all of the frame`(size: PixelSize, detail: Configuration.Detail) {
    let plan = DetectionPlan(detail: detail, size: size, isStill: false)
    for course in plan.courses {
      let passes = course.rounds.flatMap { $0 }
      for turn in Set(passes.map(\.quarterTurns)) {
        let regions = passes.filter { $0.quarterTurns == turn }.map {
          $0.region ?? Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        }
        for x in stride(from: 0.5, to: Double(size.width), by: 40) {
          for y in stride(from: 0.5, to: Double(size.height), by: 40) {
            #expect(
              regions.contains { $0.x <= x && x < $0.maxX && $0.y <= y && y < $0.maxY })
          }
        }
      }
    }
  }

  @Test func `only frames that a look at the whole shows too small are looked at in parts`() {
    func parts(_ width: Int, _ height: Int) -> Int {
      DetectionPlan(
        detail: .balanced, size: PixelSize(width: width, height: height), isStill: false
      ).courses.flatMap(\.rounds).flatMap { $0 }.count {
        $0.region != nil && $0.quarterTurns == 0
      }
    }
    #expect(parts(1280, 720) == 0)
    #expect(parts(1920, 1080) == 4)
    #expect(parts(3840, 2160) == 9)
  }

  @Test func `a frame as long as a ribbon does not take looks without number`() {
    let plan = DetectionPlan(
      detail: .balanced, size: PixelSize(width: 65500, height: 2), isStill: false)
    let passes = plan.courses.flatMap(\.rounds).flatMap { $0 }
    #expect(passes.count { $0.quarterTurns != 0 } == 12)
    #expect(passes.count < 80)
  }

  @Test func `every turn is looked at`() {
    for detail in [Configuration.Detail.balanced, .thorough] {
      let plan = DetectionPlan(
        detail: detail, size: PixelSize(width: 640, height: 360), isStill: false)
      let turns = plan.courses.flatMap(\.rounds).flatMap { $0 }.map(\.quarterTurns)
      #expect(Set(turns) == [0, 1, 2, 3])
    }
  }

  @Test func `intervals cover a length and overlap`() {
    #expect(DetectionPlan.starts(of: 100, along: 100) == [0])
    #expect(DetectionPlan.starts(of: 100, along: 50) == [0])
    #expect(DetectionPlan.starts(of: 100, along: 101) == [0, 1])
    #expect(DetectionPlan.starts(of: 100, along: 180) == [0, 80])
    #expect(DetectionPlan.starts(of: 100, along: 260) == [0, 80, 160])
  }
}
