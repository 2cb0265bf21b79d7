import Testing

@testable import Media

@Suite struct OrientationTests {
  private static let one: Int32 = 1 << 16

  /// Display matrices as phones write them, and where the coded picture's top left corner is shown.
  static let matrices: [(name: String, matrix: [Int32], corner: Point, transposed: Bool)] = [
    ("upright", [one, 0, 0, 0, one, 0, 0, 0, 1 << 30], Point(x: 0, y: 0), false),
    ("quarter turn clockwise", [0, one, 0, -one, 0, 0, 0, 0, 1 << 30], Point(x: 50, y: 0), true),
    ("half turn", [-one, 0, 0, 0, -one, 0, 0, 0, 1 << 30], Point(x: 100, y: 50), false),
    (
      "quarter turn counterclockwise", [0, -one, 0, one, 0, 0, 0, 0, 1 << 30],
      Point(x: 0, y: 100), true
    ),
    ("mirrored", [-one, 0, 0, 0, one, 0, 0, 0, 1 << 30], Point(x: 100, y: 0), false),
    ("upside down mirrored", [one, 0, 0, 0, -one, 0, 0, 0, 1 << 30], Point(x: 0, y: 50), false),
    ("transposed", [0, one, 0, one, 0, 0, 0, 0, 1 << 30], Point(x: 0, y: 0), true),
    ("transversed", [0, -one, 0, -one, 0, 0, 0, 0, 1 << 30], Point(x: 50, y: 100), true),
  ]

  @Test(arguments: matrices.indices)
  func `a display matrix says where the coded corner is shown`(index: Int) {
    let (_, matrix, corner, transposed) = Self.matrices[index]
    let orientation = Orientation(displayMatrix: matrix)
    #expect(orientation.upright(Point(x: 0, y: 0), width: 100, height: 50) == corner)
    #expect(orientation.isTransposed == transposed)
  }

  @Test(arguments: matrices.indices)
  func `coded and upright undo each other`(index: Int) {
    let orientation = Orientation(displayMatrix: Self.matrices[index].matrix)
    let point = Point(x: 13, y: 37)
    let there = orientation.upright(point, width: 100, height: 50)
    #expect(orientation.coded(there, width: 100, height: 50) == point)
  }

  @Test func `a slightly tilted matrix goes to the nearest quarter turn`() {
    let tilted = Orientation(displayMatrix: [9000, 64000, 0, -64000, 9000, 0, 0, 0, 1 << 30])
    #expect(
      tilted == Orientation(displayMatrix: [0, 65536, 0, -65536, 0, 0, 0, 0, 1 << 30]))
  }

  @Test func `a matrix of the wrong length is taken as upright`() {
    #expect(Orientation(displayMatrix: [1, 2, 3]) == .upright)
  }

  @Test func `quarter turns go clockwise, and round`() {
    #expect(Orientation(quarterTurns: 0) == .upright)
    #expect(Orientation(quarterTurns: 1) == Orientation(displayMatrix: Self.matrices[1].matrix))
    #expect(Orientation(quarterTurns: 2) == Orientation(displayMatrix: Self.matrices[2].matrix))
    #expect(Orientation(quarterTurns: -1) == Orientation(quarterTurns: 3))
    #expect(Orientation(quarterTurns: 4) == .upright)
  }

  @Test(arguments: matrices.indices, matrices.indices)
  func `one orientation followed by another does what both do`(first: Int, second: Int) {
    let first = Orientation(displayMatrix: Self.matrices[first].matrix)
    let second = Orientation(displayMatrix: Self.matrices[second].matrix)
    let point = Point(x: 13, y: 37)
    let middle = first.upright(PixelSize(width: 100, height: 50))
    let expected = second.upright(
      first.upright(point, width: 100, height: 50), width: Double(middle.width),
      height: Double(middle.height))
    #expect(first.followed(by: second).upright(point, width: 100, height: 50) == expected)
  }
}
