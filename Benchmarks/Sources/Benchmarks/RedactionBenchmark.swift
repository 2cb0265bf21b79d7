import CAllocationCount
import Foundation
import Media

/// What covering five faces of one frame takes, beside a plain copy of the bytes that covers reach.
struct RedactionBenchmark {
  /// One kind of cover on frames of one format and size.
  private struct Result {
    let time: Quartiles
    let copyTime: Quartiles
    let ratio: Quartiles
    let byteCount: Int
    let allocations: UInt64
  }

  /// At most so many times what a plain copy takes.
  private static let ratioGoal = Goal(most: 6)
  /// So many of them while frames are painted.
  private static let allocationGoal = Goal(most: 0)
  /// Frames whose times count.
  private static let frames = 2 * FacePaths.period

  /// Pictures that take turns, so that a frame is seldom in the nearest cache, as in a pipeline; an
  /// odd number, so that each of them is painted first and copied first.
  private static let pictureCount = 5

  private static let sizes = [
    (name: "1080p", size: PixelSize(width: 1920, height: 1080), goal: Goal(most: 2)),
    (name: "4K", size: PixelSize(width: 3840, height: 2160), goal: Goal(most: 5)),
  ]

  /// The results, and what they say of the goals.
  static func report() throws -> Report {
    try checkCounting()
    var report = Report(
      [
        "cover", "format", "picture", "ms a frame", "copied, kB", "plain copy, ms",
        "times the copy", "allocations", "ms", "times",
      ], names: 3)
    for kind in CoverKind.allCases {
      for (name, size, goal) in sizes {
        for format in ["yuv420p", "yuv420p10le"] {
          let result = try run(kind, format: format, size: size)
          report.add(
            [
              kind.rawValue, format, name, result.time.text(decimals: 2),
              "\(result.byteCount / 1000)", result.copyTime.text(decimals: 3),
              result.ratio.text(decimals: 1), "\(result.allocations)",
              goal.verdict(result.time).rawValue, ratioGoal.verdict(result.ratio).rawValue,
            ],
            [
              GoalCheck(name: "ms a frame", measured: result.time, goal: goal),
              GoalCheck(name: "times the copy", measured: result.ratio, goal: ratioGoal),
              GoalCheck(
                name: "allocations", measured: Quartiles([Double(result.allocations)]),
                goal: allocationGoal),
            ])
        }
      }
    }
    return report
  }

  private static func run(
    _ kind: CoverKind, format name: String, size: PixelSize
  ) throws -> Result {
    let format = try PixelFormat.named(name)
    // One target for all copies stays in a near cache, which is the hardest copy to keep up with.
    let spare = try Picture(format: format, size: size)
    let pictures = try (0..<pictureCount).map { _ in try Picture(format: format, size: size) }
    var painter = CoverPainter(kind)
    let covers = FacePaths(in: size).covers
    let touched = covers.map { covers in
      TouchedRows(of: covers.map(painter.reach), format: format, size: size)
    }

    var (times, copyTimes, ratios) = ([Double](), [Double](), [Double]())
    var allocations: UInt64 = 0
    // The first period is the warm-up: from then on no cover is new and none is larger.
    for frame in 0..<FacePaths.period + frames {
      let phase = frame % FacePaths.period
      let painted = pictures[frame % pictureCount]
      let copied = pictures[(frame + pictureCount / 2) % pictureCount]
      func copyTime() -> Double {
        Clock.thread.milliseconds { touched[phase].copy(from: copied, to: spare) }
      }
      // Each goes first in every other pair.
      let copyFirst = frame % 2 == 0 ? copyTime() : nil
      let before = allocation_count()
      let time = try Clock.thread.milliseconds { try painter.paint(covers[phase], on: painted) }
      let after = allocation_count()
      let copy = copyFirst ?? copyTime()
      guard frame >= FacePaths.period else { continue }
      allocations += after - before
      times.append(time)
      copyTimes.append(copy)
      ratios.append(time / copy)
    }
    let bytes = touched.reduce(0) { $0 + $1.byteCount } / touched.count
    return Result(
      time: Quartiles(times), copyTime: Quartiles(copyTimes), ratio: Quartiles(ratios),
      byteCount: bytes, allocations: allocations)
  }

  /// Throws where allocations are not counted, so that a count of 0 says something.
  private static func checkCounting() throws {
    let before = allocation_count()
    // Asks for memory by Swift, then by a C library.
    let paths = FacePaths(in: PixelSize(width: 64, height: 64))
    let between = allocation_count()
    let frame = try Frame(format: .named("yuv420p"), size: PixelSize(width: 64, height: 64))
    guard paths.covers.count > 1, between > before, frame.byteCount > 0,
      allocation_count() > between
    else { throw Failure(message: "allocations are not counted in this build") }
  }
}
