import Testing

@testable import Media

@Suite struct StillFileTests {
  private let profile = Array("a profile of odd length".utf8)

  private func chunks(_ file: [UInt8]) -> [String] {
    var names: [String] = []
    var offset = 12
    while offset + 8 <= file.count {
      names.append(String(decoding: file[offset..<offset + 4], as: UTF8.self))
      let length = (0..<4).reversed().reduce(0) { $0 << 8 | Int(file[offset + 4 + $1]) }
      offset += 8 + length + length % 2
    }
    #expect(offset == file.count)
    return names
  }

  private func webP(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + [UInt8(data.count + 12), 0, 0, 0] + Array("WEBP\(name)".utf8)
      + [UInt8(data.count), 0, 0, 0] + data
  }

  @Test func `a simple WebP file becomes one with a profile`() {
    // 300 by 200 pixels.
    var lossy = webP("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x2C, 0x01, 0xC8, 0x00, 1, 2])
    StillFile.add(profile, toWebP: &lossy)
    #expect(chunks(lossy) == ["VP8X", "ICCP", "VP8 "])
    #expect(Array(lossy[20..<30]) == [0x20, 0, 0, 0, 0x2B, 1, 0, 0xC7, 0, 0])
    #expect(Array(lossy[38..<38 + profile.count]) == profile)
    #expect(Int(lossy[4]) | Int(lossy[5]) << 8 == lossy.count - 8)
    // 300 by 200 pixels with alpha.
    let bits = UInt32(299) | 199 << 14 | 1 << 28
    let packed = (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
    var lossless = webP("VP8L", [0x2F] + packed + [0, 0, 0, 0, 0])
    StillFile.add(profile, toWebP: &lossless)
    #expect(chunks(lossless) == ["VP8X", "ICCP", "VP8L"])
    #expect(Array(lossless[20..<30]) == [0x30, 0, 0, 0, 0x2B, 1, 0, 0xC7, 0, 0])
  }

  @Test func `an extended WebP file gets its profile behind the header`() {
    var file = webP("VP8X", [0x10, 0, 0, 0, 1, 0, 0, 1, 0, 0]) + Array("VP8 ".utf8) + [0, 0, 0, 0]
    StillFile.add(profile, toWebP: &file)
    #expect(chunks(file) == ["VP8X", "ICCP", "VP8 "])
    #expect(file[20] == 0x30)
  }

  @Test func `a TIFF file gets a directory with a profile`() {
    var file = StillHeaderTests.exif(6, isLittleEndian: true)
    StillFile.add(profile, toTIFF: &file)
    let header = file.withUnsafeBytes { StillHeader($0) }
    #expect(header.orientation == Orientation(exif: 6))
    #expect(header.density == PixelDensity(x: 300, y: 300))
    #expect(!header.hasMorePages)
    #expect(Array(file.suffix(profile.count)) == profile)
    file.withUnsafeBytes { bytes in
      let reader = ByteReader(bytes, isLittleEndian: true)
      let directory = reader.number(at: 4, size: 4) ?? 0
      #expect(directory % 2 == 0)
      #expect(reader.number(at: directory, size: 2) == 5)
      let last = directory + 2 + 4 * 12
      #expect(reader.number(at: last, size: 2) == 0x8773)
      #expect(reader.number(at: last + 4, size: 4) == profile.count)
      #expect(reader.number(at: last + 8, size: 4) == file.count - profile.count)
    }
  }

  /// A JPEG file of a JFIF header and one more marker.
  private let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
    + [0xFF, 0xD9]

  @Test func `density and pixel aspect go into a JPEG file's header`() throws {
    var file = jpeg
    StillFile.set(pixelAspect: Rational(64, 45), inJPEG: &file)
    #expect(Array(file[13..<18]) == [0, 0, 45, 0, 64])
    StillFile.set(pixelAspect: Rational(0, 1), inJPEG: &file)
    StillFile.set(pixelAspect: Rational(70_000, 1), inJPEG: &file)
    #expect(Array(file[13..<18]) == [0, 0, 45, 0, 64])
    StillFile.set(try #require(PixelDensity(x: 300, y: 150)), inJPEG: &file)
    #expect(Array(file[13..<18]) == [1, 1, 44, 0, 150])
    #expect(file.count == jpeg.count)
  }

  @Test func `a JPEG file gets its profile behind the header`() {
    var file = jpeg
    StillFile.add(profile, toJPEG: &file)
    let segment =
      [0xFF, 0xE2, 0, UInt8(profile.count + 16)] + Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
    #expect(file == jpeg.dropLast(2) + segment + jpeg.suffix(2))
  }

  @Test func `a long colour profile is spread over segments of a JPEG file`() {
    let profile = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
    var file = jpeg
    StillFile.add(profile, toJPEG: &file)
    var found: [UInt8] = []
    var offset = 20
    while file[offset + 1] == 0xE2 {
      let length = Int(file[offset + 2]) << 8 | Int(file[offset + 3])
      #expect(file[offset + 17] == 3)
      found += file[(offset + 18)..<(offset + 2 + length)]
      offset += 2 + length
    }
    #expect(found == profile)
    #expect(file.suffix(2) == [0xFF, 0xD9])
    file = jpeg
    StillFile.add([UInt8](repeating: 0, count: 255 * 65_519 + 1), toJPEG: &file)
    #expect(file == jpeg)
  }

  @Test func `damage does no harm`() {
    let files = [
      webP("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x2C, 0x01, 0xC8, 0x00]),
      webP("VP8L", [0x2F, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      StillHeaderTests.exif(6, isLittleEndian: true), jpeg,
    ]
    for file in files {
      for count in 0...file.count {
        for value: UInt8 in [0, 0xFF] {
          var damaged = Array(file.prefix(count))
          if count > 8 { damaged[8] = value }
          var other = damaged
          var third = damaged
          StillFile.add(profile, toWebP: &damaged)
          StillFile.add(profile, toTIFF: &other)
          if count > 5 { third[5] = value }
          StillFile.set(pixelAspect: Rational(1, 1), inJPEG: &third)
          StillFile.add(profile, toJPEG: &third)
        }
      }
    }
  }
}
