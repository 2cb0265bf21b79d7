import Media
import Testing

@testable import FaceDetection

@Suite struct CenterFaceDecoderTests {
  /// Made-up outputs for an input of 64x32 pixels, so of 16x8 cells: quiet until a face is set.
  private struct Outputs {
    static let columns = 16
    static let plane = 16 * 8
    var heatmap = [Float](repeating: 0.01, count: plane)
    var logSize = [Float](repeating: 0, count: 2 * plane)
    var offset = [Float](repeating: 0, count: 2 * plane)
    var landmarks = [Float](repeating: 0.5, count: 10 * plane)

    /// A face of `width` times `height` pixels centred on the middle of a cell.
    mutating func set(column: Int, row: Int, score: Float, width: Float, height: Float) {
      let cell = row * Self.columns + column
      heatmap[cell] = score
      logSize[cell] = logOfCells(height)
      logSize[Self.plane + cell] = logOfCells(width)
    }

    func faces(threshold: Float = 0.1) throws -> [Face] {
      let decoder = CenterFaceDecoder(
        inputSize: PixelSize(width: 64, height: 32), threshold: threshold)
      return try decoder.faces(
        heatmap: heatmap.span, logSize: logSize.span, offset: offset.span,
        landmarks: landmarks.span)
    }

    private func logOfCells(_ pixels: Float) -> Float {
      // Natural logarithms of the sizes in cells that the tests use.
      switch pixels {
      case 4: 0
      case 8: 0.693_147_2
      case 16: 1.386_294_4
      case 32: 2.079_441_5
      default: .nan
      }
    }
  }

  private func expect(
    _ box: Box?, x: Double, y: Double, maxX: Double, maxY: Double,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let box = try #require(box, sourceLocation: location)
    #expect(abs(box.x - x) < 0.001, sourceLocation: location)
    #expect(abs(box.y - y) < 0.001, sourceLocation: location)
    #expect(abs(box.maxX - maxX) < 0.001, sourceLocation: location)
    #expect(abs(box.maxY - maxY) < 0.001, sourceLocation: location)
  }

  @Test func `quiet outputs hold no face`() throws {
    #expect(try Outputs().faces() == [])
  }

  @Test func `a face is where its cell, offset and size say`() throws {
    var outputs = Outputs()
    outputs.set(column: 8, row: 3, score: 0.75, width: 8, height: 16)
    let cell = 3 * Outputs.columns + 8
    outputs.offset[cell] = 0.25
    outputs.offset[Outputs.plane + cell] = -0.5
    for index in 0..<10 {
      outputs.landmarks[index * Outputs.plane + cell] = Float(index) / 10
    }

    let faces = try outputs.faces()
    #expect(faces.map(\.score) == [0.75])
    // The centre is at (8 - 0.5 + 0.5, 3 + 0.25 + 0.5) cells.
    try expect(faces.first?.box, x: 28, y: 7, maxX: 36, maxY: 23)
    let points = try #require(faces.first).landmarks.points
    for (index, point) in points.enumerated() {
      #expect(abs(point.x - (28 + 8 * Double(2 * index + 1) / 10)) < 0.001)
      #expect(abs(point.y - (7 + 16 * Double(2 * index) / 10)) < 0.001)
    }
  }

  @Test func `the sides and landmarks of a face cut by the left and top edges stay in place`()
    throws
  {
    var outputs = Outputs()
    outputs.set(column: 0, row: 1, score: 0.9, width: 16, height: 32)
    let face = try outputs.faces().first
    try expect(face?.box, x: 0, y: 0, maxX: 10, maxY: 22)
    let nose = try #require(face).landmarks.nose
    #expect(abs(nose.x - 2) < 0.001)
    #expect(abs(nose.y - 6) < 0.001)
  }

  @Test func `a face cut by the right and bottom edges ends there`() throws {
    var outputs = Outputs()
    outputs.set(column: 15, row: 6, score: 0.9, width: 16, height: 32)
    try expect(try outputs.faces().first?.box, x: 54, y: 10, maxX: 64, maxY: 32)
  }

  @Test func `a box wholly outside the picture is left out`() throws {
    var outputs = Outputs()
    outputs.set(column: 0, row: 1, score: 0.9, width: 8, height: 8)
    outputs.offset[Outputs.plane + Outputs.columns] = -5
    #expect(try outputs.faces() == [])
  }

  @Test func `a score at the threshold is left out, one above it kept`() throws {
    var outputs = Outputs()
    outputs.set(column: 2, row: 4, score: 0.5, width: 8, height: 8)
    outputs.set(column: 12, row: 4, score: 0.625, width: 8, height: 8)
    #expect(try outputs.faces(threshold: 0.5).map(\.score) == [0.625])
  }

  @Test func `neighbouring cells of one face give it once`() throws {
    var outputs = Outputs()
    outputs.set(column: 7, row: 4, score: 0.6, width: 16, height: 16)
    outputs.set(column: 8, row: 4, score: 0.8, width: 16, height: 16)
    #expect(try outputs.faces().map(\.score) == [0.8])
  }

  @Test(
    arguments: [Float.nan, .infinity, -.infinity], [0, 61, Outputs.plane - 1])
  func `a score that is no finite number is an error`(score: Float, cell: Int) throws {
    var outputs = Outputs()
    outputs.set(column: 8, row: 3, score: 0.75, width: 8, height: 16)
    outputs.heatmap[cell] = score
    let error = #expect(throws: DetectionError.self) { try outputs.faces() }
    #expect(error?.code == .invalidOutput)
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, 1000, -1000])
  func `a size that is not finite and above zero is an error`(logSize: Float) throws {
    for plane in 0..<2 {
      var outputs = Outputs()
      outputs.set(column: 8, row: 3, score: 0.75, width: 8, height: 16)
      outputs.logSize[plane * Outputs.plane + 3 * Outputs.columns + 8] = logSize
      let error = #expect(throws: DetectionError.self) { try outputs.faces() }
      #expect(error?.code == .invalidOutput)
    }
  }

  @Test(arguments: [Float.nan, -.infinity])
  func `an offset or landmark that is no finite number is an error`(value: Float) throws {
    var quiet = Outputs()
    quiet.set(column: 8, row: 3, score: 0.75, width: 8, height: 16)
    let cell = 3 * Outputs.columns + 8
    for plane in 0..<2 {
      var outputs = quiet
      outputs.offset[plane * Outputs.plane + cell] = value
      #expect(throws: DetectionError.self) { try outputs.faces() }
    }
    for plane in 0..<10 {
      var outputs = quiet
      outputs.landmarks[plane * Outputs.plane + cell] = value
      #expect(throws: DetectionError.self) { try outputs.faces() }
    }
  }
}
