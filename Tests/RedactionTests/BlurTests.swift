import Foundation
import Media
import Redaction
import Testing

/// Covers in which the colours of cells run into each other.
@Suite struct BlurTests {
  private func style(scale: Int, cells: Int = 100) -> RedactionStyle {
    var style = RedactionStyle()
    style.fill = .blur
    style.scale = scale
    style.cells = cells
    style.margin = 0
    style.levels = 1 << 16
    return style
  }

  private func painted(
    _ picture: Picture, _ face: Box, style: RedactionStyle, isInterlaced: Bool = false
  ) throws -> Picture {
    var redactor = Redactor(style: style)
    var frame = try picture.frame(isInterlaced: isInterlaced)
    try redactor.paint([Cover(trackID: 1, face: face)], on: &frame, at: 0)
    return Picture(&frame)
  }

  /// The quadratic B-spline.
  private func spline(_ distance: Double) -> Double {
    let distance = abs(distance)
    if distance < 0.5 { return 0.75 - distance * distance }
    return distance < 1.5 ? (1.5 - distance) * (1.5 - distance) / 2 : 0
  }

  @Test(arguments: paintableFormats)
  func `a sample is the sum of the cells around it, weighted by a spline`(format: String) throws {
    let picture = try Picture(format, 61, 47, sample: noise)
    let face = Box(centerX: 32, centerY: 24, width: 36, height: 30)
    let result = try painted(picture, face, style: style(scale: 8))
    let reference = ReferenceMosaic(
      picture, cover: face, corner: (32, 24), cell: PixelSize(width: 8, height: 8), reach: 1)
    for component in picture.colours {
      let shift = picture.shifts(of: component)
      // Away from the outermost cells, beyond which no others are.
      for y in 20 >> shift.y..<30 >> shift.y {
        for x in 26 >> shift.x..<40 >> shift.x {
          let place = (
            x: (Double(x) + 0.5) * Double(1 << shift.x), y: (Double(y) + 0.5) * Double(1 << shift.y)
          )
          var sum = 0.0
          for row in -3...3 {
            for column in -3...3 {
              let (left, top) = (32 + 8 * column, 24 + 8 * row)
              let weight =
                spline((place.x - Double(left) - 4) / 8) * spline((place.y - Double(top) - 4) / 8)
              if weight == 0 { continue }
              sum += weight * Double(reference.mean(component, left >> shift.x, top >> shift.y))
            }
          }
          let depth = picture.depth(of: component)
          #expect(abs(Double(result[component, x, y]) - sum) <= 1.5 + Double(1 << depth) / 256)
        }
      }
    }
  }

  @Test(arguments: ["ya8", "rgba", "argb", "0rgb", "yuva420p", "gbrap12le", "rgba64le"])
  func `alpha and unused bytes stay as they are`(format: String) throws {
    let picture = try Picture(format, 40, 40, sample: noise)
    let result = try painted(
      picture, Box(x: -5, y: -5, width: 60, height: 60), style: style(scale: 8))
    #expect(result != picture)
    #expect(!picture.keptElements.isEmpty && result.keptElements == picture.keptElements)
  }

  @Test(arguments: [("p010le", 6), ("p210le", 6), ("y210le", 6), ("xyz12le", 4)])
  func `unused low bits of painted samples are clear`(format: String, unused: Int) throws {
    let picture = try Picture(format, 40, 40, sample: noise)
    let face = Box(x: -15, y: -15, width: 70, height: 70)
    let result = try painted(picture, face, style: style(scale: 8))
    for component in result.colours {
      for y in 0..<result.rows(of: component) {
        for x in 0..<result.columns(of: component) {
          #expect(result.element(component, x, y) & (1 << unused - 1) == 0)
        }
      }
    }
  }

  @Test(arguments: ["yuv420p", "yuv422p", "nv12", "yuyv422", "p010le"], [48, 45, 1])
  func `the fields of an interlaced frame never mix`(format: String, height: Int) throws {
    let picture = try Picture(format, 48, height) { _, _, y in y % 2 == 0 ? 20 : 220 }
    let face = Box(centerX: 24, centerY: Double(height) / 2, width: 30, height: 30)
    #expect(try painted(picture, face, style: style(scale: 8), isInterlaced: true) == picture)
  }

  @Test func `one colour everywhere stays as it is, at every depth`() throws {
    for format in ["gray", "gray10le", "yuv420p12le", "p010le", "rgb24"] {
      let picture = try Picture(format, 70, 70) { _, _, _ in 0xffff }
      let face = Box(x: 3, y: 5, width: 50, height: 58)
      #expect(try painted(picture, face, style: style(scale: 9)) == picture)
    }
  }

  @Test(arguments: [242, 486, 6, 2])
  func `fields that have fewer rows of chroma than of luma show no other colour`(height: Int) throws
  {
    // The chroma of everything is that of gray, luma is far from it.
    let picture = try Picture("yuv420p", 64, height) { component, _, _ in component > 0 ? 128 : 220
    }
    var redactor = Redactor(style: style(scale: 8))
    for step in 0..<8 {
      var frame = try picture.frame(isInterlaced: true)
      let face = Box(x: 4, y: Double(height - 60 + step), width: 50, height: 60)
      try redactor.paint([Cover(trackID: 1, face: face)], on: &frame, at: Double(step) * 0.04)
      #expect(Picture(&frame) == picture)
    }
  }

  @Test(arguments: [3, 6, 8])
  func `no waves are left of which more than the cells lie on a face`(cells: Int) throws {
    let side = 240
    for count in [Double(cells) + 1, Double(cells) * 1.5, Double(cells) * 2.5] {
      let picture = try Picture("gray16le", side, 8) { _, x, _ in
        Int(32768 + 30000 * sin(2 * Double.pi * count * Double(x) / Double(side)))
      }
      var style = style(scale: 4, cells: cells)
      style.shape = .rectangle
      let result = try painted(
        picture, Box(x: 0, y: -116, width: Double(side), height: Double(side)), style: style)
      // The wave's share of what is shown, where no border is near.
      var (real, imaginary) = (0.0, 0.0)
      for x in 40..<200 {
        let turn = 2 * Double.pi * count * Double(x) / Double(side)
        let fading = 1 - cos(2 * Double.pi * Double(x - 40) / 160)
        real += Double(result[0, x, 4] - 32768) * cos(turn) * fading / 80
        imaginary += Double(result[0, x, 4] - 32768) * sin(turn) * fading / 80
      }
      #expect((real * real + imaginary * imaginary).squareRoot() < 30000 * 0.02)
    }
  }

  @Test func `the strength follows the face`() throws {
    // The sharpest edge there is, across faces of which each is twice as large as the one before.
    var slopes: [Int] = []
    for side in [60.0, 120, 240, 480] {
      let picture = try Picture("gray", 500, 500) { _, x, _ in x < 250 ? 0 : 255 }
      let result = try painted(
        picture, Box(centerX: 251, centerY: 250, width: side, height: side),
        style: style(scale: 4, cells: 6))
      slopes.append((200..<300).map { result[0, $0 + 1, 250] - result[0, $0, 250] }.max() ?? 0)
    }
    for (steep, flat) in zip(slopes, slopes.dropFirst()) { #expect(flat < steep) }
    #expect(slopes[0] > 10 && slopes[3] <= 4)
  }
}
