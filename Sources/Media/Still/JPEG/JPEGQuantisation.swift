/// How finely the frequencies of a JPEG picture's blocks are kept.
struct JPEGQuantisation: Sendable {
  /// Divisors of the 64 frequencies of luma, row by row, 1...255.
  let luma: [UInt8]
  /// Those of both chroma components.
  let chroma: [UInt8]

  /// The divisors for a quality of 1...100 on the scale that most programs share, where 50 stands for
  /// the standard's own tables.
  init(quality: Int) {
    let quality = min(max(quality, 1), 100)
    let percent = quality < 50 ? 5000 / quality : 200 - 2 * quality
    func scaled(_ table: [Int]) -> [UInt8] {
      table.map { UInt8(min(max(($0 * percent + 50) / 100, 1), 255)) }
    }
    luma = scaled(JPEGQuantisation.standardLuma)
    chroma = scaled(JPEGQuantisation.standardChroma)
  }

  // Source: ITU-T T.81, tables K.1 and K.2.
  private static let standardLuma = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
    92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]
  private static let standardChroma = [
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99,
    47, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  ]
}
