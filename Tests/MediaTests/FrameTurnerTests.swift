import Testing

@testable import Media

@Suite struct FrameTurnerTests {
  static let orientations = (1...8).compactMap { Orientation(exif: $0) }

  static let formats = [
    "yuv420p", "yuv444p", "yuv420p10le", "yuva444p", "nv12", "p010le", "gray", "gray16le", "ya8",
    "ya16le", "rgb24", "bgra", "rgb48le", "rgba64le", "gbrp", "gbrap10le",
  ]

  /// A frame in which every sample of every plane is another one than its neighbours.
  private func frame(_ name: String, width: Int, height: Int) throws -> Frame {
    let format = try #require(PixelFormat(name: name))
    var frame = try Frame(format: format, size: PixelSize(width: width, height: height))
    // What lies above a sample's depth in its container stays empty.
    let usesHighByte = format.components.first.map { $0.depth + $0.shift > 8 } ?? false
    let mask = format.components.first.map { UInt8((1 << max(0, $0.depth + $0.shift - 8)) - 1) }
    var state: UInt32 = 1
    for plane in 0..<format.planeCount {
      frame.withSamples(ofPlane: plane, as: UInt8.self) { samples, _ in
        for index in samples.indices {
          state = state &* 1_664_525 &+ 1_013_904_223
          samples[index] = UInt8(truncatingIfNeeded: state >> 24)
          if usesHighByte, index % 2 == 1 { samples[index] &= mask ?? 0xFF }
        }
      }
    }
    return frame
  }

  /// The value of each component at a pixel.
  private func pixel(_ frame: inout Frame, x: Int, y: Int) -> [Int] {
    let components = frame.format.components
    return components.map { component in
      let row = y >> component.verticalShift
      let column = x >> component.horizontalShift
      var value = 0
      frame.withSamples(ofPlane: component.plane, as: UInt8.self) { samples, stride in
        let at = row * stride + column * component.step + component.offset
        value =
          component.bytes == 1 ? Int(samples[at]) : Int(samples[at]) | Int(samples[at + 1]) << 8
      }
      return value
    }
  }

  /// Where Exif says that a coded pixel is shown, told independently of `Orientation`.
  private func shown(_ tag: Int, x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    let (right, bottom) = (width - 1 - x, height - 1 - y)
    return switch tag {
    case 1: (x, y)
    case 2: (right, y)
    case 3: (right, bottom)
    case 4: (x, bottom)
    case 5: (y, x)
    case 6: (bottom, x)
    case 7: (bottom, right)
    default: (y, right)
    }
  }

  private func expectTurned(
    _ name: String, as turnedName: String, tag: Int, width: Int, height: Int
  ) throws {
    let orientation = try #require(Orientation(exif: tag))
    var source = try frame(name, width: width, height: height)
    let original = try frame(name, width: width, height: height)
    var turned = try FrameTurner(orientation: orientation).turn(original)
    #expect(turned.format.description == turnedName)
    #expect(turned.size == orientation.upright(source.size))
    for y in 0..<height {
      for x in 0..<width {
        let place = shown(tag, x: x, y: y, width: width, height: height)
        let (before, after) = (
          pixel(&source, x: x, y: y), pixel(&turned, x: place.x, y: place.y)
        )
        guard before == after else {
          Issue.record("tag \(tag), pixel \(x) \(y): \(before) became \(after)")
          return
        }
      }
    }
  }

  @Test(arguments: formats, 1...8)
  func `every sample goes where it is shown`(format: String, tag: Int) throws {
    try expectTurned(format, as: format, tag: tag, width: 70, height: 38)
  }

  @Test(arguments: ["yuv444p", "gray", "rgb24", "gbrp"], 1...8)
  func `odd sizes turn as well`(format: String, tag: Int) throws {
    try expectTurned(format, as: format, tag: tag, width: 35, height: 67)
  }

  @Test(arguments: ["yuyv422", "uyvy422", "yuv422p", "yuv411p", "nv16"], 1...4)
  func `mirroring keeps formats that a quarter turn cannot`(format: String, tag: Int) throws {
    if ["yuyv422", "uyvy422"].contains(format) {
      // Luma goes with its own steps; chroma is compared through them.
      let orientation = try #require(Orientation(exif: tag))
      let turned = try FrameTurner(orientation: orientation).turn(
        try frame(format, width: 64, height: 32))
      #expect(turned.format.description == format)
    }
    try expectTurned(format, as: format, tag: tag, width: 64, height: 32)
  }

  @Test(arguments: [("yuv440p", "yuv422p"), ("yuv440p10le", "yuv422p10le")], 5...8)
  func `shared rows become shared columns`(formats: (String, String), tag: Int) throws {
    try expectTurned(formats.0, as: formats.1, tag: tag, width: 64, height: 32)
  }

  @Test(
    arguments: [
      ("yuv422p", "yuv444p"), ("yuv422p10le", "yuv444p10le"),
      ("yuyv422", "yuv444p"), ("yuv411p", "yuv444p"), ("yuva422p10le", "yuva444p10le"),
    ])
  func `shared columns become chroma for every pixel`(before: String, after: String) throws {
    let turner = FrameTurner(orientation: try #require(Orientation(exif: 6)))
    var source = try frame(before, width: 64, height: 32)
    var turned = try turner.turn(try frame(before, width: 64, height: 32))
    #expect(turned.format.description == after)
    #expect(turned.size == PixelSize(width: 32, height: 64))
    // Luma has not changed.
    for (x, y) in [(0, 0), (63, 0), (5, 31), (40, 17)] {
      #expect(pixel(&source, x: x, y: y)[0] == pixel(&turned, x: 31 - y, y: x)[0])
    }
  }

  @Test func `chroma at an odd edge does not slide when it is mirrored`() throws {
    let turner = FrameTurner(orientation: try #require(Orientation(exif: 2)))
    let turned = try turner.turn(try frame("yuv420p", width: 35, height: 32))
    #expect(turned.format.description == "yuv444p")
    // Nothing is mirrored along the odd side here.
    let flipper = FrameTurner(orientation: try #require(Orientation(exif: 4)))
    #expect(
      try flipper.turn(try frame("yuv420p", width: 35, height: 32)).format.description == "yuv420p")
  }

  @Test func `a quarter turn inverts the pixel's aspect ratio`() throws {
    let source = try frame("gray", width: 8, height: 4)
    source.pointer.pointee.sample_aspect_ratio = .init(num: 64, den: 45)
    let turned = try FrameTurner(orientation: try #require(Orientation(exif: 8))).turn(source)
    #expect(turned.pointer.pointee.sample_aspect_ratio.num == 45)
    #expect(turned.pointer.pointee.sample_aspect_ratio.den == 64)
  }

  @Test func `fields that would become columns are refused`() throws {
    var source = try frame("yuv420p", width: 8, height: 4)
    source.isInterlaced = true
    do {
      _ = try FrameTurner(orientation: try #require(Orientation(exif: 6))).turn(source)
      Issue.record("it was turned")
    } catch let error as MediaError {
      #expect(error.code == .unencodable)
    }
  }

  @Test func `upside down the other field is the first`() throws {
    var source = try frame("yuv420p", width: 8, height: 4)
    source.isInterlaced = true
    source.isTopFieldFirst = true
    let turned = try FrameTurner(orientation: try #require(Orientation(exif: 3))).turn(source)
    #expect(turned.isInterlaced && !turned.isTopFieldFirst)
  }

  @Test func `a frame that is upright is left alone`() throws {
    let source = try frame("pal8", width: 8, height: 4)
    let turned = try FrameTurner(orientation: .upright).turn(source)
    #expect(turned.format.description == "pal8")
  }
}
