import Media
import Testing

@testable import Redaction

@Suite struct CoverMasksTests {
  private let size = PixelSize(width: 100, height: 80)

  /// Adds a cover; `#require` cannot call what changes its receiver.
  private func add(
    _ box: Box, to masks: inout CoverMasks, shape: RedactionStyle.Shape = .ellipse,
    feather: Double = 1
  ) throws -> CoverMasks.Mask {
    let mask = masks.add(box, shape: shape, feather: feather, in: size)
    return try #require(mask)
  }

  /// The coverage of each pixel of a row.
  private func row(_ y: Int, of mask: CoverMasks.Mask, in masks: CoverMasks) -> [UInt16] {
    (0..<size.width).map { masks.coverage(of: mask, columns: $0..<$0 + 1, rows: y...y) }
  }

  @Test func `every pixel that the ellipse touches is covered fully, all around it`() throws {
    var masks = CoverMasks()
    // Touches columns 20 to 40 and rows 10 to 41, some of them by a tenth of a pixel.
    let box = Box(x: 20.9, y: 10.9, width: 19.2, height: 30.2)
    let mask = try add(box, to: &masks)
    for y in 0..<size.height {
      let full = row(y, of: mask, in: masks).map { $0 == CoverMasks.full }
      for x in 0..<size.width {
        // The pixel's point that is nearest to the centre.
        let nearest = Point(
          x: min(max(box.centerX, Double(x)), Double(x + 1)) - box.centerX,
          y: min(max(box.centerY, Double(y)), Double(y + 1)) - box.centerY)
        let isTouched =
          (nearest.x / 9.6) * (nearest.x / 9.6) + (nearest.y / 15.1) * (nearest.y / 15.1) < 1
        #expect(full[x] == isTouched)
      }
    }
  }

  @Test func `coverage falls with the distance from a circle`() throws {
    var masks = CoverMasks()
    let box = Box(centerX: 50, centerY: 40.5, width: 40, height: 40)
    let mask = try add(box, to: &masks, feather: 4)
    // Pixel centres half a pixel to three and a half pixels outside.
    #expect(row(40, of: mask, in: masks)[69...74] == [256, 224, 160, 96, 32, 0])
    #expect(row(40, of: mask, in: masks)[25...30] == [0, 32, 96, 160, 224, 256])
  }

  @Test func `a face that an edge of the frame cuts is covered up to its corners there`() throws {
    var masks = CoverMasks()
    let box = Box(x: -3, y: 20, width: 23, height: 40)
    let mask = masks.add(
      box, shape: .ellipse, feather: 1, cutBy: FrameEdges(reachedBy: box, in: size), in: size)
    let cut = try #require(mask)
    // On the left of the centre a rectangle, on the right half an ellipse.
    for y in 20..<60 { #expect(row(y, of: cut, in: masks)[0] == CoverMasks.full) }
    #expect(row(20, of: cut, in: masks)[18] < CoverMasks.full)
    #expect(row(40, of: cut, in: masks)[19] == CoverMasks.full)
    #expect(row(62, of: cut, in: masks)[0] == 0)
  }

  @Test func `a face that two edges cut is covered up to the corner of the frame`() throws {
    var masks = CoverMasks()
    let box = Box(x: 70, y: 50, width: 30, height: 30)
    let mask = masks.add(
      box, shape: .ellipse, feather: 1, cutBy: FrameEdges(reachedBy: box, in: size), in: size)
    let cut = try #require(mask)
    #expect(row(79, of: cut, in: masks)[99] == CoverMasks.full)
    #expect(row(79, of: cut, in: masks)[71] == CoverMasks.full)
    #expect(row(51, of: cut, in: masks)[99] == CoverMasks.full)
    #expect(row(50, of: cut, in: masks)[71] == 0)
  }

  @Test func `only the edges that a face reaches cut it`() {
    let inside = Box(x: 30, y: 30, width: 20, height: 20)
    #expect(FrameEdges(reachedBy: inside, in: size) == [])
    let top = Box(x: 30, y: 0.4, width: 20, height: 20)
    #expect(FrameEdges(reachedBy: top, in: size) == .top)
    let all = Box(x: -5, y: 0, width: 110, height: 80)
    #expect(FrameEdges(reachedBy: all, in: size) == [.left, .right, .top, .bottom])
  }

  @Test func `a feather is never wider than the cover is`() throws {
    var masks = CoverMasks()
    let box = Box(centerX: 50, centerY: 40, width: 10, height: 6)
    let mask = try add(box, to: &masks, feather: 1000)
    #expect(mask.columns == 40..<60)
    #expect(mask.rows == 32..<48)
  }

  @Test func `the span of several rows holds all of theirs`() throws {
    var masks = CoverMasks()
    let box = Box(centerX: 50, centerY: 40, width: 40, height: 40)
    let mask = try add(box, to: &masks)
    let joined = masks.span(of: mask, rows: 22...25)
    let last = masks.span(of: mask, rows: 25...25)
    #expect(joined.innerLow == last.innerLow && joined.outerHigh == last.outerHigh)
    let outside = masks.span(of: mask, rows: 0...10)
    #expect(outside.outerLow >= outside.outerHigh && outside.innerLow >= outside.innerHigh)
  }

  @Test func `a cover that the frame cuts keeps to the frame`() throws {
    var masks = CoverMasks()
    let box = Box(x: 90, y: -20, width: 40, height: 40)
    let mask = try add(box, to: &masks)
    #expect(mask.columns.upperBound == 100 && mask.rows.lowerBound == 0)
    #expect(row(0, of: mask, in: masks).suffix(9).allSatisfy { $0 == CoverMasks.full })
    let outside = Box(x: 101.5, y: 0, width: 10, height: 10)
    for shape in [RedactionStyle.Shape.ellipse, .rectangle] {
      let none = masks.add(outside, shape: shape, feather: 1, in: size)
      #expect(none == nil)
    }
  }

  @Test func `covers of one frame are kept apart`() throws {
    var masks = CoverMasks()
    let first = try add(Box(x: 0, y: 0, width: 9, height: 9), to: &masks)
    let second = try add(Box(x: 50, y: 5, width: 9, height: 9), to: &masks, shape: .rectangle)
    let alone = row(4, of: first, in: masks)
    #expect(row(6, of: second, in: masks)[50] == CoverMasks.full)
    #expect(alone[4] == CoverMasks.full && alone[50] == 0)
  }
}
