import Dispatch
import Media

/// Tells of a job's progress several times a second.
final class ProgressMeter {
  private let tally: Tally
  private let expectedFrames: Int?
  private let expectedTime: Double?
  private let startTimes: [Double]
  private let isVerifying: Bool
  /// When the job began.
  let began: DispatchTime
  private let timer: any DispatchSourceTimer

  /// A meter of work on video streams.
  ///
  /// - Parameters:
  ///   - tally: of a lane for each of them.
  ///   - isVerifying: whether the work is the comparing.
  init(
    streams: [MediaStream], tally: Tally, isVerifying: Bool = false, began: DispatchTime = .now()
  ) {
    self.tally = tally
    self.isVerifying = isVerifying
    self.began = began
    let frames = streams.compactMap(\.frameCount)
    expectedFrames = frames.count == streams.count ? frames.reduce(0, +) : nil
    expectedTime = streams.compactMap(\.duration).max()
    startTimes = streams.map(\.startTime)
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "anonymize.progress"))
  }

  /// The state of things now.
  func current() -> Progress {
    ProgressMeter.progress(
      tally, expectedFrames: expectedFrames, expectedTime: expectedTime, startTimes: startTimes,
      began: began, isVerifying: isVerifying)
  }

  /// Begins to tell `onProgress`, from a queue of the meter's own, until `stop`.
  func start(_ onProgress: @escaping @Sendable (Progress) -> Void) {
    let (tally, frames, time) = (tally, expectedFrames, expectedTime)
    let (startTimes, began, isVerifying) = (startTimes, began, isVerifying)
    timer.schedule(deadline: .now() + 0.1, repeating: 0.1)
    timer.setEventHandler {
      onProgress(
        ProgressMeter.progress(
          tally, expectedFrames: frames, expectedTime: time, startTimes: startTimes, began: began,
          isVerifying: isVerifying))
    }
    timer.resume()
  }

  /// Ends the telling.
  func stop() { timer.cancel() }

  private static func progress(
    _ tally: Tally, expectedFrames: Int?, expectedTime: Double?, startTimes: [Double],
    began: DispatchTime, isVerifying: Bool
  ) -> Progress {
    let lanes = tally.lanes
    let elapsed = DispatchTime.now().uptimeNanoseconds - began.uptimeNanoseconds
    return Progress(
      frames: lanes.reduce(0) { $0 + $1.encoded }, expectedFrames: expectedFrames,
      footageTime: zip(lanes, startTimes).map { max(0, $0.footageTime - $1) }.max() ?? 0,
      expectedFootageTime: expectedTime, elapsed: Double(elapsed) / 1e9,
      isVerifying: isVerifying)
  }
}
