/// The judge of what was not to be touched: how alike a frame of the original and the same frame of
/// the output are where nothing was covered.
///
/// The mean structural similarity (SSIM; Z. Wang et al., 2004) of windows of 8x8 pixels, four
/// pixels apart, all weighing the same. Where the frame was covered is told from the painted frame,
/// before it was encoded: a window counts only if all its pixels are those of the original.
public struct Similarity: Equatable, Sendable {
  /// Side of a window, in pixels.
  public static let side = 8
  private static let step = 4

  /// The mean over the windows that count, at most 1; `nil` where none does.
  public let mean: Double?
  /// The share of all windows that do not count, 0...1.
  public let covered: Double

  /// Compares one frame.
  ///
  /// - Parameters:
  ///   - original: its luma in full range, one byte a pixel, row by row.
  ///   - output: that of the output.
  ///   - painted: that of the original with the covers on it.
  ///   - width: pixels in a row of all three, at least `side`.
  ///   - height: their rows, at least `side`.
  public init(original: [UInt8], output: [UInt8], painted: [UInt8], width: Int, height: Int) {
    precondition(width >= Similarity.side && height >= Similarity.side)
    precondition([original, output, painted].allSatisfy { $0.count == width * height })
    var (sum, counted, all) = (0.0, 0, 0)
    original.withUnsafeBufferPointer { original in
      output.withUnsafeBufferPointer { output in
        painted.withUnsafeBufferPointer { painted in
          for y in stride(from: 0, through: height - Similarity.side, by: Similarity.step) {
            for x in stride(from: 0, through: width - Similarity.side, by: Similarity.step) {
              all += 1
              let corner = y * width + x
              guard Similarity.isSame(original, painted, from: corner, width: width) else {
                continue
              }
              sum += Similarity.ofWindow(original, output, from: corner, width: width)
              counted += 1
            }
          }
        }
      }
    }
    mean = counted > 0 ? sum / Double(counted) : nil
    covered = Double(all - counted) / Double(all)
  }

  private static func isSame(
    _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>, from corner: Int,
    width: Int
  ) -> Bool {
    for row in 0..<side {
      let start = corner + row * width
      for pixel in start..<start + side where first[pixel] != second[pixel] { return false }
    }
    return true
  }

  // The constants are those of the paper for values of 0...255.
  private static func ofWindow(
    _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>, from corner: Int,
    width: Int
  ) -> Double {
    var (a, b, aa, bb, ab) = (0, 0, 0, 0, 0)
    for row in 0..<side {
      let start = corner + row * width
      for pixel in start..<start + side {
        let (p, q) = (Int(first[pixel]), Int(second[pixel]))
        a += p
        b += q
        aa += p * p
        bb += q * q
        ab += p * q
      }
    }
    let count = Double(side * side)
    let (meanA, meanB) = (Double(a) / count, Double(b) / count)
    let varianceA = Double(aa) / count - meanA * meanA
    let varianceB = Double(bb) / count - meanB * meanB
    let covariance = Double(ab) / count - meanA * meanB
    let (c1, c2) = (2.55 * 2.55, 7.65 * 7.65)
    return (2 * meanA * meanB + c1) * (2 * covariance + c2)
      / ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
  }
}
