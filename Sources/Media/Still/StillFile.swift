/// Changes to the bytes of still pictures as encoders make them, for what encoders cannot be told.
enum StillFile {
  /// Says in the JFIF header of a JPEG file how dense its pixels are; does nothing where it has
  /// none.
  static func set(_ density: PixelDensity, inJPEG file: inout [UInt8]) {
    set(unit: 1, x: Int(density.x.rounded()), y: Int(density.y.rounded()), inJPEG: &file)
  }

  /// Says in the JFIF header of a JPEG file how wide a pixel is by its height; does nothing where
  /// it has none, or where that is not known.
  static func set(pixelAspect: Rational, inJPEG file: inout [UInt8]) {
    // Wide pixels lie less densely along a row.
    let (x, y) = (Int(pixelAspect.denominator), Int(pixelAspect.numerator))
    guard pixelAspect.isPositive, x <= 65_535, y <= 65_535 else { return }
    set(unit: 0, x: x, y: y, inJPEG: &file)
  }

  // Source: JFIF 1.02, page 5.
  private static func set(unit: UInt8, x: Int, y: Int, inJPEG file: inout [UInt8]) {
    guard hasJFIFHeader(file) else { return }
    file[13] = unit
    file.replaceSubrange(14..<16, with: bigEndian(x, size: 2))
    file.replaceSubrange(16..<18, with: bigEndian(y, size: 2))
  }

  private static func hasJFIFHeader(_ file: [UInt8]) -> Bool {
    file.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]) && file.count >= 20
      && Array(file[6..<11]) == Array("JFIF\0".utf8)
  }

  /// Puts an ICC profile, spread over segments, behind the JFIF header of a JPEG file; does nothing
  /// where it has none, or where the profile is too long for any such file.
  ///
  /// Source: ICC.1:2022, annex B.4.
  static func add(_ profile: [UInt8], toJPEG file: inout [UInt8]) {
    let most = 65_519
    let parts = (profile.count + most - 1) / most
    guard hasJFIFHeader(file), parts <= 255 else { return }
    var segments: [UInt8] = []
    for part in 0..<parts {
      let data =
        Array("ICC_PROFILE\0".utf8) + [UInt8(part + 1), UInt8(parts)]
        + profile[(part * most)..<min((part + 1) * most, profile.count)]
      segments += [0xFF, 0xE2] + bigEndian(data.count + 2, size: 2) + data
    }
    let header = 4 + (Int(file[4]) << 8 | Int(file[5]))
    guard header <= file.count else { return }
    file.insert(contentsOf: segments, at: header)
  }

  /// Puts an ICC profile into a WebP file, which becomes one of the extended form.
  ///
  /// Source: RFC 9649, section 2.7.
  static func add(_ profile: [UInt8], toWebP file: inout [UInt8]) {
    let hasProfile: UInt8 = 0x20
    let hasAlpha: UInt8 = 0x10
    guard file.count >= 30, Array(file[8..<12]) == Array("WEBP".utf8) else { return }
    let chunk =
      Array("ICCP".utf8) + littleEndian(profile.count, size: 4) + profile
      + [UInt8](repeating: 0, count: profile.count % 2)
    switch Array(file[12..<16]) {
    case Array("VP8X".utf8):
      file[20] |= hasProfile
      file.insert(contentsOf: chunk, at: 30)
    case Array("VP8L".utf8):
      // One byte of signature, 14 bits each of width and height less one, one bit of alpha.
      let bits = (21..<25).reversed().reduce(0) { $0 << 8 | Int(file[$1]) }
      let flags = hasProfile | (bits >> 28 & 1 == 1 ? hasAlpha : 0)
      let header = extended(flags, width: bits & 0x3FFF, height: bits >> 14 & 0x3FFF)
      file.insert(contentsOf: header + chunk, at: 12)
    case Array("VP8 ".utf8):
      // Width and height follow three bytes of tag and three of signature.
      let width = (Int(file[26]) | Int(file[27]) << 8) & 0x3FFF
      let height = (Int(file[28]) | Int(file[29]) << 8) & 0x3FFF
      guard width > 0, height > 0 else { return }
      let header = extended(hasProfile, width: width - 1, height: height - 1)
      file.insert(contentsOf: header + chunk, at: 12)
    default:
      return
    }
    file.replaceSubrange(4..<8, with: littleEndian(file.count - 8, size: 4))
  }

  private static func extended(_ flags: UInt8, width: Int, height: Int) -> [UInt8] {
    Array("VP8X".utf8) + littleEndian(10, size: 4) + [flags, 0, 0, 0]
      + littleEndian(width, size: 3) + littleEndian(height, size: 3)
  }

  /// Puts an ICC profile into a little-endian TIFF file: a directory with one more entry goes
  /// behind the file's end, in place of the first one.
  ///
  /// Source: TIFF 6.0, section 2; ICC.1:2022, annex B.4.
  static func add(_ profile: [UInt8], toTIFF file: inout [UInt8]) {
    let tag = 0x8773
    let entries: [[UInt8]]? = file.withUnsafeBytes { bytes in
      let reader = ByteReader(bytes, isLittleEndian: true)
      guard reader.holds("II*\0", at: 0), let start = reader.number(at: 4, size: 4),
        let count = reader.number(at: start, size: 2), count < 0xFFFF,
        start + 2 + 12 * count <= bytes.count
      else { return nil }
      return (0..<count).map { Array(bytes[(start + 2 + 12 * $0)...].prefix(12)) }
    }
    guard var entries else { return }
    func number(_ entry: [UInt8]) -> Int { Int(entry[0]) | Int(entry[1]) << 8 }
    if file.count % 2 == 1 { file.append(0) }
    let directory = file.count
    let end = directory + 2 + 12 * (entries.count + 1) + 4
    let entry =
      littleEndian(tag, size: 2) + littleEndian(7, size: 2)
      + littleEndian(profile.count, size: 4) + littleEndian(end, size: 4)
    entries.insert(entry, at: entries.firstIndex { number($0) > tag } ?? entries.count)
    file += littleEndian(entries.count, size: 2)
    for entry in entries { file += entry }
    file += littleEndian(0, size: 4)
    file += profile
    file.replaceSubrange(4..<8, with: littleEndian(directory, size: 4))
  }

  private static func littleEndian(_ value: Int, size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func bigEndian(_ value: Int, size: Int) -> [UInt8] {
    littleEndian(value, size: size).reversed()
  }
}
