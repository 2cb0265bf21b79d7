/// The first directory of a TIFF file, or of Exif metadata, which has the same form.
///
/// Source: TIFF 6.0, section 2.
struct TIFFDirectory {
  private let reader: ByteReader
  private let start: Int
  /// Entries in the directory.
  let count: Int

  /// The directory in bytes that begin with a TIFF header; `nil` where they don't.
  init?(_ bytes: ByteReader) {
    var reader = bytes
    if reader.holds("II", at: 0) {
      reader.isLittleEndian = true
    } else if reader.holds("MM", at: 0) {
      reader.isLittleEndian = false
    } else {
      return nil
    }
    guard reader.number(at: 2, size: 2) == 42, let offset = reader.number(at: 4, size: 4),
      let count = reader.number(at: offset, size: 2)
    else { return nil }
    self.reader = reader
    self.count = count
    start = offset + 2
  }

  /// How the picture is turned; `nil` where the directory does not say.
  var orientation: Orientation? { short(0x0112).flatMap { Orientation(exif: $0) } }

  /// The picture's density; `nil` where the directory has none with a unit.
  var density: PixelDensity? {
    guard let x = ratio(0x011A), let y = ratio(0x011B) else { return nil }
    return switch short(0x0128) ?? 2 {
    case 2: PixelDensity(x: x, y: y)
    case 3: PixelDensity(x: x * 2.54, y: y * 2.54)
    default: nil
    }
  }

  /// Whether another directory follows: in a TIFF file another page.
  var hasNext: Bool { reader.number(at: start + 12 * count, size: 4) ?? 0 > 0 }

  private func short(_ tag: Int) -> Int? {
    guard let entry = entry(tag), reader.number(at: entry + 2, size: 2) == 3 else { return nil }
    return reader.number(at: entry + 8, size: 2)
  }

  private func ratio(_ tag: Int) -> Double? {
    guard let entry = entry(tag), reader.number(at: entry + 2, size: 2) == 5,
      let offset = reader.number(at: entry + 8, size: 4),
      let numerator = reader.number(at: offset, size: 4),
      let denominator = reader.number(at: offset + 4, size: 4), denominator > 0
    else { return nil }
    return Double(numerator) / Double(denominator)
  }

  private func entry(_ tag: Int) -> Int? {
    for index in 0..<count {
      let entry = start + 12 * index
      guard let found = reader.number(at: entry, size: 2) else { return nil }
      if found == tag { return entry }
    }
    return nil
  }
}
