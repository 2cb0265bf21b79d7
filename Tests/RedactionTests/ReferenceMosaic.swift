import Media
import Testing

/// What one elliptic cover makes of a picture, worked out sample by sample with no regard to speed.
struct ReferenceMosaic {
  private let picture: Picture
  private let isInside: [Bool]
  private let isNear: [Bool]
  private let corner: (x: Int, y: Int)
  private let cell: PixelSize
  private var means: [[Key: Int]] = []

  private struct Key: Hashable {
    let column: Int
    let row: Int
  }

  /// - Parameters:
  ///   - picture: the picture before it was covered.
  ///   - cover: the face grown by the margin.
  ///   - corner: where a horizontal and a vertical line of the grid cross.
  ///   - cell: size of a cell in pixels.
  ///   - reach: how far from the ellipse a pixel's centre may lie if the pixel is to change.
  init(
    _ picture: Picture, cover: Box, corner: (x: Int, y: Int), cell: PixelSize, reach: Double
  ) {
    self.picture = picture
    self.corner = corner
    self.cell = cell
    var (isInside, isNear): ([Bool], [Bool]) = ([], [])
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let fromCenter = (x: Double(x) + 0.5 - cover.centerX, y: Double(y) + 0.5 - cover.centerY)
        func isWithin(_ length: Double) -> Bool {
          let column = fromCenter.x / (cover.width / 2 + length)
          let row = fromCenter.y / (cover.height / 2 + length)
          return column * column + row * row <= 1
        }
        isInside.append(isWithin(0))
        isNear.append(isWithin(reach))
      }
    }
    self.isInside = isInside
    self.isNear = isNear
    for component in 0..<picture.componentCount {
      var (sums, counts): ([Key: Int], [Key: Int]) = ([:], [:])
      for y in 0..<picture.rows(of: component) {
        for x in 0..<picture.columns(of: component) {
          let key = key(component, x, y)
          sums[key, default: 0] += picture[component, x, y]
          counts[key, default: 0] += 1
        }
      }
      means.append(
        sums.reduce(into: [:]) { means, entry in
          let count = counts[entry.key] ?? 0
          means[entry.key] = (2 * entry.value + count) / (2 * count)
        })
    }
  }

  /// The mean of the cell that a sample belongs to, halves rounded up.
  func mean(_ component: Int, _ x: Int, _ y: Int) -> Int {
    means[component][key(component, x, y)] ?? -1
  }

  /// Whether the centre of one of the pixels that share a sample lies in the ellipse.
  func isInside(_ component: Int, _ x: Int, _ y: Int) -> Bool {
    anyPixel(of: component, x, y, isInside)
  }

  /// Whether a sample may change.
  func isNear(_ component: Int, _ x: Int, _ y: Int) -> Bool {
    anyPixel(of: component, x, y, isNear)
  }

  /// Expects each sample inside to be its cell's mean, each sample far outside to be as it was, and
  /// each in the soft edge to lie between the two.
  func expect(_ result: Picture, sourceLocation: SourceLocation = #_sourceLocation) {
    var (inside, wrong) = (0, 0)
    for component in picture.colours {
      for y in 0..<picture.rows(of: component) {
        for x in 0..<picture.columns(of: component) {
          let (old, new) = (picture[component, x, y], result[component, x, y])
          let mean = mean(component, x, y)
          if isInside(component, x, y) {
            inside += 1
            if new != mean { wrong += 1 }
          } else if isNear(component, x, y) {
            if new < min(old, mean) || new > max(old, mean) { wrong += 1 }
          } else if result.element(component, x, y) != picture.element(component, x, y) {
            wrong += 1
          }
        }
      }
    }
    #expect(inside > 0, sourceLocation: sourceLocation)
    #expect(
      wrong == 0, "\(wrong) samples of \(picture.format) \(picture.size)",
      sourceLocation: sourceLocation)
  }

  private func key(_ component: Int, _ x: Int, _ y: Int) -> Key {
    let shift = picture.shifts(of: component)
    func index(_ position: Int, _ corner: Int, _ side: Int) -> Int {
      Int((Double(position - corner) / Double(side)).rounded(.down))
    }
    return Key(
      column: index(x << shift.x, corner.x, cell.width),
      row: index(y << shift.y, corner.y, cell.height))
  }

  private func anyPixel(of component: Int, _ x: Int, _ y: Int, _ holds: [Bool]) -> Bool {
    let shift = picture.shifts(of: component)
    for row in y << shift.y..<min((y + 1) << shift.y, picture.size.height) {
      for column in x << shift.x..<min((x + 1) << shift.x, picture.size.width)
      where holds[row * picture.size.width + column] { return true }
    }
    return false
  }
}
