import Anonymizer
import Testing

@testable import AnonymizeCLI

@Suite struct ProgressBarTests {
  private let pace = Pace(framesPerSecond: 38.14, timesRealTime: 1.42)

  @Test func `eighty columns show all there is to know`() {
    #expect(
      ProgressBar.render(.at(420, elapsed: 11), pace: pace, columns: 80)
        == "[===========>                ]   42%  420/1000 frames  38.1 fps  1.4x  ETA 0:15")
  }

  @Test func `frames that are compared are called so`() {
    #expect(
      ProgressBar.render(.at(420, elapsed: 11, isVerifying: true), pace: nil, columns: 40)
        == " 42%  420/1000 frames verified")
  }

  @Test func `room that is short is left to what matters most`() {
    func text(_ columns: Int) -> String {
      ProgressBar.render(.at(420, elapsed: 11), pace: pace, columns: columns)
    }
    #expect(text(60) == " 42%  420/1000 frames  38.1 fps  1.4x  ETA 0:15")
    #expect(text(45) == " 42%  420/1000 frames  38.1 fps  ETA 0:15")
    #expect(text(40) == " 42%  420/1000 frames  ETA 0:15")
    #expect(text(20) == " 42%  ETA 0:15")
    #expect(text(10) == " 42%")
    #expect(text(3) == " 4")
    #expect(text(1) == "")
    #expect(text(0) == "")
  }

  @Test func `no width is ever filled to its last column`() {
    for frames in [0, 7, 420, 1000, 1_234_567] {
      for columns in 1...250 {
        for pace in [pace, nil] {
          let line = ProgressBar.render(.at(frames, elapsed: 9), pace: pace, columns: columns)
          #expect(line.count < columns)
          #expect(line.allSatisfy { $0.isASCII && !$0.isNewline })
        }
      }
    }
  }

  @Test func `a bar has bounds of its own on a wide screen`() {
    let line = ProgressBar.render(.at(500, elapsed: 9), pace: pace, columns: 250)
    #expect(line.hasPrefix("[====================>                   ]   50%"))
  }

  @Test func `an unknown length has no bar, percentage and end`() {
    #expect(
      ProgressBar.render(.at(1, of: nil, elapsed: 9), pace: pace, columns: 80)
        == "1 frame  38.1 fps  1.4x")
    #expect(
      ProgressBar.render(.at(420, of: nil, elapsed: 9), pace: pace, columns: 21)
        == "420 frames  38.1 fps")
    #expect(
      ProgressBar.render(.at(420, of: nil, elapsed: 9), pace: pace, columns: 12) == "420 frames")
  }

  @Test func `a known duration serves where the number of frames is unknown`() {
    #expect(
      ProgressBar.render(
        .at(500, of: nil, elapsed: 9, expectedTime: 40), pace: pace, columns: 60)
        == "[======>      ]   50%  500 frames  38.1 fps  1.4x  ETA 0:14")
  }

  @Test func `before the first frame there is no rate to show`() {
    #expect(
      ProgressBar.render(.at(0, elapsed: 0), pace: nil, columns: 50)
        == "[>                         ]    0%  0/1000 frames")
  }

  @Test func `more frames than announced fill the bar and no more`() {
    #expect(
      ProgressBar.render(.at(1100, elapsed: 9), pace: pace, columns: 63)
        == "[====================]  100%  1100/1000 frames  38.1 fps  1.4x")
  }
}
