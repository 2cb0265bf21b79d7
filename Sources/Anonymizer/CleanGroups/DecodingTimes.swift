import Media

/// Gives newly coded packets the decoding times of those whose places they take.
///
/// An encoder may order pictures otherwise than the source, so that the source's time would come
/// after the picture is shown: such times are drawn forward, which needs packets to be held back.
struct DecodingTimes {
  private var waiting: [(time: Int64, shown: Int64)] = []
  private var latest: Int64?

  /// Packets that are held back: more than an encoder reorders.
  static let depth = 8

  /// Takes a packet in decoding order.
  ///
  /// - Parameters:
  ///   - shown: its presentation time, in ticks.
  ///   - due: when the source's packet of its place was due; `nil` where there was none.
  mutating func add(shown: Int64, due: Int64?) {
    waiting.append((min(due ?? shown, shown), shown))
    for place in waiting.indices.dropLast().reversed()
    where waiting[place].time >= waiting[place + 1].time {
      waiting[place].time = waiting[place + 1].time - 1
    }
  }

  /// The time of the oldest packet that has not got one; `nil` where it is to wait for others, or
  /// there is none.
  ///
  /// - Parameter isEnd: whether none is to come that could be shown before its time.
  /// - Throws: `MediaError.Code.unencodable` where there is no moment left for it.
  mutating func next(isEnd: Bool) throws(MediaError) -> Int64? {
    guard waiting.count > (isEnd ? 0 : Self.depth) else { return nil }
    let (wanted, shown) = waiting.removeFirst()
    let time = max(wanted, latest.map { $0 + 1 } ?? wanted)
    guard time <= shown else {
      throw MediaError(
        .unencodable,
        "its times leave no room for new pictures between copied ones: add --copy-clean never")
    }
    latest = time
    return time
  }

  /// Notes a packet that goes in between with a time of its own.
  mutating func pass(_ time: Int64?) { latest = time ?? latest }
}
