/// What is remembered of each track's mosaic grid from frame to frame.
///
/// A track's cells only ever grow, and in coarse steps: cells that followed each change of the face's
/// size would sample it anew in every frame.
struct TrackGrids {
  private struct Entry {
    var side: Int
    var lastFrame: Int
  }

  /// Frames after which a track that was not seen is forgotten; longer than any gap in a track.
  static let memory = 1000
  /// How often forgotten tracks are swept out.
  private static let sweepInterval = 100

  private var entries: [Int: Entry] = [:]
  private var stale: [Int] = []
  private var frame = 0

  /// The number of tracks remembered.
  var count: Int { entries.count }

  /// Begins the next frame.
  mutating func advance() {
    frame &+= 1
    guard frame % Self.sweepInterval == 0 else { return }
    stale.removeAll(keepingCapacity: true)
    for (track, entry) in entries where frame &- entry.lastFrame > Self.memory {
      stale.append(track)
    }
    for track in stale { entries[track] = nil }
  }

  /// Side of the track's cells in upright pixels: `scale`, or the first of the steps above it, each
  /// a quarter larger than the one before, that is at least `needed` and all earlier sides.
  mutating func side(ofTrack track: Int, scale: Int, needed: Int) -> Int {
    var side = entries[track]?.side ?? scale
    while side < needed { side += max(1, side / 4) }
    entries[track] = Entry(side: side, lastFrame: frame)
    return side
  }
}
