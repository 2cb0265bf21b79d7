import Testing

@testable import Media

@Suite struct StillHeaderTests {
  /// Exif metadata with an orientation and 300 pixels per inch, or 100 per centimetre.
  static func exif(_ tag: UInt8, isLittleEndian: Bool = false, unit: UInt8 = 2) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isLittleEndian ? bytes : bytes.reversed()
    }
    func entry(_ tag: Int, _ kind: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(kind, 2) + number(1, 4) + value
    }
    let numerator = unit == 2 ? 600 : 200
    return Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(4, 2)
      + entry(0x0112, 3, number(Int(tag), 2) + [0, 0])
      + entry(0x011A, 5, number(62, 4)) + entry(0x011B, 5, number(62, 4))
      + entry(0x0128, 3, number(Int(unit), 2) + [0, 0]) + number(0, 4)
      + number(numerator, 4) + number(2, 4)
  }

  private static func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(data.count + 2, 2) + data
  }

  static func jpeg(_ exif: [UInt8], components: UInt8 = 3) -> [UInt8] {
    [0xFF, 0xD8] + segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 0, 0])
      + segment(0xE1, Array("Exif\0\0".utf8) + exif)
      + segment(0xC0, [8, 0, 8, 0, 8, components, 1, 0x11, 0])
      + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0x34, 0xFF, 0xD9]
  }

  static func png(_ exif: [UInt8]) -> [UInt8] {
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      big(data.count, 4) + Array(name.utf8) + data + [0, 0, 0, 0]
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
      + chunk("pHYs", big(2835, 4) + big(2835, 4) + [1]) + chunk("eXIf", exif) + chunk("IEND", [])
  }

  static func webP(_ exif: [UInt8], isLossless: Bool = false) -> [UInt8] {
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      Array(name.utf8) + big(data.count, 4).reversed() + data
        + [UInt8](repeating: 0, count: data.count % 2)
    }
    let chunks =
      chunk("VP8X", [8, 0, 0, 0, 0, 0, 0, 0, 0, 0])
      + chunk(isLossless ? "VP8L" : "VP8 ", [1, 2, 3])
      + chunk("EXIF", exif)
    return Array("RIFF".utf8) + big(chunks.count + 4, 4).reversed() + Array("WEBP".utf8) + chunks
  }

  private func header(_ bytes: [UInt8]) -> StillHeader { bytes.withUnsafeBytes { StillHeader($0) } }

  @Test(arguments: 1...8, [false, true])
  func `the orientation is found in every kind of file`(tag: Int, isLittleEndian: Bool) {
    let exif = Self.exif(UInt8(tag), isLittleEndian: isLittleEndian)
    let expected = Orientation(exif: tag)
    #expect(expected != nil)
    #expect(header(Self.jpeg(exif)).orientation == expected)
    #expect(header(Self.png(exif)).orientation == expected)
    #expect(header(Self.webP(exif)).orientation == expected)
    #expect(header(Self.webP(Array("Exif\0\0".utf8) + exif)).orientation == expected)
    #expect(header(exif).orientation == expected)
  }

  @Test func `no orientation is found where there is none that means anything`() {
    for tag: UInt8 in [0, 9, 200] { #expect(header(Self.jpeg(Self.exif(tag))).orientation == nil) }
    #expect(header([]).orientation == nil)
    #expect(header(Array("RIFF".utf8)).orientation == nil)
  }

  @Test func `the density is the container's own, else that of its metadata`() {
    #expect(header(Self.jpeg(Self.exif(1))).density == PixelDensity(x: 72, y: 72))
    let png = header(Self.png(Self.exif(1))).density
    #expect(png.map { Int($0.x.rounded()) } == 72)
    #expect(header(Self.webP(Self.exif(1))).density == PixelDensity(x: 300, y: 300))
    #expect(header(Self.exif(1, unit: 3)).density == PixelDensity(x: 254, y: 254))
  }

  @Test func `inks, lossless coding and a missing end are seen`() {
    #expect(header(Self.jpeg(Self.exif(1), components: 4)).hasInks)
    #expect(!header(Self.jpeg(Self.exif(1))).hasInks)
    #expect(header(Self.webP(Self.exif(1), isLossless: true)).isLosslessWebP)
    #expect(!header(Self.webP(Self.exif(1))).isLosslessWebP)
    #expect(!header(Self.jpeg(Self.exif(1))).isCutShort)
    #expect(header(Self.jpeg(Self.exif(1)).dropLast(2)).isCutShort)
  }

  @Test func `another directory is another page`() {
    var file = Self.exif(1)
    #expect(!header(file).hasMorePages)
    file[8 + 2 + 48 + 3] = 8
    #expect(header(file).hasMorePages)
  }

  @Test func `damage does no harm`() {
    let exif = Self.exif(6, isLittleEndian: true)
    for file in [Self.jpeg(exif), Self.png(exif), Self.webP(exif), exif] {
      for count in 0...file.count { _ = header(Array(file.prefix(count))) }
      for place in file.indices {
        for value: UInt8 in [0, 1, 0x7F, 0xFF] {
          var damaged = file
          damaged[place] = value
          _ = header(damaged)
        }
      }
    }
  }

  private func header(_ bytes: ArraySlice<UInt8>) -> StillHeader { header(Array(bytes)) }
}
