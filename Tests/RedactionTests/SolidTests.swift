import Media
import Redaction
import Testing

/// Covers of one colour.
@Suite struct SolidTests {
  private func painted(
    _ picture: Picture, _ faces: [Box], colour: RGBColour, isInterlaced: Bool = false,
    tagged colours: ColourDescription = ColourDescription()
  ) throws -> Picture {
    var style = RedactionStyle()
    style.fill = .solid(colour)
    style.margin = 0
    var redactor = Redactor(style: style)
    var frame = try picture.frame(isInterlaced: isInterlaced)
    frame.colourDescription = colours
    try redactor.paint(
      faces.enumerated().map { Cover(trackID: $0, face: $1) }, on: &frame, at: 0)
    return Picture(&frame)
  }

  private let red = RGBColour(red: 255, green: 0, blue: 0)

  @Test(arguments: paintableFormats, [false, true])
  func `everything in the outline is one colour, and nothing around it changes`(
    format: String, isInterlaced: Bool
  ) throws {
    let picture = try Picture(format, 64, 48, sample: noise)
    let face = Box(centerX: 32, centerY: 24, width: 36, height: 30)
    let result = try painted(picture, [face], colour: red, isInterlaced: isInterlaced)
    let reference = ReferenceMosaic(
      picture, cover: face, corner: (32, 24), cell: PixelSize(width: 8, height: 8),
      reach: isInterlaced ? 4 : 1)
    for component in picture.colours {
      let shift = picture.shifts(of: component)
      let colour = result[component, 32 >> shift.x, 24 >> shift.y]
      for y in 0..<picture.rows(of: component) {
        for x in 0..<picture.columns(of: component) {
          if reference.isInside(component, x, y) {
            #expect(result[component, x, y] == colour)
          } else if !reference.isNear(component, x, y) {
            #expect(result.element(component, x, y) == picture.element(component, x, y))
          }
        }
      }
    }
    #expect(result.keptElements == picture.keptElements)
  }

  @Test func `the colour is the stream's own code for it`() throws {
    let faces = [Box(x: 4, y: 4, width: 40, height: 40)]
    func code(_ format: String, _ colours: ColourDescription = ColourDescription()) throws -> [Int]
    {
      let picture = try Picture(format, 48, 48, sample: noise)
      let result = try painted(picture, faces, colour: red, tagged: colours)
      return picture.colours.map {
        result[$0, 24 >> picture.shifts(of: $0).x, 24 >> picture.shifts(of: $0).y]
      }
    }
    // ITU-R BT.601 and BT.709, narrow range, as printed in tables of colour bars.
    #expect(try code("yuv420p") == [81, 90, 240])
    #expect(try code("nv12") == [81, 90, 240])
    #expect(try code("yuv420p", ColourDescription(matrix: 1)) == [63, 102, 240])
    #expect(try code("yuv422p10le", ColourDescription(matrix: 1)) == [250, 409, 960])
    #expect(try code("p010le", ColourDescription(matrix: 1)) == [250, 409, 960])
    #expect(try code("bgra") == [255, 0, 0])
    #expect(try code("gbrp10le") == [1023, 0, 0])
  }

  @Test func `a change of the stream's colours is followed`() throws {
    var style = RedactionStyle()
    style.fill = .solid(red)
    var redactor = Redactor(style: style)
    var luma: [Int] = []
    for matrix in [6, 1, 6] {
      var frame = try Picture("yuv420p", 48, 48, sample: noise).frame()
      frame.colourDescription = ColourDescription(matrix: matrix)
      let face = Box(x: 4, y: 4, width: 40, height: 40)
      try redactor.paint([Cover(trackID: 1, face: face)], on: &frame, at: 0)
      luma.append(Picture(&frame)[0, 24, 24])
    }
    #expect(luma == [81, 63, 81])
  }

  @Test func `faces that overlap are one patch without a seam`() throws {
    let picture = try Picture("yuv420p", 96, 64, sample: noise)
    let faces = [Box(x: 8, y: 8, width: 48, height: 48), Box(x: 36, y: 10, width: 50, height: 44)]
    let result = try painted(picture, faces, colour: red)
    for x in 12..<82 { #expect(result[0, x, 32] == 81) }
  }
}
