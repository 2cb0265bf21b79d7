/// Whether bytes are a font and nothing else.
///
/// Source: the OpenType specification, "Organization of an OpenType Font".
enum FontFile {
  /// Whether the bytes are one font whose tables fill them and which draws no pictures.
  static func isFont(_ bytes: [UInt8]) -> Bool {
    guard kinds.contains(Array(bytes.prefix(4))), let count = number(bytes, at: 4, bytes: 2),
      count > 0
    else { return false }
    var end = 12 + 16 * count
    for table in 0..<count {
      let entry = 12 + 16 * table
      guard let offset = number(bytes, at: entry + 8, bytes: 4),
        let length = number(bytes, at: entry + 12, bytes: 4), offset + length <= bytes.count
      else { return false }
      if pictures.contains(Array(bytes[entry..<entry + 4])) { return false }
      end = max(end, offset + length)
    }
    // Tables are filled up to words.
    return bytes.count - end < 4
  }

  private static let kinds = [[0, 1, 0, 0], Array("OTTO".utf8), Array("true".utf8)]
  private static let pictures = ["SVG ", "sbix", "CBDT", "EBDT"].map { Array($0.utf8) }

  private static func number(_ bytes: [UInt8], at place: Int, bytes count: Int) -> Int? {
    guard place + count <= bytes.count else { return nil }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
