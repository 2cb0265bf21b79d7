import Testing

@testable import Redaction

@Suite struct TrackGridsTests {
  @Test func `the side is the scale until more is needed, then a step that is enough`() {
    var grids = TrackGrids()
    #expect(grids.side(ofTrack: 1, scale: 30, needed: 7) == 30)
    #expect(grids.side(ofTrack: 1, scale: 30, needed: 31) == 37)
    #expect(grids.side(ofTrack: 1, scale: 30, needed: 37) == 37)
    #expect(grids.side(ofTrack: 1, scale: 30, needed: 47) == 57)
    #expect(grids.side(ofTrack: 1, scale: 30, needed: 1) == 57)
    #expect(grids.side(ofTrack: 2, scale: 30, needed: 1) == 30)
  }

  @Test func `the smallest scale can grow as well`() {
    var grids = TrackGrids()
    #expect(grids.side(ofTrack: 1, scale: 1, needed: 3) == 3)
  }

  @Test func `a track that is seen now and then is remembered`() {
    var grids = TrackGrids()
    for _ in 0..<5 {
      #expect(grids.side(ofTrack: 1, scale: 30, needed: 30) == 30)
      for _ in 0..<TrackGrids.memory { grids.advance() }
    }
    #expect(grids.side(ofTrack: 1, scale: 30, needed: 90) == 110)
    for _ in 0..<TrackGrids.memory { grids.advance() }
    #expect(grids.side(ofTrack: 1, scale: 30, needed: 30) == 110)
  }

  @Test func `tracks that are gone are forgotten, however many there were`() {
    var grids = TrackGrids()
    for track in 0..<20_000 {
      grids.advance()
      _ = grids.side(ofTrack: track, scale: 30, needed: 30)
      #expect(grids.count <= TrackGrids.memory + 200)
    }
    for _ in 0..<2 * TrackGrids.memory { grids.advance() }
    #expect(grids.count == 0)
  }
}
