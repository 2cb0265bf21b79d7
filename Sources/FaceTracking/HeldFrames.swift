/// The frames that the tracker holds back, oldest first.
struct HeldFrames: Sendable {
  /// What the tracker needs to know of a frame that it holds back.
  struct Frame: Sendable {
    /// Number of the frame in the stream, from 0.
    var number: Int
    /// Presentation time in seconds.
    var time: Double
    /// Numbers of the scenes that it may belong to, from 0.
    var scenes: ClosedRange<Int>
  }

  /// Times that differ by less are the same, in seconds: time stamps are whole ticks of some clock,
  /// so that their differences come out a little too large or too small.
  static let timeRounding = 1e-6

  private var frames: [Frame] = []
  private var start = 0

  /// How many frames are held.
  var count: Int { frames.count - start }
  /// The frame held longest.
  var oldest: Frame? { count > 0 ? frames[start] : nil }

  /// Says that the frames of later scenes belong to a scene as well.
  mutating func join(_ scene: Int) {
    var index = frames.count - 1
    while index >= start, frames[index].scenes.upperBound > scene {
      frames[index].scenes =
        min(scene, frames[index].scenes.lowerBound)...frames[index].scenes.upperBound
      index -= 1
    }
  }

  /// The frame that came in so many frames before the newest; `nil` where it is not held any more.
  func frame(ago: Int) -> Frame? {
    let index = frames.count - 1 - ago
    return index >= start ? frames[index] : nil
  }

  /// Takes in the next frame.
  mutating func append(_ frame: Frame) {
    if start > 64, start * 2 > frames.count {
      frames.removeFirst(start)
      start = 0
    }
    frames.append(frame)
  }

  /// Lets the frame go that was held longest.
  mutating func removeOldest() {
    start += 1
  }
}
