import Media
import Redaction
import Testing

/// What is painted where covers meet.
@Suite struct RedactorOverlapTests {
  private static let format = "yuv420p"
  // With two percent on either side and room for chroma, a quarter of these is 14 and 10 pixels.
  private let coarse = Box(centerX: 44, centerY: 40, width: 54 / 1.04, height: 60)
  private let fine = Box(centerX: 72, centerY: 48, width: 38 / 1.04, height: 40)

  private func style() -> RedactionStyle {
    var style = RedactionStyle()
    style.scale = 4
    style.cells = 4
    style.margin = 0
    style.levels = 1 << 16
    return style
  }

  private func painted(_ covers: [Cover], _ picture: Picture) throws -> Picture {
    var redactor = Redactor(style: style())
    var frame = try picture.frame()
    try redactor.paint(covers, on: &frame, at: 0)
    return Picture(&frame)
  }

  @Test func `the coarser grid wins and no seam shows the picture beneath`() throws {
    let picture = try Picture(Self.format, 110, 90, sample: noise)
    let result = try painted(
      [Cover(trackID: 1, face: coarse), Cover(trackID: 2, face: fine)], picture)
    let above = ReferenceMosaic(
      picture, cover: coarse, corner: (44, 40), cell: PixelSize(width: 14, height: 14), reach: 1)
    let below = ReferenceMosaic(
      picture, cover: fine, corner: (72, 48), cell: PixelSize(width: 10, height: 10), reach: 1)
    var seam = 0
    for component in 0..<3 {
      for y in 0..<picture.rows(of: component) {
        for x in 0..<picture.columns(of: component) {
          let value = result[component, x, y]
          if above.isInside(component, x, y) {
            #expect(value == above.mean(component, x, y))
          } else if below.isInside(component, x, y) {
            let means = [above.mean(component, x, y), below.mean(component, x, y)]
            if above.isNear(component, x, y) {
              seam += 1
              #expect(value >= (means.min() ?? 0) && value <= (means.max() ?? 0))
            } else {
              #expect(value == means[1])
            }
          } else if !above.isNear(component, x, y), !below.isNear(component, x, y) {
            #expect(value == picture[component, x, y])
          }
        }
      }
    }
    #expect(seam > 0)
  }

  @Test func `the order in which covers come makes no difference`() throws {
    let picture = try Picture(Self.format, 110, 90, sample: noise)
    var covers = [
      Cover(trackID: 1, face: coarse), Cover(trackID: 2, face: fine),
      Cover(trackID: 3, face: Box(x: 50, y: 50, width: 37, height: 40)),
      Cover(trackID: 3, face: Box(x: 60, y: 55, width: 37, height: 40)),
    ]
    let first = try painted(covers, picture)
    for _ in 0..<4 {
      covers.append(covers.removeFirst())
      #expect(try painted(covers, picture) == first)
      #expect(try painted(covers.reversed(), picture) == first)
    }
  }
}
