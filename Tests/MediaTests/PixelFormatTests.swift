import Testing

@testable import Media

@Suite struct PixelFormatTests {
  @Test(arguments: [
    "yuv420p", "yuv422p10le", "yuv444p12le", "nv12", "p010le", "gray", "gray16le", "ya8", "rgb24",
    "bgra", "gbrp10le", "yuva420p", "yuyv422", "uyvy422", "rgba64le",
  ])
  func `formats with whole samples can be painted on`(name: String) throws {
    let format = try #require(PixelFormat(name: name))
    #expect(format.isPaintable)
    #expect(format.nearestPaintable == format)
  }

  @Test(arguments: [
    ("pal8", "bgra"), ("monow", "gray"), ("rgb565le", "rgb24"), ("gray16be", "gray16le"),
    ("rgb48be", "rgb48le"), ("yuv420p10be", "yuv444p10le"), ("x2rgb10le", "rgb48le"),
  ])
  func `others go to the nearest that can`(name: String, nearest: String) throws {
    let format = try #require(PixelFormat(name: name))
    #expect(!format.isPaintable)
    let found = try #require(format.nearestPaintable)
    #expect(found.isPaintable)
    #expect(found.components.allSatisfy { $0.depth >= min(8, format.components[0].depth) })
    #expect(found.description == nearest || found.components[0].depth >= 10)
  }

  @Test(arguments: [
    ("yuv420p10le", "yuv420p", true), ("yuv444p", "yuv420p", true), ("bgr24", "gbrp", true),
    ("yuva420p", "yuv420p", true), ("yuv420p", "yuv420p10le", false),
    ("yuv420p", "yuv422p", false), ("yuv420p", "yuva420p", false), ("yuv420p", "gray", false),
    ("yuv444p", "gbrp", false),
  ])
  func `a format holds what needs no more than it has`(
    name: String, other: String, holds: Bool
  ) throws {
    let format = try #require(PixelFormat(name: name))
    #expect(format.holds(try #require(PixelFormat(name: other))) == holds)
  }

  @Test func `a hardware surface has nothing to paint on`() throws {
    #expect(try #require(PixelFormat(name: "vaapi")).nearestPaintable == nil)
  }

  @Test func `components say where samples lie`() throws {
    let p010 = try #require(PixelFormat(name: "p010le"))
    #expect(p010.components.map(\.plane) == [0, 1, 1])
    #expect(p010.components[2].offset == 2 && p010.components[2].step == 4)
    #expect(p010.components[0].shift == 6 && p010.components[0].depth == 10)
    #expect(p010.components[1].horizontalShift == 1 && p010.components[1].verticalShift == 1)
    #expect(p010.model == .yuv && !p010.hasAlpha)
  }
  @Test(arguments: [
    ("gray10le", PixelFormat.Model.gray), ("ya8", .gray), ("gbrap", .rgb), ("bgr0", .rgb),
    ("yuvj420p", .yuv), ("p010le", .yuv), ("xyz12le", .xyz), ("xyz12be", .xyz),
  ])
  func `a format's model is what its components mean`(
    name: String, model: PixelFormat.Model
  ) throws {
    #expect(try #require(PixelFormat(name: name)).model == model)
  }
}
