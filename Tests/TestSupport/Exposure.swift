import Foundation

/// The judge of covers: how much of a face's structure can still be seen in anonymized footage.
///
/// Inside the ellipse that fills 0.9 of a true face, the original's local structure is compared with
/// the output's by the contrast and structure terms of SSIM (Z. Wang et al., 2004) in windows of
/// 7x7 pixels, weighted by the original's local standard deviation. A face that was only encoded
/// again keeps about 0.9 of its detail, one under a mosaic about 0.3 or less.
public struct Exposure: Sendable {
  /// More detail than this and the face is exposed.
  public static let limit = 0.5

  /// The detail of each face by frame, 0...1; `nil` where the face has no structure to lose.
  public let details: [Double?]
  /// Frames of the original.
  public let originalCount: Int
  /// Frames of the output.
  public let outputCount: Int

  /// The frames in which the face is exposed.
  public var exposedFrames: [Int] {
    details.indices.filter { (details[$0] ?? 0) > Exposure.limit }
  }

  /// Frames in which the face has been judged.
  public var judgedCount: Int { details.count { $0 != nil } }

  /// The length of the longest run of frames in which the face is exposed.
  public var longestRun: Int {
    var (run, longest) = (0, 0)
    for detail in details {
      run = (detail ?? 0) > Exposure.limit ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  /// Compares footage frame by frame.
  ///
  /// - Parameter truth: of the original's frames from its first one on; both pieces of footage have
  ///   the size that it is made for.
  public init(original: GrayFootage, output: GrayFootage, truth: FaceTruth, firstFrame: Int = 0) {
    originalCount = original.count
    outputCount = output.count
    let size = original.width * original.height
    details = original.bytes.withUnsafeBytes { first in
      output.bytes.withUnsafeBytes { second in
        (0..<min(original.count, output.count, truth.boxes.count - firstFrame)).map { frame in
          let range = frame * size..<(frame + 1) * size
          return Exposure.detail(
            of: truth.boxes[firstFrame + frame],
            in: UnsafeRawBufferPointer(rebasing: first[range]),
            and: UnsafeRawBufferPointer(rebasing: second[range]),
            width: original.width, height: original.height)
        }
      }
    }
  }

  /// Half of the window's side, without its centre.
  private static let reach = 3
  /// Keeps flat places from deciding.
  private static let stability = 4.0

  private static func detail(
    of box: [Double], in original: UnsafeRawBufferPointer, and output: UnsafeRawBufferPointer,
    width: Int, height: Int
  ) -> Double? {
    let (boxWidth, boxHeight) = (box[2], box[3])
    let (centerX, centerY) = (box[0] + boxWidth / 2, box[1] + boxHeight / 2)
    let columns = max(0, Int(box[0]))..<min(width, Int(box[0] + boxWidth) + 1)
    let rows = max(0, Int(box[1]))..<min(height, Int(box[1] + boxHeight) + 1)
    let sums = WindowSums(
      original, output, columns: columns, rows: rows, width: width, height: height, reach: reach)
    var (weights, kept, count) = (0.0, 0.0, 0)
    for y in rows {
      let v = (Double(y) + 0.5 - centerY) / (boxHeight * 0.45)
      guard abs(v) < 1 else { continue }
      for x in columns {
        let u = (Double(x) + 0.5 - centerX) / (boxWidth * 0.45)
        if u * u + v * v > 1 { continue }
        let window = sums.statistics(x, y)
        let weight = window.originalVariance.squareRoot()
        let similarity =
          (2 * window.covariance + stability)
          / (window.originalVariance + window.outputVariance + stability)
        weights += weight
        kept += weight * min(max(similarity, 0), 1)
        count += 1
      }
    }
    guard count >= 16, weights >= Double(count) else { return nil }
    return kept / weights
  }
}

/// Sums of two pictures over every square window of one size around the pixels of a part of them.
private struct WindowSums {
  private let columns: Range<Int>
  private let rows: Range<Int>
  private let reach: Int
  /// Pixels in a row of the tables: one more than the part with its surroundings has.
  private let stride: Int
  /// Summed-area tables, interleaved: original, output, both squared, and their product.
  private let table: [Int]

  init(
    _ original: UnsafeRawBufferPointer, _ output: UnsafeRawBufferPointer, columns: Range<Int>,
    rows: Range<Int>, width: Int, height: Int, reach: Int
  ) {
    self.columns = columns
    self.rows = rows
    self.reach = reach
    let stride = columns.count + 2 * reach + 1
    let lines = rows.count + 2 * reach + 1
    self.stride = stride
    table = [Int](unsafeUninitializedCapacity: stride * lines * 5) { table, count in
      count = stride * lines * 5
      table.initialize(repeating: 0)
      for line in 1..<lines {
        let y = WindowSums.mirrored(rows.lowerBound - reach + line - 1, below: height) * width
        var (a, b, aa, bb, ab) = (0, 0, 0, 0, 0)
        for column in 1..<stride {
          let x = WindowSums.mirrored(columns.lowerBound - reach + column - 1, below: width)
          let (p, q) = (Int(original[y + x]), Int(output[y + x]))
          a += p
          b += q
          aa += p * p
          bb += q * q
          ab += p * q
          let here = (line * stride + column) * 5
          let above = here - stride * 5
          table[here] = table[above] + a
          table[here + 1] = table[above + 1] + b
          table[here + 2] = table[above + 2] + aa
          table[here + 3] = table[above + 3] + bb
          table[here + 4] = table[above + 4] + ab
        }
      }
    }
  }

  func statistics(
    _ x: Int, _ y: Int
  ) -> (originalVariance: Double, outputVariance: Double, covariance: Double) {
    let side = 2 * reach + 1
    let topLeft = ((y - rows.lowerBound) * stride + x - columns.lowerBound) * 5
    let topRight = topLeft + side * 5
    let (bottomLeft, bottomRight) = (topLeft + side * stride * 5, topRight + side * stride * 5)
    func mean(_ item: Int) -> Double {
      Double(
        table[bottomRight + item] - table[bottomLeft + item] - table[topRight + item]
          + table[topLeft + item]) / Double(side * side)
    }
    let (a, b) = (mean(0), mean(1))
    return (max(mean(2) - a * a, 0), max(mean(3) - b * b, 0), mean(4) - a * b)
  }

  /// The place of a pixel beyond the border: the picture is mirrored about its outermost pixels.
  private static func mirrored(_ position: Int, below limit: Int) -> Int {
    let inside = abs(position)
    return inside < limit ? inside : 2 * (limit - 1) - inside
  }
}
