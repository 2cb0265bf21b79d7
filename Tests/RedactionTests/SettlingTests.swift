import Foundation
import Media
import Redaction
import Testing

/// The colours of cells over time.
@Suite struct SettlingTests {
  /// What a face shows that is the same gray all over and another one in each frame.
  private func shown(
    _ grays: [Int], every interval: Double = 0.04, format: String = "gray", component: Int = 0,
    isInterlaced: Bool = false, style: RedactionStyle = RedactionStyle()
  ) throws -> [Int] {
    var redactor = Redactor(style: style)
    return try grays.enumerated().map { number, gray in
      var frame = try Picture(format, 80, 80) { _, _, _ in gray }.frame(isInterlaced: isInterlaced)
      let face = Box(x: 10, y: 10, width: 60, height: 60)
      try redactor.paint(
        [Cover(trackID: 1, face: face)], on: &frame, at: Double(number) * interval)
      return Picture(&frame)[component, 20, 20]
    }
  }

  private func unrounded() -> RedactionStyle {
    var style = RedactionStyle()
    style.levels = 1 << 16
    return style
  }

  @Test func `a colour comes near its mean exponentially`() throws {
    let style = unrounded()
    let shown = try shown([0] + Array(repeating: 200, count: 12), style: style)
    for (number, value) in shown.enumerated() {
      let share = 1 - exp(-0.04 * Double(number) / style.settling)
      #expect(abs(Double(value) - 200 * share) < 3)
    }
  }

  @Test func `time counts, not frames`() throws {
    let style = unrounded()
    let slow = try shown([0, 200], every: 0.24, style: style)
    let fast = try shown([0, 200, 200, 200, 200, 200, 200], style: style)
    #expect(abs(slow[1] - fast[6]) <= 3)
    #expect(try shown([0, 200], every: 60, style: style) == [0, 200])
  }

  @Test func `without settling a colour is its mean at once`() throws {
    var style = unrounded()
    style.settling = 0
    #expect(try shown([0, 200, 17, 93], style: style) == [0, 200, 17, 93])
  }

  @Test(arguments: [("gray", 0, 8), ("yuv420p", 0, 8), ("rgb24", 1, 8), ("gray10le", 0, 32)])
  func `a sample takes one of few values`(format: String, component: Int, step: Int) throws {
    let range = 32 * step
    for gray in stride(from: 0, to: range, by: 3) {
      let value = try shown([gray], format: format, component: component)[0]
      #expect(value % step == 0 || value == range - 1)
      #expect(abs(value - gray) <= step / 2)
    }
  }

  @Test func `a colour difference takes four times as many values, and none at all stays none`()
    throws
  {
    for value in [0, 1, 3, 37, 126, 127, 128, 129, 130, 200, 254, 255] {
      let shown = try shown([value], format: "yuv420p", component: 1)[0]
      #expect(shown % 2 == 0 || shown == 255)
      #expect(abs(shown - value) <= 1)
    }
    #expect(try shown([128], format: "yuv420p", component: 2) == [128])
    #expect(try shown([512], format: "yuv422p10le", component: 2) == [512])
  }

  @Test func `noise around the middle between two values does not come through`() throws {
    var noise: [Int] = []
    for number in 0..<60 { noise.append(number % 2 == 0 ? 123 : 125) }
    var style = RedactionStyle()
    style.settling = 0
    #expect(Set(try shown(noise, style: style)).count == 1)
    // What goes further is followed.
    #expect(try shown([123, 125, 126], style: style).last == 128)
  }

  @Test(arguments: [false, true])
  func `colours stay with the face as it moves`(isInterlaced: Bool) throws {
    var style = unrounded()
    style.shape = .rectangle
    style.margin = 0
    var redactor = Redactor(style: style)
    // A face of two halves, of which each is a column of cells, before a black wall.
    for step in 0..<20 {
      let left = 20 + 4 * step
      let picture = try Picture("gray", 200, 80) { _, x, _ in
        x < left || x >= left + 60 ? 0 : x < left + 30 ? 40 : 200
      }
      var frame = try picture.frame(isInterlaced: isInterlaced)
      let face = Box(x: Double(left), y: 10, width: 60, height: 60)
      try redactor.paint(
        [Cover(trackID: 1, face: face)], on: &frame, at: Double(step) * 0.04)
      let result = Picture(&frame)
      // The grid lags behind by a fiftieth of the face, so that a cell has that much of the wall.
      for y in [12, 13, 40, 41, 66, 67] {
        #expect(abs(result[0, left + 10, y] - 40) <= 3)
        #expect(abs(result[0, left + 50, y] - 200) <= 8)
      }
    }
  }

  @Test func `fields that differ little show one colour, others their own`() throws {
    func fields(_ upper: Int, _ lower: Int) throws -> [Int] {
      var redactor = Redactor(style: RedactionStyle())
      var frame = try Picture("gray", 80, 80) { _, _, y in y % 2 == 0 ? upper : lower }
        .frame(isInterlaced: true)
      let face = Box(x: 10, y: 10, width: 60, height: 60)
      try redactor.paint([Cover(trackID: 1, face: face)], on: &frame, at: 0)
      let result = Picture(&frame)
      return [result[0, 40, 40], result[0, 40, 41]]
    }
    #expect(try fields(122, 128) == [120, 120])
    #expect(try fields(122, 129) == [120, 128])
    #expect(try fields(40, 200) == [40, 200])
  }

  /// What one redactor shows in the middle of each of some frames, each of one gray.
  private func shown(
    _ frames: [(gray: Int, isInterlaced: Bool, cover: Cover)], every interval: Double = 0.04
  ) throws -> [[Int]] {
    var style = unrounded()
    style.margin = 0
    var redactor = Redactor(style: style)
    return try frames.enumerated().map { number, step in
      var frame = try Picture("gray", 24, 24) { _, _, _ in step.gray }
        .frame(isInterlaced: step.isInterlaced)
      try redactor.paint([step.cover], on: &frame, at: Double(number) * interval)
      let result = Picture(&frame)
      return [result[0, 12, 12], result[0, 12, 13]]
    }
  }

  private let middle = Box(x: 3, y: 3, width: 18, height: 18)

  @Test func `a field shows nothing of what was there before frames without fields`() throws {
    let cover = Cover(trackID: 1, face: middle)
    let frames =
      [(20, true), (20, true)] + Array(repeating: (120, false), count: 30) + [(120, true)]
    let last = try shown(frames.map { (gray: $0.0, isInterlaced: $0.1, cover: cover) }).last
    #expect(last.map { abs($0[0] - 120) <= 2 && abs($0[1] - 120) <= 2 } == true)
  }

  @Test func `averages move on however closely frames follow each other`() throws {
    let cover = Cover(trackID: 1, face: middle)
    let frames = [20] + Array(repeating: 220, count: 4000)
    let last = try shown(
      frames.map { (gray: $0, isInterlaced: false, cover: cover) }, every: 0.0001
    ).last
    // 0.4 seconds are more than two and a half time constants.
    #expect(last.map { $0[0] > 190 } == true)
  }

  @Test func `faces of no track have nothing of each other`() throws {
    let frames = [20, 220, 90].map {
      (gray: $0, isInterlaced: false, cover: Cover(trackID: -1, face: middle))
    }
    #expect(try shown(frames).map { $0[0] } == [20, 220, 90])
  }

  @Test func `a track whose first cover hid nothing has nothing of one that is forgotten`() throws {
    let corner = Box(x: -17.9, y: -17.9, width: 18, height: 18)
    var frames = [(gray: 20, isInterlaced: false, cover: Cover(trackID: 1, face: middle))]
    for number in 0..<1200 {
      let cover = Cover(trackID: 2 + number / 2, face: Box(x: 30, y: 30, width: 9, height: 9))
      frames.append((gray: 20, isInterlaced: false, cover: cover))
    }
    frames.append((gray: 220, isInterlaced: false, cover: Cover(trackID: 5000, face: corner)))
    frames.append((gray: 220, isInterlaced: false, cover: Cover(trackID: 5000, face: middle)))
    #expect(try shown(frames).last?[0] == 220)
  }

  @Test func `another face has nothing of the one before it`() throws {
    var redactor = Redactor(style: unrounded())
    for (track, gray) in [(1, 10), (2, 250), (3, 90)] {
      var frame = try Picture("gray", 80, 80) { _, _, _ in gray }.frame()
      let face = Box(x: 10, y: 10, width: 60, height: 60)
      try redactor.paint(
        [Cover(trackID: track, face: face)], on: &frame, at: Double(track) * 0.04)
      #expect(Picture(&frame)[0, 40, 40] == gray)
    }
  }
}
