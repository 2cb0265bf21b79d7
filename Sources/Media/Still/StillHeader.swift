/// What a still picture's file says of it beside its pixels, as far as decoders don't tell.
///
/// Reads the marker segments of JPEG, the chunks of PNG and WebP and the directory of TIFF. Damaged
/// files never do harm here; what cannot be found counts as not said.
struct StillHeader: Hashable, Sendable {
  /// How the picture is turned to stand upright; `nil` where the file does not say.
  private(set) var orientation: Orientation?
  /// Pixels per inch; `nil` where the file does not say.
  private(set) var density: PixelDensity?
  /// Whether the pixels are mixed from four printing inks.
  private(set) var hasInks = false
  /// Whether the end of a JPEG file is missing.
  private(set) var isCutShort = false
  /// Whether a TIFF file has more than one page.
  private(set) var hasMorePages = false
  /// Whether the coding of a WebP file is the lossless one.
  private(set) var isLosslessWebP = false

  /// What the bytes of a whole file say.
  init(_ bytes: UnsafeRawBufferPointer) {
    let reader = ByteReader(bytes)
    if reader.number(at: 0, size: 2) == 0xFFD8 {
      readJPEG(reader)
    } else if reader.number(at: 0, size: 4) == 0x8950_4E47 {
      readPNG(reader)
    } else if reader.holds("RIFF", at: 0), reader.holds("WEBP", at: 8) {
      readWebP(reader)
    } else if let directory = TIFFDirectory(reader) {
      take(directory)
      hasMorePages = directory.hasNext
    }
  }

  /// Says that the picture has been turned upright.
  mutating func turnDensity(by orientation: Orientation) {
    density = density?.turned(by: orientation)
  }

  private mutating func take(_ directory: TIFFDirectory) {
    orientation = directory.orientation ?? orientation
    density = density ?? directory.density
  }

  // Source: ITU-T T.81, annex B; JFIF 1.02; Exif 2.32, section 4.7.
  private mutating func readJPEG(_ reader: ByteReader) {
    var offset = 2
    while let marker = reader.number(at: offset, size: 2) {
      if marker == 0xFFFF {
        offset += 1
        continue
      }
      guard marker > 0xFF00, let length = reader.number(at: offset + 2, size: 2), length >= 2
      else { return }
      if marker == 0xFFDA {
        isCutShort = !reader.holdsMarker(0xD9, behind: offset)
        return
      }
      if let segment = reader.part(at: offset + 4, count: length - 2) {
        readSegment(marker, segment)
      }
      offset += 2 + length
    }
  }

  private mutating func readSegment(_ marker: Int, _ segment: ByteReader) {
    switch marker {
    case 0xFFE0 where segment.holds("JFIF", at: 0):
      guard let unit = segment.number(at: 7, size: 1), (1...2).contains(unit),
        let x = segment.number(at: 8, size: 2), let y = segment.number(at: 10, size: 2)
      else { return }
      let inches = unit == 2 ? 2.54 : 1
      density = PixelDensity(x: Double(x) * inches, y: Double(y) * inches)
    case 0xFFE1 where segment.holds("Exif\0", at: 0):
      guard orientation == nil, let exif = segment.part(at: 6, count: segment.count),
        let directory = TIFFDirectory(exif)
      else { return }
      take(directory)
    case 0xFFC0...0xFFC3, 0xFFC5...0xFFC7, 0xFFC9...0xFFCB, 0xFFCD...0xFFCF:
      hasInks = segment.number(at: 5, size: 1) == 4
    default:
      return
    }
  }

  // Source: PNG, third edition, sections 5.3, 11.3.3 and 11.3.4.
  private mutating func readPNG(_ reader: ByteReader) {
    var offset = 8
    while let length = reader.number(at: offset, size: 4), offset + 8 < reader.count {
      let data = reader.part(at: offset + 8, count: length)
      if reader.holds("eXIf", at: offset + 4) {
        if let directory = data.flatMap({ TIFFDirectory($0) }) { take(directory) }
      } else if reader.holds("pHYs", at: offset + 4), data?.number(at: 8, size: 1) == 1 {
        if let x = data?.number(at: 0, size: 4), let y = data?.number(at: 4, size: 4) {
          density = PixelDensity(x: Double(x) * 0.0254, y: Double(y) * 0.0254)
        }
      }
      offset += 12 + length
    }
  }

  // Source: RFC 9649, section 2.
  private mutating func readWebP(_ reader: ByteReader) {
    var reader = reader
    reader.isLittleEndian = true
    var offset = 12
    while let length = reader.number(at: offset + 4, size: 4), offset + 8 < reader.count {
      if reader.holds("VP8L", at: offset) { isLosslessWebP = true }
      if reader.holds("EXIF", at: offset), var data = reader.part(at: offset + 8, count: length) {
        // Some writers keep the name of JPEG's segment in front.
        if data.holds("Exif\0", at: 0) { data = data.part(at: 6, count: data.count) ?? data }
        if let directory = TIFFDirectory(data) { take(directory) }
      }
      offset += 8 + length + length % 2
    }
  }
}
