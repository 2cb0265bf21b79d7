import Media

/// What is remembered of each track's mosaic from frame to frame.
struct TrackGrids {
  /// How a cover's cells lie, and what it has to do with earlier ones.
  struct Place {
    var grid: TrackGrid
    /// Where the colours of the track's cells are remembered; `nil` for a second cover of one track in
    /// one frame.
    var memory: Int?
    /// Seconds since the colours were remembered; `nil` where none of these cells are.
    var elapsed: Double?
  }

  private struct Entry {
    var grid: TrackGrid
    let memory: Int
    var lastFrame: Int
    var lastTime: Double
  }

  /// Frames after which a track that was not seen is forgotten; longer than any gap in a track.
  static let memory = 1000
  /// How often forgotten tracks are swept out.
  private static let sweepInterval = 100

  private var entries: [Int: Entry] = [:]
  private var stale: [Int] = []
  /// Places for colours that no track has any more.
  private var free: [Int] = []
  private var places = 0
  private var frame = 0
  private var time = 0.0

  /// The number of tracks remembered.
  var count: Int { entries.count }

  /// Begins the next frame.
  mutating func advance(to time: Double) {
    frame &+= 1
    self.time = time
    guard frame % Self.sweepInterval == 0 else { return }
    stale.removeAll(keepingCapacity: true)
    for (track, entry) in entries where frame &- entry.lastFrame > Self.memory {
      stale.append(track)
    }
    for track in stale {
      if let entry = entries.removeValue(forKey: track) { free.append(entry.memory) }
    }
  }

  /// Where the cells of a track's cover lie in this frame.
  mutating func place(
    _ face: Box, ofTrack track: Int, style: RedactionStyle, room: Double, leastSide: Double
  ) -> Place {
    guard var entry = entries[track] else {
      let grid = TrackGrid(face: face, style: style, room: room, leastSide: leastSide)
      let memory = free.popLast() ?? places
      if memory == places { places += 1 }
      entries[track] = Entry(grid: grid, memory: memory, lastFrame: frame, lastTime: time)
      return Place(grid: grid, memory: memory, elapsed: nil)
    }
    guard entry.lastFrame != frame else {
      let grid = TrackGrid(face: face, style: style, room: room, leastSide: leastSide)
      return Place(grid: grid, memory: nil, elapsed: nil)
    }
    let isSame = entry.grid.follow(face, style: style, room: room, leastSide: leastSide)
    let elapsed = time - entry.lastTime
    entry.lastFrame = frame
    entry.lastTime = time
    entries[track] = entry
    return Place(
      grid: entry.grid, memory: entry.memory, elapsed: isSame && elapsed >= 0 ? elapsed : nil)
  }
}
