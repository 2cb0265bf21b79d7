import Media
import Testing

@testable import Redaction

@Suite struct TrackGridsTests {
  private func place(
    _ grids: inout TrackGrids, track: Int = 1, side: Double = 100, x: Double = 200
  ) -> TrackGrids.Place {
    grids.place(
      Box(centerX: x, centerY: 200, width: side, height: side), ofTrack: track,
      style: RedactionStyle(), room: 2, leastSide: 30)
  }

  @Test func `a track keeps its cells and their place, and has them for itself`() {
    var grids = TrackGrids()
    grids.advance()
    let first = place(&grids).memory
    grids.advance()
    #expect(place(&grids, x: 290).memory == first && first != nil)
    let other = place(&grids, track: 2).memory
    #expect(other?.place != first?.place && other?.cells != first?.cells)
  }

  @Test func `cells of another size, or of a face that is elsewhere, are other ones`() {
    var grids = TrackGrids()
    var seen: Set<TrackGrids.Memory> = []
    for (side, x) in [(100.0, 200.0), (60, 200), (60, 270)] {
      grids.advance()
      if let memory = place(&grids, side: side, x: x).memory { seen.insert(memory) }
    }
    #expect(seen.count == 3 && Set(seen.map(\.place)).count == 1)
  }

  @Test func `a second cover of a track in one frame has nothing to do with the first`() {
    var grids = TrackGrids()
    grids.advance()
    let first = place(&grids).memory
    let second = place(&grids, side: 50)
    #expect(second.memory == nil && second.grid.side == 30)
    grids.advance()
    #expect(place(&grids).memory == first)
  }

  @Test func `a cover of no track has nothing to do with any other`() {
    var grids = TrackGrids()
    for _ in 0..<3 {
      grids.advance()
      #expect(place(&grids, track: -1).memory == nil)
    }
    #expect(grids.count == 0)
  }

  @Test func `a track that is seen now and then is remembered`() {
    var grids = TrackGrids()
    let first = place(&grids, side: 600)
    for _ in 0..<5 {
      for _ in 0..<TrackGrids.memory { grids.advance() }
      let next = place(&grids, side: 560)
      #expect(next.memory == first.memory && next.grid.side == first.grid.side)
    }
  }

  @Test
  func `tracks that are gone are forgotten, however many there were, and their places used again`()
  {
    var grids = TrackGrids()
    var (places, cells): (Set<Int>, Set<Int>) = ([], [])
    for track in 0..<20_000 {
      grids.advance()
      guard let memory = place(&grids, track: track).memory else { continue }
      places.insert(memory.place)
      cells.insert(memory.cells)
      #expect(grids.count <= TrackGrids.memory + 200)
    }
    #expect(places.count <= TrackGrids.memory + 200 && cells.count == 20_000)
    for _ in 0..<2 * TrackGrids.memory { grids.advance() }
    #expect(grids.count == 0)
  }
}
