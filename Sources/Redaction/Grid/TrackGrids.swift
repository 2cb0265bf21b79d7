import Media

/// What is remembered of each track's mosaic from frame to frame.
struct TrackGrids {
  /// How a cover's cells lie, and where their colours are remembered.
  struct Place {
    var grid: TrackGrid
    /// `nil` for a cover of no track, and for a second one of a track in one frame.
    var memory: Memory?
  }

  /// Where the colours of a track's cells are remembered.
  struct Memory: Hashable {
    /// The place's number, which tracks have one after the other.
    let place: Int
    /// A number that no other cells have, in any place: neither those of another track nor larger
    /// or smaller ones of the same.
    var cells: Int
  }

  private struct Entry {
    var grid: TrackGrid
    var memory: Memory
    var lastFrame: Int
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
  private var groups = 0
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
    for track in stale {
      if let entry = entries.removeValue(forKey: track) { free.append(entry.memory.place) }
    }
  }

  /// Where the cells of a track's cover lie in this frame; numbers below 0 are of no track.
  mutating func place(
    _ face: Box, ofTrack track: Int, style: RedactionStyle, room: Double, leastSide: Double
  ) -> Place {
    let known = entries[track]
    guard var entry = known, entry.lastFrame != frame else {
      let grid = TrackGrid(face: face, style: style, room: room, leastSide: leastSide)
      guard known == nil, track >= 0 else { return Place(grid: grid, memory: nil) }
      let place = free.popLast() ?? places
      if place == places { places += 1 }
      let memory = Memory(place: place, cells: nextGroup())
      entries[track] = Entry(grid: grid, memory: memory, lastFrame: frame)
      return Place(grid: grid, memory: memory)
    }
    let isSame = entry.grid.follow(face, style: style, room: room, leastSide: leastSide)
    if !isSame { entry.memory.cells = nextGroup() }
    entry.lastFrame = frame
    entries[track] = entry
    return Place(grid: entry.grid, memory: entry.memory)
  }

  private mutating func nextGroup() -> Int {
    groups += 1
    return groups
  }
}
