import Foundation
import Pipeline
import Testing

@testable import Anonymizer

@Suite struct ReportLineTests {
  private func line(_ text: String) throws -> ReportLine {
    try JSONDecoder().decode(ReportLine.self, from: Data(text.utf8))
  }

  @Test func `the header reads back as it was`() throws {
    guard case .header(let header) = try line(SampleReport.fullHeader.line) else {
      Issue.record("no header")
      return
    }
    #expect(header == SampleReport.fullHeader)
  }

  @Test func `every number of a frame reads back to the last bit`() throws {
    guard case .frame(let frame) = try line(ReportFrame.line(for: SampleReport.faces)) else {
      Issue.record("no frame")
      return
    }
    let written = SampleReport.faces
    #expect(frame.ticks == written.ticks && frame.frame == 7 && frame.stream == 0)
    #expect(frame.time?.bitPattern == written.time.bitPattern)
    for (read, face) in zip(frame.faces, written.faces) {
      let box = face.box
      #expect(
        read.box.map(\.bitPattern) == [box.x, box.y, box.width, box.height].map(\.bitPattern))
      #expect(read.score?.bitPattern == face.score.bitPattern)
      #expect(read.track == face.trackID && read.source == face.source)
    }
    #expect(frame.faces[0].landmarks?.nose == [5.1, 6])
    #expect(frame.faces[0].landmarks?.mouthRight == [9, 10])
    #expect(frame.faces.count == 2 && frame.faces[1].landmarks == nil)
  }

  @Test func `doubles of any bits read back`() throws {
    var bits: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<2000 {
      bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = Double(bitPattern: bits)
      guard number.isFinite else { continue }
      let text = JSONText.object { $0.add("a", number) }
      let read = try JSONDecoder().decode([String: Double].self, from: Data(text.utf8))
      #expect(read["a"]?.bitPattern == bits, "\(text)")
    }
  }

  @Test func `tracks and totals read back`() throws {
    guard case .track(let track) = try line(SampleReport.written[2]),
      case .totals(let totals) = try line(SampleReport.written[3])
    else {
      Issue.record("other lines")
      return
    }
    #expect(
      track
        == ReportTrack(
          stream: 0, track: 3, firstFrame: 1, lastFrame: 9, detectedFrames: 4, filledFrames: 5,
          lowestScore: 0.2, highestScore: 0.9, confirmed: true))
    #expect(totals == SampleReport.fullTotals)
    #expect(totals.frames == 3 && totals.framesWithFaces == 2 && totals.tracks == 1)
  }

  @Test func `texts are quoted`() throws {
    let text = "a\"b\\c\n\u{1}é"
    let line = JSONText.object { $0.add("a", text) }
    #expect(!line.contains("\n"))
    #expect(try JSONDecoder().decode([String: String].self, from: Data(line.utf8)) == ["a": text])
  }
}
