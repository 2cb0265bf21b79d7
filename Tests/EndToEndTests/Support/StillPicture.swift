import Foundation
import TestSupport

/// Still pictures with metadata, made byte by byte.
enum StillPicture {
  /// The size of the sample picture.
  static let size = (width: 572, height: 562)

  /// ffmpeg's filters that turn an upright picture so that an Exif orientation turns it back.
  static let filters = [
    "null", "hflip", "hflip,vflip", "vflip", "transpose=0", "transpose=2", "transpose=3",
    "transpose=1",
  ]

  /// The sample picture, coded in another way and turned so that `orientation` sets it upright.
  static func turned(_ orientation: Int, _ ending: String, _ options: String) throws -> String {
    try Clips.clip(
      "still-\(orientation).\(ending)", from: .singleFacePicture,
      "-map_metadata -1 -vf \(filters[orientation - 1]) \(options)")
  }

  /// Exif metadata with an orientation, a maker's name and a thumbnail.
  ///
  /// Source: Exif 2.32, section 4.6.
  static func exif(orientation: Int, thumbnail: Data = Data()) -> Data {
    let maker = Data("SecretMaker\0".utf8)
    // Two directories: 2 entries with what follows, 2 entries.
    let first = 8
    let second = first + 2 + 2 * 12 + 4
    let free = second + 2 + 2 * 12 + 4
    var exif = Data("MM".utf8) + big(42, 2) + big(first, 4)
    exif += big(2, 2)
    exif += big(0x010F, 2) + big(2, 2) + big(maker.count, 4) + big(free, 4)
    exif += big(0x0112, 2) + big(3, 2) + big(1, 4) + big(orientation, 2) + big(0, 2)
    exif += big(thumbnail.isEmpty ? 0 : second, 4)
    exif += big(2, 2)
    exif += big(0x0201, 2) + big(4, 2) + big(1, 4) + big(free + maker.count, 4)
    exif += big(0x0202, 2) + big(4, 2) + big(1, 4) + big(thumbnail.count, 4)
    exif += big(0, 4)
    return exif + maker + thumbnail
  }

  /// A JPEG file with segments in front of all others.
  static func jpeg(_ file: Data, segments: [(marker: UInt8, data: Data)]) -> Data {
    let added = segments.map { Data([0xFF, $0.marker]) + big($0.data.count + 2, 2) + $0.data }
    return file.prefix(2) + added.reduce(Data(), +) + file.dropFirst(2)
  }

  /// A PNG file with chunks behind its header.
  static func png(_ file: Data, chunks: [(name: String, data: Data)]) -> Data {
    let header = 8 + 25
    let added = chunks.map { chunk in
      let body = Data(chunk.name.utf8) + chunk.data
      return big(chunk.data.count, 4) + body + big(Int(checksum(body)), 4)
    }
    return file.prefix(header) + added.reduce(Data(), +) + file.dropFirst(header)
  }

  /// A WebP file of the simple form with Exif metadata.
  static func webP(_ file: Data, exif: Data) -> Data {
    let little = { (value: Int, size: Int) in Data(big(value, size).reversed()) }
    let head =
      Data("VP8X".utf8) + little(10, 4) + Data([8, 0, 0, 0]) + little(size.width - 1, 3)
      + little(size.height - 1, 3)
    let tail =
      Data("EXIF".utf8) + little(exif.count, 4) + exif + Data(count: exif.count % 2)
    let body = Data("WEBP".utf8) + head + file.dropFirst(12) + tail
    return Data("RIFF".utf8) + little(body.count, 4) + body
  }

  /// A TIFF file of uncompressed RGB with an orientation and a maker's name.
  static func tiff(rgb: Data, width: Int, height: Int, orientation: Int) -> Data {
    let maker = Data("SecretMaker\0".utf8)
    let entries: [(tag: Int, kind: Int, count: Int, value: Int)] = [
      (256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 2),
      (271, 2, maker.count, 8), (273, 4, 1, 8 + maker.count), (274, 3, 1, orientation),
      (277, 3, 1, 3), (278, 4, 1, height), (279, 4, 1, rgb.count),
    ]
    var file = Data("MM".utf8) + big(42, 2) + big(8 + maker.count + rgb.count, 4) + maker + rgb
    file += big(entries.count, 2)
    for entry in entries {
      file += big(entry.tag, 2) + big(entry.kind, 2) + big(entry.count, 4)
      file += entry.kind == 3 ? big(entry.value, 2) + big(0, 2) : big(entry.value, 4)
    }
    return file + big(0, 4)
  }

  /// A made-up ICC profile of RGB colours: a header, and text in place of tags.
  static let profile: Data = {
    var profile = Data(count: 128) + big(0, 4) + Data("an unmistakable profile".utf8)
    profile.replaceSubrange(0..<4, with: big(profile.count, 4))
    profile.replaceSubrange(12..<24, with: Data("mntrRGB XYZ ".utf8))
    profile.replaceSubrange(36..<40, with: Data("acsp".utf8))
    return profile
  }()

  private static func big(_ value: Int, _ size: Int) -> Data {
    Data((0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
  }

  // Source: PNG, third edition, annex D.
  private static func checksum(_ data: Data) -> UInt32 {
    ~data.reduce(~UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1
      }
    }
  }
}
