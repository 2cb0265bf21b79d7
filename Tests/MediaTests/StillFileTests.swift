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

  @Test func `damage does no harm`() {
    let files = [
      webP("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x2C, 0x01, 0xC8, 0x00]),
      webP("VP8L", [0x2F, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      StillHeaderTests.exif(6, isLittleEndian: true),
    ]
    for file in files {
      for count in 0...file.count {
        for value: UInt8 in [0, 0xFF] {
          var damaged = Array(file.prefix(count))
          if count > 8 { damaged[8] = value }
          var other = damaged
          StillFile.add(profile, toWebP: &damaged)
          StillFile.add(profile, toTIFF: &other)
        }
      }
    }
  }
}
