/// The cells of a grid along rows or along columns, in pixels of one picture.
struct GridAxis {
  /// Where line 0 of the endless grid lies.
  let origin: Double
  /// Length of a cell, at least `unit`.
  let cell: Double
  /// Every line is moved to the nearest multiple of this, so that it runs between chroma samples
  /// too.
  let unit: Int
  /// The line of the endless grid at which the first cell begins.
  let first: Int
  /// The number of cells.
  let count: Int

  /// The cells that hold `pixels`, which are not empty.
  init(origin: Double, cell: Double, unit: Int, holding pixels: Range<Int>) {
    func line(_ index: Int) -> Int { Self.line(index, origin: origin, cell: cell, unit: unit) }
    var first = Int(((Double(pixels.lowerBound) - origin) / cell).rounded(.down))
    while line(first) > pixels.lowerBound { first -= 1 }
    while line(first + 1) <= pixels.lowerBound { first += 1 }
    var end = first + 1
    while line(end) < pixels.upperBound { end += 1 }
    self.origin = origin
    self.cell = cell
    self.unit = unit
    self.first = first
    count = end - first
  }

  /// Where the cell with a number begins, and the one before it ends; the first cell has number 0
  /// and may begin before the picture.
  func line(_ index: Int) -> Int {
    Self.line(first + index, origin: origin, cell: cell, unit: unit)
  }

  /// How far a position is from where the first cell begins, in cells.
  func cells(to position: Double) -> Double { (position - origin) / cell - Double(first) }

  private static func line(_ index: Int, origin: Double, cell: Double, unit: Int) -> Int {
    Int(((origin + Double(index) * cell) / Double(unit)).rounded()) * unit
  }
}
