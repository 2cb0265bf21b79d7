import CFFmpeg

/// What a codec's own header may keep where a stream is copied: what decoding needs, and neither
/// texts nor pictures that the container's metadata policy knows nothing of.
enum CopiedHeader {
  /// The header of a coding without what could tell of people; itself where there is no such part.
  static func cleaned(_ header: [UInt8], of codec: AVCodecID) -> [UInt8] {
    switch codec {
    case AV_CODEC_ID_VORBIS: withoutComments(vorbis: header) ?? header
    case AV_CODEC_ID_ASS, AV_CODEC_ID_SSA: withoutExtras(ass: header)
    default: header
    }
  }

  /// The three headers of Vorbis with a comment header that says nothing.
  ///
  /// Source: the Vorbis I specification, sections 4.2 and 5.2; laced as in Ogg (RFC 3533).
  private static func withoutComments(vorbis header: [UInt8]) -> [UInt8]? {
    guard header.first == 2 else { return nil }
    var place = 1
    var sizes: [Int] = []
    while sizes.count < 2 {
      var size = 0
      while place < header.count, header[place] == 255 {
        size += 255
        place += 1
      }
      guard place < header.count else { return nil }
      sizes.append(size + Int(header[place]))
      place += 1
    }
    guard place + sizes[0] + sizes[1] <= header.count, sizes[0] < 255 else { return nil }
    // Its type, its name, a vendor and a list without letters, and the bit that ends it.
    let comments = [3] + Array("vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]
    return [2, UInt8(sizes[0]), UInt8(comments.count)] + header[place..<place + sizes[0]]
      + comments + header[(place + sizes[0] + sizes[1])...]
  }

  /// The head of a file in Advanced SubStation Alpha with what says how texts look, without titles,
  /// names, and the pictures and fonts that may be in it.
  private static func withoutExtras(ass header: [UInt8]) -> [UInt8] {
    var section = ""
    let lines = String(decoding: header, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.filter { line in
      let text = line.trimmed.lowercased()
      if text.hasPrefix("[") { section = text }
      switch section {
      case "[script info]":
        let name = text.prefix { $0 != ":" }
        return text.hasPrefix("[") || layoutFields.contains(String(name))
      case "[v4+ styles]", "[v4 styles]", "[events]": return true
      default: return false
      }
    }
    return Array(kept.joined(separator: "\n").utf8) + (header.last == 0x0A ? [] : [0x0A])
  }

  private static let layoutFields: Set = [
    "scripttype", "playresx", "playresy", "layoutresx", "layoutresy", "wrapstyle", "collisions",
    "scaledborderandshadow", "ycbcr matrix", "timer",
  ]
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while let first = text.first, first.isWhitespace || first == "\u{FEFF}" { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}
