import Glibc

/// The discrete cosine transform of blocks of 8x8 samples, and their quantisation.
///
/// Source: ITU-T T.81, section A.3.3. Sums and differences of mirrored samples halve the products.
struct JPEGTransform {
  /// Factors of the sums for frequencies 0, 2, 4, 6 and of the differences for 1, 3, 5, 7.
  private struct Factors {
    let even: [Float]
    let odd: [Float]

    func transform(
      _ source: borrowing [Float], into target: inout [Float], start: Int, step: Int
    ) {
      let (a, b) = (source[start], source[start + 7 * step])
      let (c, d) = (source[start + step], source[start + 6 * step])
      let (e, f) = (source[start + 2 * step], source[start + 5 * step])
      let (g, h) = (source[start + 3 * step], source[start + 4 * step])
      let (sum0, sum1, sum2, sum3) = (a + b, c + d, e + f, g + h)
      let (gap0, gap1, gap2, gap3) = (a - b, c - d, e - f, g - h)
      for index in 0..<4 {
        let row = index * 4
        target[start + 2 * index * step] =
          (sum0 * even[row] + sum1 * even[row + 1]) + (sum2 * even[row + 2] + sum3 * even[row + 3])
        target[start + (2 * index + 1) * step] =
          (gap0 * odd[row] + gap1 * odd[row + 1]) + (gap2 * odd[row + 2] + gap3 * odd[row + 3])
      }
    }
  }

  private let factors: Factors
  private var values = [Float](repeating: 0, count: 64)
  private var rows = [Float](repeating: 0, count: 64)

  init() {
    func factor(_ frequency: Int, _ sample: Int) -> Float {
      let angle = Double((2 * sample + 1) * frequency) * .pi / 16
      return Float(0.5 * (frequency == 0 ? 0.5.squareRoot() : 1) * cos(angle))
    }
    factors = Factors(
      even: (0..<16).map { factor($0 / 4 * 2, $0 % 4) },
      odd: (0..<16).map { factor($0 / 4 * 2 + 1, $0 % 4) })
  }

  /// Quantises the frequencies of a block.
  ///
  /// - Parameters:
  ///   - block: 64 samples, row by row.
  ///   - inverseDivisors: one for each frequency.
  ///   - result: gets 64 frequencies, row by row.
  mutating func callAsFunction(
    _ block: borrowing [UInt8], inverseDivisors: borrowing [Float], into result: inout [Int32]
  ) {
    for index in 0..<64 { values[index] = Float(block[index]) - 128 }
    for line in 0..<8 { factors.transform(values, into: &rows, start: line * 8, step: 1) }
    for line in 0..<8 { factors.transform(rows, into: &values, start: line, step: 8) }
    for index in 0..<64 {
      result[index] = Int32((values[index] * inverseDivisors[index]).rounded())
    }
  }
}
