import Media
import Testing

@Suite struct BoxTests {
  private let box = Box(x: 10, y: 20, width: 30, height: 40)

  @Test func `two boxes overlap by their common area over their joined area`() {
    let other = Box(x: 25, y: 20, width: 30, height: 40)
    let (shared, joined) = (600.0, 1800.0)
    #expect(box.intersectionOverUnion(other) == shared / joined)
    #expect(box.intersectionOverUnion(box) == 1)
  }

  @Test func `boxes apart do not overlap`() {
    let far = Box(x: 100, y: 20, width: 30, height: 40)
    #expect(box.intersection(far).isEmpty)
    #expect(box.intersectionOverUnion(far) == 0)
    #expect(Box(x: 0, y: 0, width: 0, height: 0).intersectionOverUnion(box) == 0)
  }

  @Test func `growing moves every side outward by its share`() {
    #expect(box.grown(by: 0.5) == Box(x: -5, y: 0, width: 60, height: 80))
  }

  @Test func `a union holds both`() {
    let union = box.union(Box(x: 0, y: 50, width: 5, height: 50))
    #expect(union == Box(x: 0, y: 20, width: 40, height: 80))
  }
}
