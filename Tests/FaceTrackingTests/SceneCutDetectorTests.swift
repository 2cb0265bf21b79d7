import FaceTracking
import Media
import Testing

@Suite struct SceneCutDetectorTests {
  /// A picture whose luma at each place (0...1 across and down) is given by a function, 0...1.
  private func picture(_ luma: (_ x: Double, _ y: Double) -> Double) -> LumaGrid {
    var picture = LumaGrid()
    for row in 0..<LumaGrid.rows {
      for column in 0..<LumaGrid.columns {
        let value = luma(
          (Double(column) + 0.5) / Double(LumaGrid.columns),
          (Double(row) + 0.5) / Double(LumaGrid.rows))
        picture.values[row * LumaGrid.columns + column] = UInt8(max(0, min(255, value * 255)))
      }
    }
    return picture
  }

  private func room(_ x: Double, _ y: Double) -> Double { 0.2 + 0.5 * x }
  private func yard(_ x: Double, _ y: Double) -> Double { 0.9 - 0.8 * abs(x - 0.5) }
  private func street(_ x: Double, _ y: Double) -> Double { y < 0.4 ? 0.9 : 0.3 - 0.2 * x }

  private func changes(_ pictures: [LumaGrid]) -> [SceneChange] {
    var detector = SceneCutDetector()
    return pictures.map { detector.change(to: $0) }
  }

  private func cuts(_ pictures: [LumaGrid]) -> [Int] {
    let changes = changes(pictures)
    return changes.indices.filter { changes[$0] == .cut }
  }

  @Test func `a cut is found, once`() {
    let footage = [room, room, room, street, street, street].map { picture($0) }
    #expect(cuts(footage) == [3])
  }

  @Test func `the first picture is no cut, the second may be one`() {
    #expect(cuts([picture(room), picture(street)]) == [1])
  }

  @Test func `a flash is no cut`() {
    let flash = picture { 1.5 * room($0, $1) }
    #expect(
      cuts([room, room].map { picture($0) } + [flash] + [room, room].map { picture($0) }) == [])
  }

  @Test func `a white picture within a scene is no cut, a black one between two scenes hides none`()
  {
    let white = picture { _, _ in 1 }
    let black = picture { _, _ in 0 }
    #expect(cuts([picture(room), white, picture(room)]) == [])
    #expect(cuts([picture(room), black, black, picture(street), picture(street)]) == [3])
  }

  @Test func `what is unlike for a few pictures undoes its cut`() {
    #expect(
      changes([room, room, street, room, room].map { picture($0) })
        == [.none, .none, .cut, .undone(cuts: 1), .none])
    #expect(
      changes([room, street, yard, room].map { picture($0) })
        == [.none, .cut, .cut, .undone(cuts: 2)])
  }

  @Test func `a scene between two others is one`() {
    let street = [(Double, Double) -> Double](repeating: street, count: 9)
    #expect(cuts(([room] + street + [room]).map { picture($0) }) == [1, 10])
  }

  @Test func `a slow pan, a fade and noise are no cuts`() {
    func wall(_ x: Double) -> Double { Int((x * 5).rounded(.down)) % 2 == 0 ? 0.25 : 0.75 }
    #expect(cuts((0..<30).map { index in picture { x, _ in wall(x + Double(index) / 60) } }) == [])
    #expect(
      cuts((0..<20).map { index in picture { room($0, $1) * Double(20 - index) / 20 } }) == [])
    var random = FixedRandom(seed: 5)
    #expect(
      cuts(
        (0..<10).map { _ in
          picture { room($0, $1) + Double.random(in: -0.2...0.2, using: &random) }
        }) == [])
  }
}
