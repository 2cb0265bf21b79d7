import Media
import Redaction
import Testing

/// The size of cells and where they lie, seen in what is painted.
@Suite struct RedactorGridTests {
  private enum Direction: CaseIterable {
    case alongRows
    case alongColumns
  }

  /// A picture that is long in one direction and a ramp along it, so that no two cells in a line
  /// have the same mean.
  private func ramp(_ direction: Direction, format: String = "yuv420p16le") throws -> Picture {
    switch direction {
    case .alongRows: try Picture(format, 1600, 4) { _, x, _ in 40 * x }
    case .alongColumns: try Picture(format, 4, 1600) { _, _, y in 40 * y }
    }
  }

  /// A face that is twice as long across the direction as in it.
  private func face(_ direction: Direction, center: Double, side: Double) -> Box {
    switch direction {
    case .alongRows: Box(centerX: center, centerY: 2, width: side, height: 2 * side)
    case .alongColumns: Box(centerX: 2, centerY: center, width: 2 * side, height: side)
    }
  }

  /// The samples of a line of a ramp after one frame was painted; every other one of an interlaced
  /// frame's column.
  private func line(
    _ direction: Direction, _ covers: [Cover], with redactor: inout Redactor,
    isInterlaced: Bool = false
  ) throws -> [Int] {
    var frame = try ramp(direction).frame(isInterlaced: isInterlaced)
    try redactor.paint(covers, on: &frame, at: 0)
    let result = Picture(&frame)
    switch direction {
    case .alongRows: return (0..<1600).map { result[0, $0, 0] }
    case .alongColumns:
      return stride(from: 0, to: 1600, by: isInterlaced ? 2 : 1).map { result[0, 0, $0] }
    }
  }

  /// Where one cell ends and the next begins, within the length of a face.
  private func edges(_ line: [Int], center: Double, side: Double) -> [Int] {
    line.indices.dropFirst().filter {
      abs(Double($0) - center) < side / 2 && line[$0] != line[$0 - 1]
    }
  }

  private func style(scale: Int, cells: Int) -> RedactionStyle {
    var style = RedactionStyle()
    style.scale = scale
    style.cells = cells
    style.shape = .rectangle
    style.levels = 1 << 16
    style.settling = 0
    return style
  }

  @Test(arguments: 1...8)
  func `no more cells than asked for touch the face's shorter side`(cells: Int) throws {
    for direction in Direction.allCases {
      for (index, side) in [3, 8, 23.7, 50, 99.5, 200, 301, 640].enumerated() {
        for rows in direction == .alongRows ? [1.0] : [1, 2] {
          var redactor = Redactor(style: style(scale: 4, cells: cells))
          let center = 800 + 0.37 * Double(index)
          let line = try line(
            direction, [Cover(trackID: 1, face: face(direction, center: center, side: side))],
            with: &redactor, isInterlaced: rows == 2)
          let first = Int(((center - side / 2) / rows).rounded(.down))
          let last = Int(((center + side / 2) / rows).rounded(.up))
          #expect(Set(line[first..<last]).count <= cells)
        }
      }
    }
  }

  @Test func `a cell is as large as the scale where that is enough`() throws {
    for direction in Direction.allCases {
      var redactor = Redactor(style: style(scale: 30, cells: 6))
      let line = try line(
        direction, [Cover(trackID: 1, face: face(direction, center: 800, side: 170))],
        with: &redactor)
      #expect(edges(line, center: 800, side: 170) == [740, 770, 800, 830, 860])
    }
  }

  @Test func `cells are square on the upright frame where pixels are not`() throws {
    var style = style(scale: 32, cells: 6)
    style.pixelWidth = 2
    style.pixelHeight = 0.5
    var redactor = Redactor(style: style)
    let rows = try line(
      .alongRows, [Cover(trackID: 1, face: Box(x: 760, y: -160, width: 80, height: 320))],
      with: &redactor)
    #expect(edges(rows, center: 800, side: 80) == [768, 784, 800, 816, 832])
    let columns = try line(
      .alongColumns, [Cover(trackID: 2, face: Box(x: -40, y: 640, width: 80, height: 320))],
      with: &redactor)
    #expect(edges(columns, center: 800, side: 320) == [672, 736, 800, 864, 928])
  }

  @Test(arguments: [5, 6])
  func `the grid follows a moving face rigidly`(cells: Int) throws {
    for direction in Direction.allCases {
      var redactor = Redactor(style: style(scale: 30, cells: cells))
      var first: [Double] = []
      for step in 0..<20 {
        let center = 500.3 + 7.31 * Double(step)
        let line = try line(
          direction, [Cover(trackID: 1, face: face(direction, center: center, side: 140))],
          with: &redactor)
        let offsets = edges(line, center: center, side: 110).map { Double($0) - center }
        // At first the grid stays where it is, as if the box were trembling only.
        if step < 2 { continue }
        if first.isEmpty { first = offsets }
        #expect(offsets.count >= 3 && offsets.count == first.count)
        // Edges are moved to the next chroma sample, at most by half of its two pixels.
        #expect(zip(offsets, first).allSatisfy { abs($0 - $1) <= 2 })
      }
    }
  }

  @Test func `the jitter of a face's box leaves its cells alone`() throws {
    var redactor = Redactor(style: style(scale: 20, cells: 6))
    var seen: Set<[Int]> = []
    for (side, off) in [
      (310.0, 0.0), (292, 4), (305, -2), (288, 5), (310, 1), (299, -4), (306, 3), (290, -5),
    ] {
      let line = try line(
        .alongRows,
        [Cover(trackID: 1, face: face(.alongRows, center: 800 + off, side: side))], with: &redactor)
      seen.insert(edges(line, center: 800, side: 280))
    }
    #expect(seen.count == 1)
  }

  @Test func `as many cells lie on a face when it has grown`() throws {
    for direction in Direction.allCases {
      var redactor = Redactor(style: style(scale: 30, cells: 6))
      var seen: Set<Int> = []
      for side in stride(from: 200.0, to: 400, by: 7) {
        let line = try line(
          direction, [Cover(trackID: 1, face: face(direction, center: 800.3, side: side))],
          with: &redactor)
        seen.insert(edges(line, center: 800.3, side: side).count + 1)
      }
      #expect(seen == [6])
    }
  }

  @Test func `cells are as large as asked for, and not much larger, whatever the face does`() throws
  {
    var redactor = Redactor(style: style(scale: 20, cells: 6))
    let growing = Array(stride(from: 60.0, to: 900, by: 20))
    for size in growing + growing.reversed() {
      let line = try line(
        .alongRows, [Cover(trackID: 1, face: face(.alongRows, center: 800, side: size))],
        with: &redactor)
      let next = edges(line, center: 800, side: size * 1.29).first { $0 > 800 }
      let side = try #require(next) - 800
      let least = max(20, size / 6)
      // Half of the room for a chroma sample to either side.
      #expect(Double(side) >= least - 1 && Double(side) <= 2.2 * 1.12 * least + 2)
    }
  }

  @Test func `each track has cells of its own`() throws {
    var redactor = Redactor(style: style(scale: 20, cells: 6))
    let covers = [
      Cover(trackID: 1, face: face(.alongRows, center: 300, side: 300)),
      Cover(trackID: 2, face: face(.alongRows, center: 1000, side: 60)),
    ]
    let line = try line(.alongRows, covers, with: &redactor)
    #expect(edges(line, center: 1000, side: 58) == [980, 1000, 1020])
    #expect(edges(line, center: 300, side: 130).count == 3)
  }
}
