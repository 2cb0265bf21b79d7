import Media
import Testing

@testable import Redaction

@Suite struct TrackGridsTests {
  private func place(
    _ grids: inout TrackGrids, track: Int = 1, side: Double = 100
  ) -> TrackGrids.Place {
    grids.place(
      Box(centerX: 200, centerY: 200, width: side, height: side), ofTrack: track,
      style: RedactionStyle(), room: 2, leastSide: 30)
  }

  @Test func `a track's colours are remembered from its second frame on`() {
    var grids = TrackGrids()
    grids.advance(to: 1)
    let first = place(&grids)
    #expect(first.elapsed == nil)
    grids.advance(to: 1.5)
    let second = place(&grids)
    #expect(second.elapsed == 0.5 && second.memory == first.memory && second.memory != nil)
    #expect(place(&grids, track: 2).memory != first.memory)
  }

  @Test func `nothing is remembered of cells that are other ones now`() {
    var grids = TrackGrids()
    grids.advance(to: 1)
    _ = place(&grids)
    grids.advance(to: 2)
    #expect(place(&grids, side: 60).elapsed == nil)
  }

  @Test func `nothing is remembered where time goes back`() {
    var grids = TrackGrids()
    grids.advance(to: 1)
    _ = place(&grids)
    grids.advance(to: 0.5)
    #expect(place(&grids).elapsed == nil)
  }

  @Test func `a second cover of a track in one frame has nothing to do with the first`() {
    var grids = TrackGrids()
    grids.advance(to: 1)
    _ = place(&grids)
    let second = place(&grids, side: 50)
    #expect(second.memory == nil && second.elapsed == nil && second.grid.side == 30)
  }

  @Test func `a track that is seen now and then is remembered`() {
    var grids = TrackGrids()
    let first = place(&grids, side: 600).grid.side
    for _ in 0..<5 {
      for _ in 0..<TrackGrids.memory { grids.advance(to: 1) }
      let next = place(&grids, side: 560)
      #expect(next.elapsed != nil && next.grid.side == first)
    }
  }

  @Test
  func `tracks that are gone are forgotten, however many there were, and their places used again`()
  {
    var grids = TrackGrids()
    var places: Set<Int> = []
    for track in 0..<20_000 {
      grids.advance(to: Double(track))
      if let memory = place(&grids, track: track).memory { places.insert(memory) }
      #expect(grids.count <= TrackGrids.memory + 200)
    }
    #expect(places.count <= TrackGrids.memory + 200)
    for _ in 0..<2 * TrackGrids.memory { grids.advance(to: 20_000) }
    #expect(grids.count == 0)
  }
}
