import Media
import Redaction
import Testing

/// Input that no tracker should give, but might.
@Suite struct RedactorLimitsTests {
  @Test(arguments: [
    Box(x: .nan, y: 0, width: 10, height: 10), Box(x: 0, y: .infinity, width: 10, height: 10),
    Box(x: 0, y: 0, width: .infinity, height: 10), Box(x: 0, y: 0, width: 10, height: .nan),
    Box(x: 5, y: 5, width: -10, height: 10), Box(x: 5, y: 5, width: 10, height: -0.1),
  ])
  func `a box that is none is refused`(box: Box) throws {
    var frame = try Picture("yuv420p", 32, 32, sample: noise).frame()
    var redactor = Redactor(style: RedactionStyle())
    #expect(throws: RedactionError.self) {
      try redactor.paint([Cover(trackID: 7, face: box)], on: &frame, at: 0)
    }
  }

  @Test func `a style out of range is refused, faces or not`() throws {
    let changes: [(inout RedactionStyle) -> Void] = [
      { $0.scale = 0 }, { $0.cells = 0 }, { $0.margin = -0.1 }, { $0.margin = .nan },
      { $0.settling = -1 }, { $0.levels = 1 }, { $0.feather = -1 }, { $0.feather = .infinity },
      { $0.pixelWidth = 0 },
      { $0.pixelHeight = .nan },
    ]
    for change in changes {
      var style = RedactionStyle()
      change(&style)
      var frame = try Picture("yuv420p", 32, 32, sample: noise).frame()
      var redactor = Redactor(style: style)
      #expect(throws: RedactionError.self) {
        try redactor.paint([], on: &frame, at: 0)
      }
    }
  }

  @Test(arguments: [
    (Int.max, 6, 0.15, 1.0, 1.0), (30, Int.max, 0.15, 1, 1), (30, 6, 1e308, 1, 1),
    (30, 6, 0.15, 1e300, 1), (30, 6, 0.15, 1e-300, 1e300), (30, 6, 0.15, 1, 1e308),
  ])
  func `extreme styles still cover the face`(
    scale: Int, cells: Int, margin: Double, pixelWidth: Double, feather: Double
  ) throws {
    var style = RedactionStyle()
    style.scale = scale
    style.cells = cells
    style.margin = margin
    style.pixelWidth = pixelWidth
    style.feather = feather
    let picture = try Picture("yuv420p", 64, 48, sample: noise)
    var frame = try picture.frame(isInterlaced: true)
    var redactor = Redactor(style: style)
    let face = Box(x: 16, y: 16, width: 20, height: 20)
    try redactor.paint([Cover(trackID: .min, face: face)], on: &frame, at: 0)
    let result = Picture(&frame)
    let kept = (16..<36).flatMap { y in (16..<36).filter { result[0, $0, y] == picture[0, $0, y] } }
    // Samples that happen to be their cell's mean, and the box's corners.
    #expect(kept.count < 120)
  }

  @Test(arguments: ["yuv420p", "nv12", "yuv410p", "yuyv422", "rgba", "p010le"])
  func `no box whatever does harm beyond its cover`(format: String) throws {
    var seeded = SeededGenerator(state: 20)
    for _ in 0..<60 {
      let (width, height) = (
        Int.random(in: 1...80, using: &seeded), Int.random(in: 1...60, using: &seeded)
      )
      let picture = try Picture(format, width, height, sample: noise)
      let isInterlaced = Bool.random(using: &seeded)
      var frame = try picture.frame(isInterlaced: isInterlaced)
      var style = RedactionStyle()
      style.scale = Int.random(in: 1...50, using: &seeded)
      style.cells = Int.random(in: 1...9, using: &seeded)
      style.fill =
        [.mosaic, .blur, .solid(RGBColour(red: 200, green: 30, blue: 90))]
        .randomElement(using: &seeded) ?? .mosaic
      style.shape = Bool.random(using: &seeded) ? .ellipse : .rectangle
      style.feather = Double.random(in: 0...4, using: &seeded)
      style.margin = Double.random(in: 0...1, using: &seeded)
      style.pixelWidth = Double.random(in: 0.2...3, using: &seeded)
      let covers = (0..<Int.random(in: 0...6, using: &seeded)).map { track in
        let scale: Double = [0, 1, 20, 80, 1e5, 1e18, 1e305].randomElement(using: &seeded) ?? 1
        return Cover(
          trackID: track,
          face: Box(
            x: scale * Double.random(in: -1...1, using: &seeded),
            y: scale * Double.random(in: -1...1, using: &seeded),
            width: scale * Double.random(in: 0...1, using: &seeded),
            height: scale * Double.random(in: 0...1, using: &seeded)))
      }
      var redactor = Redactor(style: style)
      try redactor.paint(covers, on: &frame, at: 0)
      let result = Picture(&frame)
      // Half a pixel to each side, the feather, and up to seven rows or four columns that share one
      // chroma sample.
      let reach = style.feather + 8
      for component in picture.colours {
        let shift = picture.shifts(of: component)
        for y in 0..<picture.rows(of: component) {
          for x in 0..<picture.columns(of: component) {
            if result.element(component, x, y) == picture.element(component, x, y) { continue }
            let (left, top) = (Double(x << shift.x), Double(y << shift.y))
            let isNear = covers.contains { cover in
              let (spareX, spareY) = (
                cover.face.width * style.margin + reach, cover.face.height * style.margin + reach
              )
              return left > cover.face.x - spareX && left < cover.face.maxX + spareX
                && top > cover.face.y - spareY && top < cover.face.maxY + spareY
            }
            #expect(isNear)
          }
        }
      }
      #expect(result.keptElements == picture.keptElements)
    }
  }
}
