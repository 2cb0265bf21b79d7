/// Puts real times back on packets whose encoder only counted frames.
///
/// Encoders are fed with 0, 1, 2, ... as presentation times, in a time base of one frame. That way
/// no encoder's demands on its time base (a fixed rate, a 16-bit denominator) bend the footage's
/// times, and variable frame rates go through exactly. A packet's presentation count names its
/// frame; its decoding count, at most as large, names the frame whose time the packet is due for
/// decoding, or lies before the first frame by the encoder's reorder delay.
struct TimestampTable {
  private struct Entry {
    let time: Int64
    let duration: Int64
  }

  private var entries: [Entry] = []
  private var firstIndex: Int64 = 0
  private var firstTime: Int64 = 0
  private let nominalDuration: Int64
  private var lastDecodingTime: Int64?
  private var reorderDelay: Int64?
  // Frames whose packets have gone out ahead of `lowestUnsent`.
  private var sent: Set<Int64> = []
  private var lowestUnsent: Int64 = 0

  /// A table for frames of about the given length in ticks.
  init(nominalDuration: Int64) {
    self.nominalDuration = max(1, nominalDuration)
  }

  /// Frames that it still knows.
  var heldCount: Int { entries.count }

  /// The count that stands for the next frame.
  var nextIndex: Int64 { firstIndex + Int64(entries.count) }

  /// Notes the next frame's presentation time and length, both in ticks of the stream's time base.
  mutating func append(time: Int64, duration: Int64) {
    if nextIndex == 0 { firstTime = time }
    entries.append(Entry(time: time, duration: duration))
  }

  /// Times in ticks for a packet with the given counts; `nil` where the encoder made one up.
  mutating func times(
    presentationIndex: Int64, decodingIndex: Int64?
  ) -> (presentation: Int64, decoding: Int64, duration: Int64)? {
    guard let shown = entry(presentationIndex) else { return nil }
    let due = min(decodingIndex ?? presentationIndex, presentationIndex)
    let delay = reorderDelay ?? max(0, -due)
    reorderDelay = delay
    var decoding: Int64
    if due < 0 {
      decoding = firstTime + due * nominalDuration
    } else if let entry = entry(due) {
      decoding = entry.time
    } else {
      return nil
    }
    // Behind a long gap a decoding time from before it would lie too far from the presentation time
    // for MP4 to say. It may rise towards the first time that is still to be shown, less one tick
    // for each packet that may come before that frame's own.
    if let current = entry(due + delay), let next = entry(lowestUnsent) {
      let latest = current.time - (delay + 8) * nominalDuration
      decoding = max(decoding, min(next.time - (lowestUnsent - due), latest))
    }
    if let last = lastDecodingTime, decoding <= last { decoding = min(last + 1, shown.time) }
    lastDecodingTime = decoding
    sent.insert(presentationIndex)
    while sent.remove(lowestUnsent) != nil { lowestUnsent += 1 }
    forget(before: due)
    return (shown.time, decoding, shown.duration > 0 ? shown.duration : nominalDuration)
  }

  private func entry(_ index: Int64) -> Entry? {
    let offset = index - firstIndex
    return offset >= 0 && offset < Int64(entries.count) ? entries[Int(offset)] : nil
  }

  // Decoding counts never fall, so what lies before one is not asked for again. Removing in runs
  // keeps the cost per frame constant.
  private mutating func forget(before index: Int64) {
    let stale = min(index - firstIndex, Int64(entries.count))
    guard stale >= 64 else { return }
    entries.removeFirst(Int(stale))
    firstIndex += stale
  }
}
