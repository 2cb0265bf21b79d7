import Foundation
import Media
import Redaction
import Testing

/// What somebody gains who lays all frames of a covered face on top of each other.
@Suite struct ReconstructionTests {
  private static let cell = 12
  private static let frames = 100
  private let gray: PixelFormat
  private let cosines = (0..<MovingFace.faceSide).map {
    cos(2 * Double.pi * Double($0) / Double(MovingFace.faceSide))
  }
  private let sines = (0..<MovingFace.faceSide).map {
    sin(2 * Double.pi * Double($0) / Double(MovingFace.faceSide))
  }
  private let fading = (0..<MovingFace.faceSide).map {
    1 - cos(2 * Double.pi * Double($0) / Double(MovingFace.faceSide))
  }

  init() throws { gray = try #require(PixelFormat(name: "gray")) }

  /// A mosaic whose grid stays where it is in the frame, so that it slides over a face that moves.
  private func sliding(_ luma: [Int]) -> [Int] {
    let (side, cell) = (MovingFace.frameSide, Self.cell)
    var result = luma
    for top in stride(from: 0, to: side, by: cell) {
      for left in stride(from: 0, to: side, by: cell) {
        var (sum, count) = (0, 0)
        for y in top..<min(top + cell, side) {
          for x in left..<min(left + cell, side) {
            sum += luma[y * side + x]
            count += 1
          }
        }
        for y in top..<min(top + cell, side) {
          for x in left..<min(left + cell, side) { result[y * side + x] = sum / count }
        }
      }
    }
    return result
  }

  /// The covered face, averaged over its first frames with the true face always in the same place,
  /// and the true face.
  private func average(
    of frames: Int, covering cover: (_ luma: [Int], _ box: Box, _ frame: Int) throws -> [Int]
  ) rethrows -> (average: [Double], truth: [Double]) {
    var face = MovingFace(seed: 5)
    let (frameSide, faceSide) = (MovingFace.frameSide, MovingFace.faceSide)
    var sums = [Double](repeating: 0, count: faceSide * faceSide)
    for number in 0..<frames {
      let frame = face.next()
      let covered = try cover(frame.luma, frame.box, number).map { Double($0) }
      for y in 0..<faceSide {
        for x in 0..<faceSide {
          sums[y * faceSide + x] += MovingFace.sample(
            covered, side: frameSide, x: frame.x + Double(x), y: frame.y + Double(y))
        }
      }
    }
    return (sums.map { $0 / Double(frames) }, face.texture)
  }

  /// Which share of the true face's detail is in a picture: of what is finer than two cells, which
  /// is the finest that the means of cells can tell, and not finer than one.
  ///
  /// The squared coherence: for waves of one length after the other, the squared correlation of the
  /// two pictures' Fourier coefficients, so that it does not matter how weak the detail has become.
  private func detail(of picture: [Double], in truth: [Double]) -> Double {
    let side = MovingFace.faceSide
    var (first, second, shared): ([Int: Double], [Int: Double], [Int: Wave]) = ([:], [:], [:])
    for v in 0..<side / 2 {
      for u in -side / 2..<side / 2 where v > 0 || u > 0 {
        // Waves along the face, and how many of them lie on two cells.
        let count = Double(u * u + v * v).squareRoot()
        let perPair = count * 2 * Double(Self.cell) / Double(side)
        guard perPair > 1, perPair < 1.8 else { continue }
        let ring = Int(count)
        let (a, b) = (wave(u, v, in: picture), wave(u, v, in: truth))
        first[ring, default: 0] += a.real * a.real + a.imaginary * a.imaginary
        second[ring, default: 0] += b.real * b.real + b.imaginary * b.imaginary
        shared[ring, default: Wave()].real += a.real * b.real + a.imaginary * b.imaginary
        shared[ring, default: Wave()].imaginary += a.imaginary * b.real - a.real * b.imaginary
      }
    }
    let coherences = shared.map { ring, product in
      (product.real * product.real + product.imaginary * product.imaginary)
        / max((first[ring] ?? 0) * (second[ring] ?? 0), 1e-12)
    }
    return coherences.reduce(0, +) / Double(coherences.count)
  }

  private struct Wave {
    var real = 0.0
    var imaginary = 0.0
  }

  /// One Fourier coefficient of a face, which is faded out towards its edges.
  private func wave(_ u: Int, _ v: Int, in picture: [Double]) -> Wave {
    let side = MovingFace.faceSide
    var sum = Wave()
    for y in 0..<side {
      for x in 0..<side {
        let value = (picture[y * side + x] - 128) * fading[x] * fading[y]
        let turn = (u * x + v * y) % side
        let index = turn < 0 ? turn + side : turn
        sum.real += value * cosines[index]
        sum.imaginary -= value * sines[index]
      }
    }
    return sum
  }

  private func covered(
    _ luma: [Int], _ cover: Cover, at time: Double, by redactor: inout Redactor
  ) throws -> [Int] {
    let side = MovingFace.frameSide
    var frame = try Frame(format: gray, size: PixelSize(width: side, height: side))
    frame.withSamples(ofPlane: 0, as: UInt8.self) { samples, stride in
      for index in luma.indices {
        samples[index / side * stride + index % side] = UInt8(luma[index])
      }
    }
    try redactor.paint([cover], on: &frame, at: time)
    var result = luma
    frame.withSamples(ofPlane: 0, as: UInt8.self) { samples, stride in
      for index in luma.indices {
        result[index] = Int(samples[index / side * stride + index % side])
      }
    }
    return result
  }

  /// The detail in the average of the first frames of a face that is covered in a style.
  private func detail(_ fill: RedactionStyle.Fill, frames: Int) throws -> Double {
    var style = RedactionStyle()
    style.fill = fill
    style.scale = Self.cell
    style.cells = 8
    var redactor = Redactor(style: style)
    let (average, truth) = try average(of: frames) { luma, box, number in
      try covered(
        luma, Cover(trackID: 1, face: box), at: Double(number) / 25, by: &redactor)
    }
    return detail(of: average, in: truth)
  }

  @Test func `a hundred frames tell no more than one`() throws {
    // A grid that slides tells four fifths of what its cells are too large for.
    let (average, truth) = average(of: Self.frames) { luma, _, _ in sliding(luma) }
    #expect(detail(of: average, in: truth) > 0.7)
    // One frame tells something of it by chance, since edges of cells are detail as well.
    for fill in [RedactionStyle.Fill.mosaic, .blur] {
      let first = try detail(fill, frames: 1)
      let all = try detail(fill, frames: Self.frames)
      #expect(all < 0.3 && all < first + 0.02, "\(fill): \(all), in one frame \(first)")
    }
  }
}
