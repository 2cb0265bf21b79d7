import Media

/// How much of the footage is wanted, and how far each of its streams has been read.
struct FootageExtent {
  private let end: Double
  // Decoding times that have been reached, by stream index.
  private var reached: [Int: Double] = [:]
  private let videos: Set<Int>

  /// Packets of another stream may come so much later in a file than those of the video.
  static let interleaving = 1.0

  /// The first `duration` seconds of footage with the given streams.
  ///
  /// - Parameter videos: indices of the streams that must be read to the end of the extent.
  init(duration: Double, of streams: [MediaStream], videos: [MediaStream]) {
    let start = streams.map(\.startTime).min() ?? 0
    end = start + duration
    self.videos = Set(videos.map(\.index))
  }

  /// Whether a time in seconds lies within the extent.
  func contains(_ time: Double) -> Bool { time < end }

  /// Notes that a stream has been read up to a decoding time in seconds.
  mutating func reach(_ time: Double, inStream index: Int) {
    reached[index] = max(reached[index] ?? -.infinity, time)
  }

  /// Whether nothing that is still to be read can lie within the extent.
  func isExhausted(streams: some Sequence<Int>) -> Bool {
    guard videos.allSatisfy({ (reached[$0] ?? -.infinity) >= end }) else { return false }
    return streams.allSatisfy { (reached[$0] ?? -.infinity) >= end }
      || reached.values.contains { $0 >= end + FootageExtent.interleaving }
  }
}
