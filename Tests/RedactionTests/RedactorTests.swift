import Media
import Redaction
import Testing

/// One name for each way in which samples lie in memory.
let paintableFormats = [
  "yuv420p", "yuv422p", "yuv444p", "yuv411p", "yuv410p", "yuv440p", "yuvj420p", "gray", "ya8",
  "nv12", "nv21", "nv16", "nv24", "yuyv422", "uyvy422", "rgb24", "bgr24", "rgba", "bgra", "argb",
  "0rgb", "rgb0", "gbrp", "gbrap", "yuva420p", "yuva444p", "yuv420p9le", "yuv420p10le",
  "yuv422p12le", "yuv444p14le", "yuv420p16le", "yuva422p10le", "gray10le", "gray16le", "ya16le",
  "p010le", "p016le", "p210le", "y210le", "gbrp10le", "gbrp12le", "gbrap12le", "rgb48le",
  "rgba64le", "ayuv64le", "xyz12le",
]

@Suite struct RedactorTests {
  /// A style with cells of `scale` pixels whatever the face's size, without a margin or rounding.
  private func style(scale: Int, cells: Int = 100) -> RedactionStyle {
    var style = RedactionStyle()
    style.scale = scale
    style.cells = cells
    style.margin = 0
    style.levels = 1 << 16
    return style
  }

  private func painted(
    _ picture: Picture, _ faces: Box..., style: RedactionStyle, isInterlaced: Bool = false
  ) throws -> Picture {
    var redactor = Redactor(style: style)
    var frame = try picture.frame(isInterlaced: isInterlaced)
    try redactor.paint(faces.enumerated().map { Cover(trackID: $0, face: $1) }, on: &frame, at: 0)
    return Picture(&frame)
  }

  // MARK: Formats

  @Test(arguments: paintableFormats)
  func `a cell is the mean of all its pixels in every plane`(format: String) throws {
    let picture = try Picture(format, 61, 47, sample: noise)
    var style = style(scale: 8)
    style.margin = 0.1
    let face = Box(centerX: 32, centerY: 24, width: 36, height: 30)
    let reference = ReferenceMosaic(
      picture, cover: Box(centerX: 32, centerY: 24, width: 43.2, height: 36), corner: (32, 24),
      cell: PixelSize(width: 8, height: 8), reach: 1)
    reference.expect(try painted(picture, face, style: style))
  }

  @Test(arguments: ["ya8", "rgba", "argb", "0rgb", "rgb0", "yuva420p", "gbrap12le", "rgba64le"])
  func `alpha and unused bytes stay as they are`(format: String) throws {
    let picture = try Picture(format, 40, 40, sample: noise)
    let face = Box(x: -5, y: -5, width: 60, height: 60)
    let result = try painted(picture, face, style: style(scale: 8))
    #expect(result != picture)
    #expect(!picture.keptElements.isEmpty)
    #expect(result.keptElements == picture.keptElements)
  }

  @Test(arguments: [("p010le", 6), ("p210le", 6), ("y210le", 6), ("xyz12le", 4)])
  func `unused low bits of painted samples are clear`(format: String, unused: Int) throws {
    var picture = try Picture(format, 40, 40, sample: noise)
    for component in picture.colours { picture.soilUnusedBits(of: component) }
    let face = Box(x: -15, y: -15, width: 70, height: 70)
    let result = try painted(picture, face, style: style(scale: 8))
    for component in result.colours {
      for y in 0..<40 {
        for x in 0..<result.columns(of: component) where y < result.rows(of: component) {
          #expect(result.element(component, x, y) & (1 << unused - 1) == 0)
        }
      }
    }
  }

  @Test(arguments: ["pal8", "uyyvyy411", "rgb565le", "monow", "yuv420p10be", "x2rgb10le"])
  func `a format that can't be painted is refused, faces or not`(format: String) throws {
    let format = try #require(PixelFormat(name: format))
    var frame = try Frame(format: format, size: PixelSize(width: 32, height: 32))
    var redactor = Redactor(style: RedactionStyle())
    #expect(throws: RedactionError.unpaintableFormat(format)) {
      try redactor.paint([], on: &frame, at: 0)
    }
  }

  @Test(arguments: [
    RedactionStyle.Fill.mosaic, .blur, .solid(RGBColour(red: 9, green: 99, blue: 0)),
  ])
  func `a change of format or size in the stream does no harm`(fill: RedactionStyle.Fill) throws {
    var style = style(scale: 8)
    style.fill = fill
    var redactor = Redactor(style: style)
    let cover = Cover(trackID: 1, face: Box(x: 5.5, y: 3.25, width: 30, height: 40))
    for format in ["rgb24", "rgba", "yuv420p", "argb", "yuyv422", "p010le", "ya16le", "gray"] {
      for width in [70, 31] {
        let picture = try Picture(format, width, 45, sample: noise)
        var frame = try picture.frame()
        try redactor.paint([cover], on: &frame, at: 0)
        #expect(Picture(&frame) == (try painted(picture, cover.face, style: style)))
      }
    }
  }

  // MARK: Frame borders

  @Test(arguments: ["yuv420p", "yuv411p", "nv12", "yuyv422", "rgb24", "p010le"])
  func `cells that the frame's border cuts are the mean of what exists`(format: String) throws {
    for size in [(1, 1), (1, 7), (6, 1), (3, 3), (17, 13), (30, 21)] {
      let picture = try Picture(format, size.0, size.1, sample: noise)
      for center in [(0, 0), (size.0 & ~3, 0), (0, size.1 & ~3), (size.0 & ~3, size.1 & ~3)] {
        let face = Box(
          centerX: Double(center.0), centerY: Double(center.1), width: 14, height: 10)
        let reference = ReferenceMosaic(
          picture, cover: face, corner: center, cell: PixelSize(width: 4, height: 4), reach: 1)
        reference.expect(try painted(picture, face, style: style(scale: 4)))
      }
    }
  }

  @Test(arguments: ["gray", "nv12", "gray16le"])
  func `a cell of hundreds of rows is the mean of them all`(format: String) throws {
    let picture = try Picture(format, 12, 1400) {
      $0 == 0 && $2 < 1200 ? 0xffff : noise($0, $1, $2)
    }
    let face = Box(centerX: 4, centerY: 700, width: 1000, height: 1200)
    let reference = ReferenceMosaic(
      picture, cover: face, corner: (4, 700), cell: PixelSize(width: 680, height: 680), reach: 1)
    reference.expect(try painted(picture, face, style: style(scale: 680)))
  }

  @Test func `a cover outside the frame changes nothing`() throws {
    let picture = try Picture("yuv420p", 40, 30, sample: noise)
    for face in [
      Box(x: -50, y: 0, width: 45, height: 20), Box(x: 42, y: 0, width: 45, height: 20),
      Box(x: 0, y: -50, width: 45, height: 45), Box(x: 0, y: 32, width: 45, height: 45),
      Box(x: 1e300, y: -1e300, width: 10, height: 10),
    ] {
      #expect(try painted(picture, face, style: style(scale: 8)) == picture)
    }
    #expect(try painted(picture, style: style(scale: 8)) == picture)
  }

  @Test func `a box beyond all bounds covers the whole frame`() throws {
    let picture = try Picture("yuv420p", 40, 30, sample: noise)
    let face = Box(x: -1e308, y: -1e308, width: .greatestFiniteMagnitude, height: 1.5e308)
    let result = try painted(picture, face, style: RedactionStyle())
    for component in 0..<3 {
      let values = (0..<picture.rows(of: component)).flatMap { y in
        (0..<picture.columns(of: component)).map { result[component, $0, y] }
      }
      #expect(Set(values).count <= 4)
    }
  }

  // MARK: Outline

  @Test func `a rectangle covers the pixels that it touches and no other`() throws {
    var style = style(scale: 8)
    style.shape = .rectangle
    let picture = try Picture("gray16le", 60, 50, sample: noise)
    let face = Box(x: 10.5, y: 20.25, width: 29, height: 11.5)
    let result = try painted(picture, face, style: style)
    for y in 0..<50 {
      for x in 0..<60 {
        let isChanged = result[0, x, y] != picture[0, x, y]
        #expect(isChanged == ((10..<40).contains(x) && (20..<32).contains(y)))
      }
    }
  }

  @Test func `without a feather nothing is blended`() throws {
    var style = style(scale: 8)
    style.feather = 0
    let picture = try Picture("yuv420p", 60, 60, sample: noise)
    let face = Box(centerX: 30, centerY: 30, width: 40, height: 31)
    let result = try painted(picture, face, style: style)
    let reference = ReferenceMosaic(
      picture, cover: face, corner: (30, 30), cell: PixelSize(width: 8, height: 8), reach: 1)
    reference.expect(result)
    for y in 0..<60 {
      for x in 0..<60 {
        #expect([picture[0, x, y], reference.mean(0, x, y)].contains(result[0, x, y]))
      }
    }
  }

  @Test func `a wide feather fades outward and ends at its width`() throws {
    var style = style(scale: 8)
    style.feather = 10
    let picture = try Picture("gray", 100, 60) { _, x, _ in x % 2 == 0 ? 0 : 200 }
    let result = try painted(
      picture, Box(centerX: 50, centerY: 30, width: 40, height: 30), style: style)
    let changes = (50..<100).map { abs(result[0, $0, 30] - picture[0, $0, 30]) }
    #expect(changes.prefix(20).allSatisfy { $0 == 100 })
    #expect(zip(changes, changes.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(Set(changes[20..<30]).count == 10)
    #expect(changes.dropFirst(30).allSatisfy { $0 == 0 })
  }

  // MARK: Interlaced frames

  @Test(arguments: ["yuv420p", "yuv422p", "nv12", "yuyv422", "p010le"], [48, 46, 45, 43, 1])
  func `the fields of an interlaced frame never mix`(format: String, height: Int) throws {
    let picture = try Picture(format, 48, height) { _, _, y in y % 2 == 0 ? 20 : 220 }
    let face = Box(centerX: 24, centerY: Double(height) / 2, width: 30, height: 30)
    let result = try painted(picture, face, style: style(scale: 8), isInterlaced: true)
    #expect(result == picture)
  }

  @Test(arguments: ["yuv420p", "nv12", "yuv422p10le", "rgb24"])
  func `each field of an interlaced frame is painted as a picture of its own`(
    format: String
  ) throws {
    let picture = try Picture(format, 64, 96, sample: noise)
    let face = Box(centerX: 32, centerY: 48, width: 40, height: 60)
    let result = try painted(picture, face, style: style(scale: 16), isInterlaced: true)
    for first in 0...1 {
      let cover = Box(
        centerX: 32, centerY: (48.5 - Double(first)) / 2, width: 40, height: 30)
      let reference = ReferenceMosaic(
        picture.field(first), cover: cover, corner: (32, 24),
        cell: PixelSize(width: 16, height: 8), reach: 3)
      reference.expect(result.field(first))
    }
  }
}
