/// What the cells of all tracks have shown.
struct CellMemories {
  /// Planes of a frame, and pictures in it: more than any format has.
  private static let planes = 4
  private static let pictures = 2

  private var all: ContiguousArray<CellMemory> = []

  /// Forgets everything, as is due where the samples come to mean something else.
  mutating func removeAll() { all.removeAll() }

  /// What is remembered in a place that `TrackGrids` has given to a track.
  subscript(place: Int, picture picture: Int, plane plane: Int) -> CellMemory {
    _read { yield all[index(place, picture, plane)] }
    _modify { yield &all[index(place, picture, plane)] }
  }

  /// Makes room for a number of places.
  mutating func reserve(places: Int) {
    let count = places * Self.pictures * Self.planes
    if all.count < count {
      all.append(contentsOf: repeatElement(CellMemory(), count: count - all.count))
    }
  }

  private func index(_ place: Int, _ picture: Int, _ plane: Int) -> Int {
    (place * Self.pictures + picture) * Self.planes + plane
  }
}
