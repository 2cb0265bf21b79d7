import Media
import Testing

@testable import Redaction

@Suite struct TrackGridTests {
  private func box(_ side: Double, x: Double = 500) -> Box {
    Box(centerX: x, centerY: 300, width: side, height: side * 1.3)
  }

  private func style(cells: Int = 6) -> RedactionStyle {
    var style = RedactionStyle()
    style.cells = cells
    return style
  }

  private func grid(_ side: Double) -> TrackGrid {
    TrackGrid(face: box(side), style: style(), room: 0, leastSide: 30)
  }

  @Test func `a small face gets cells of the scale, a large one as many as are allowed`() {
    #expect(grid(100).side == 30 && !grid(100).isCrowded)
    #expect(abs(grid(600).side - 104) < 1e-9 && grid(600).isCrowded)
  }

  @Test func `cells grow and shrink with the face`() {
    var grid = grid(300)
    let share = grid.side / 300
    for side in [310.0, 350, 420, 390, 400] {
      let isSame = grid.follow(box(side), style: style(), room: 0, leastSide: 30)
      #expect(isSame)
      #expect(grid.side / side >= share * 0.9999 && grid.side / side <= share / 0.9199)
    }
  }

  @Test
  func `cells that become too small are joined two by two, and divided as late as twice that`() {
    var grid = grid(170)
    #expect(grid.side == 30)
    var (joined, divided) = (0, 0)
    for side in stride(from: 170.0, to: 60, by: -1) {
      let before = grid.side
      if grid.follow(box(side), style: style(), room: 0, leastSide: 30) { continue }
      #expect(before < 31 && grid.side > 59)
      joined += 1
    }
    for side in stride(from: 60.0, to: 170, by: 1) {
      let before = grid.side
      if grid.follow(box(side), style: style(), room: 0, leastSide: 30) { continue }
      #expect(before > 64 && grid.side > 32)
      divided += 1
    }
    #expect(joined == 2 && divided == 1)
  }

  @Test func `a grid stays while its face's box trembles and follows when it goes`() {
    var grid = grid(200)
    for x in [503.9, 496.1, 502, 498, 500] {
      _ = grid.follow(box(200, x: x), style: style(), room: 0, leastSide: 30)
      #expect(grid.x == 500 && grid.y == 300)
    }
    for step in 1...20 {
      let x = 500 + 11 * Double(step)
      _ = grid.follow(box(200, x: x), style: style(), room: 0, leastSide: 30)
      #expect(abs(grid.x - (x - 4)) < 1e-9)
    }
  }

  @Test func `a face of no size has cells all the same`() {
    var grid = grid(0)
    #expect(grid.side == 30)
    _ = grid.follow(box(0), style: style(), room: 0, leastSide: 30)
    #expect(grid.side == 30)
    _ = grid.follow(box(600), style: style(), room: 0, leastSide: 30)
    #expect(grid.side >= 104)
  }
}
