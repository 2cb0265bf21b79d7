import Media

/// How much of the footage is wanted, and how far each of its streams has been read.
struct FootageExtent {
  /// Where it ends, in seconds.
  let end: Double
  // Decoding times that have been reached, by stream index.
  private var reached: [Int: Double] = [:]
  private let videos: [Int]
  private let others: [Int]

  /// Packets of another stream may come so much later in a file than those of the video.
  static let interleaving = 1.0

  /// The first `duration` seconds of footage of which the given streams are read.
  ///
  /// - Parameter all: the streams that the footage begins with; `nil` where they are the same.
  init(duration: Double, of streams: [MediaStream], beginningWith all: [MediaStream]? = nil) {
    self.init(
      end: ((all ?? streams).map(\.startTime).min() ?? 0) + duration, of: streams)
  }

  /// The footage up to a time in seconds, of which the given streams are read.
  init(end: Double, of streams: [MediaStream]) {
    self.end = end
    videos = streams.filter { $0.kind == .video }.map(\.index)
    others = streams.filter { $0.kind != .video }.map(\.index)
  }

  /// Whether a time in seconds lies within the extent.
  func contains(_ time: Double) -> Bool { time < end }

  /// Notes that a stream has been read up to a decoding time in seconds.
  mutating func reach(_ time: Double, inStream index: Int) {
    reached[index] = max(reached[index] ?? -.infinity, time)
  }

  /// Whether nothing that is still to be read can lie within the extent.
  var isExhausted: Bool {
    func isPast(_ index: Int) -> Bool { (reached[index] ?? -.infinity) >= end }
    return videos.allSatisfy(isPast)
      && (others.allSatisfy(isPast)
        || reached.values.contains { $0 >= end + FootageExtent.interleaving })
  }
}
