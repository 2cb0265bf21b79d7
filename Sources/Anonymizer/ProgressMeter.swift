import Dispatch

/// Tells of a job's progress several times a second.
final class ProgressMeter {
  private let tally: Tally
  private let expectedFrames: Int?
  private let expectedTime: Double?
  private let startTimes: [Double]
  private let began = DispatchTime.now()
  private let timer: any DispatchSourceTimer

  init(lanes: [VideoLane], tally: Tally) {
    self.tally = tally
    let frames = lanes.compactMap(\.stream.frameCount)
    expectedFrames = frames.count == lanes.count ? frames.reduce(0, +) : nil
    expectedTime = lanes.compactMap(\.stream.duration).max()
    startTimes = lanes.map(\.stream.startTime)
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "anonymize.progress"))
  }

  /// The state of things now.
  func current() -> Progress {
    ProgressMeter.progress(
      tally, expectedFrames: expectedFrames, expectedTime: expectedTime, startTimes: startTimes,
      began: began)
  }

  /// Begins to tell `onProgress`, from a queue of the meter's own, until `stop`.
  func start(_ onProgress: @escaping @Sendable (Progress) -> Void) {
    let (tally, frames, time) = (tally, expectedFrames, expectedTime)
    let (startTimes, began) = (startTimes, began)
    timer.schedule(deadline: .now() + 0.1, repeating: 0.1)
    timer.setEventHandler {
      onProgress(
        ProgressMeter.progress(
          tally, expectedFrames: frames, expectedTime: time, startTimes: startTimes, began: began))
    }
    timer.resume()
  }

  /// Ends the telling.
  func stop() { timer.cancel() }

  private static func progress(
    _ tally: Tally, expectedFrames: Int?, expectedTime: Double?, startTimes: [Double],
    began: DispatchTime
  ) -> Progress {
    let lanes = tally.lanes
    let elapsed = DispatchTime.now().uptimeNanoseconds - began.uptimeNanoseconds
    return Progress(
      frames: lanes.reduce(0) { $0 + $1.encoded }, expectedFrames: expectedFrames,
      footageTime: zip(lanes, startTimes).map { max(0, $0.footageTime - $1) }.max() ?? 0,
      expectedFootageTime: expectedTime, elapsed: Double(elapsed) / 1e9)
  }
}
