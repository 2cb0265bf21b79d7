import Foundation
import TestSupport
import Testing

@testable import Anonymizer

@Suite struct FaceReportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ lines: String...) throws -> FaceReport {
    try SampleReport.read(lines.joined(separator: "\n") + "\n", at: folder)
  }

  private func complaint(_ lines: String...) -> String? {
    let text = lines.joined(separator: "\n") + "\n"
    let error = #expect(throws: AnonymizationError.self) {
      try SampleReport.read(text, at: folder)
    }
    #expect(error?.code == .damagedInput)
    #expect(error?.path == folder.path("a.jsonl"))
    #expect(error?.advice != nil)
    return error?.message
  }

  private static func frame(_ number: Int, ticks: Int = 4, stream: Int = 0, faces: String) -> String
  {
    #"{"type":"frame","stream":\#(stream),"frame":\#(number),"ticks":\#(ticks),"faces":[\#(faces)]}"#
  }

  private let box = #"{"box":[1,2,30,40]}"#

  @Test func `a face needs nothing but its box`() throws {
    let report = try read(SampleReport.header, SampleReport.frame, SampleReport.totals)
    let stream = try #require(report.streams[0])
    #expect(stream.frameCount == 3 && stream.frames.count == 1)
    let frame = stream.frames[0]
    #expect(frame.line == 2 && frame.number == 1 && frame.ticks == 4)
    #expect(frame.faces.map(\.box.width) == [30])
  }

  @Test func `faces without a track get numbers that no track has`() throws {
    let faces = #"{"box":[1,2,3,4],"track":5},{"box":[1,2,3,4]},{"box":[9,9,3,4]}"#
    let report = try read(
      SampleReport.header, Self.frame(0, ticks: 1, faces: faces), Self.frame(1, faces: box),
      SampleReport.totals)
    let ids = try #require(report.streams[0]).frames.map { $0.faces.map(\.trackID) }
    #expect(ids[0][0] == 5)
    #expect(Set(ids[0]).count == 3 && ids[0].dropFirst().allSatisfy { $0 < 0 })
    #expect(ids[1] == [ids[0][1]])
  }

  @Test func `the frames of several streams may come mixed, each stream in its order`() throws {
    let header = SampleReport.header.replacing(
      "}]}", with: #"},{"index":2,"width":9,"height":9,"timeBase":[1,25]}]}"#)
    let totals = #"{"type":"totals","streams":[{"index":2,"frames":9},{"index":0,"frames":3}]}"#
    let small = #"{"box":[1,2,3,4]}"#
    let report = try read(
      header, Self.frame(5, ticks: 5, stream: 2, faces: small), Self.frame(0, faces: box),
      Self.frame(8, ticks: 8, stream: 2, faces: small), Self.frame(2, ticks: 9, faces: box), totals)
    #expect(report.streams[2]?.frames.map(\.number) == [5, 8])
    #expect(report.streams[2]?.frameCount == 9)
    #expect(report.streams[0]?.frames.map(\.number) == [0, 2])
  }

  @Test func `unknown members, empty lines and carriage returns are passed over`() throws {
    let report = try read(
      SampleReport.header + "\r", "",
      #"{"type":"track","stream":0,"track":1,"firstFrame":0,"#
        + #""lastFrame":0,"detectedFrames":1,"filledFrames":0,"lowestScore":0,"highestScore":1,"#
        + #""confirmed":true,"note":"a"}"#, Self.frame(1, faces: #"{"box":[1,2,3,4],"note":1}"#),
      SampleReport.totals, "")
    #expect(report.streams[0]?.frames.count == 1)
  }

  @Test func `a report that has lost most of its faces is remarked on`() throws {
    func notice(_ count: Int) throws -> String? {
      try read(
        SampleReport.header, SampleReport.frame,
        #"{"type":"totals","streams":[{"index":0,"frames":3,"framesWithFaces":\#(count)}]}"#
      ).notice
    }
    #expect(try notice(0) == nil)
    #expect(try notice(3) == nil)
    let text = "had faces in 4 frames and has them in 1: the others stay visible"
    #expect(try notice(4) == "\(folder.path("a.jsonl")) \(text)")
  }

  @Test func `a report that was cut short is refused`() {
    #expect(
      complaint(SampleReport.header, SampleReport.frame)
        == "is cut short: the line with the totals is missing")
    #expect(complaint(SampleReport.header, "{\"type\":\"fra") == "line 2 is no JSON object")
    #expect(complaint("") == "is empty")
  }

  @Test func `lines out of their order are refused`() {
    let (header, totals) = (SampleReport.header, SampleReport.totals)
    #expect(
      complaint(SampleReport.frame, totals) == "line 1 is no header, which a report begins with")
    #expect(complaint(header, header) == "line 2 is a second header")
    #expect(
      complaint(header, totals, SampleReport.frame)
        == "line 3 stands behind the totals, which are a report's end")
    #expect(
      complaint(header, Self.frame(2, ticks: 8, faces: box), Self.frame(1, faces: box), totals)
        == "line 3 has frame 1 behind frame 2 of the same stream")
    #expect(
      complaint(header, Self.frame(1, faces: box), Self.frame(1, ticks: 8, faces: box), totals)
        == "line 3 has frame 1 behind frame 1 of the same stream")
    #expect(
      complaint(header, Self.frame(1, faces: box), Self.frame(2, ticks: 4, faces: box), totals)
        == "line 3 has a frame that is not later than the one before")
  }

  @Test func `frames that there cannot be are refused`() {
    let (header, totals) = (SampleReport.header, SampleReport.totals)
    #expect(
      complaint(header, Self.frame(3, faces: box), totals)
        == "line 2 has frame 3 of stream 0, which has 3 frames")
    #expect(
      complaint(header, Self.frame(-1, faces: box), totals)
        == "line 2 has a frame number below zero")
    #expect(
      complaint(header, Self.frame(1, stream: 1, faces: box), totals)
        == "line 2 has a frame of stream 1, which the header does not name")
    #expect(
      complaint(header, #"{"type":"totals","streams":[{"index":1,"frames":3}]}"#)
        == "line 2 has totals of other streams than the header")
    #expect(
      complaint(header, #"{"type":"totals","streams":[{"index":0,"frames":-3}]}"#)
        == "line 2 has no usable total for stream 0")
  }

  @Test(arguments: [
    "[1,2,0,4]", "[1,2,3,-4]", "[1,2,3e300,4]", "[-2e6,2,3e6,4]",
  ])
  func `a box without a usable size is refused`(box: String) {
    #expect(
      complaint(
        SampleReport.header, Self.frame(1, faces: "\(self.box),{\"box\":\(box)}"),
        SampleReport.totals) == "line 2 has a box in faces[1] without a usable size")
  }

  @Test func `a box that covers nothing is refused`() {
    for box in ["[64,0,9,9]", "[0,-9,9,9]"] {
      #expect(
        complaint(
          SampleReport.header, Self.frame(1, faces: "{\"box\":\(box)}"), SampleReport.totals)
          == "line 2 has a box in faces[0] that lies outside of the picture")
    }
  }

  @Test func `members of another form are refused by name`() {
    let (header, totals) = (SampleReport.header, SampleReport.totals)
    func frame(_ face: String) -> String? {
      complaint(header, Self.frame(1, faces: face), totals)
    }
    #expect(frame("{}") == "line 2 has no 'faces[0].box'")
    #expect(
      frame(#"{"box":[1,2,3]}"#)
        == "line 2 has a box in faces[0] that is not left, top, width and height")
    #expect(frame(#"{"box":"1"}"#) == "line 2 has another 'faces[0].box' than it may have")
    #expect(
      frame(#"{"box":[1,2,3,4],"source":"guessed"}"#)
        == "line 2 has another 'faces[0].source' than it may have")
    #expect(frame(#"{"box":[1,2,3,4],"track":-1}"#) == "line 2 has a track in faces[0] below zero")
    #expect(
      complaint(header, #"{"type":"frame","stream":0,"frame":1,"faces":[]}"#, totals)
        == "line 2 has no 'ticks'")
    #expect(
      complaint(header, #"{"type":"frames"}"#) == "line 2 has another 'type' than it may have")
  }

  @Test func `other formats and versions are refused`() {
    let header = SampleReport.header
    #expect(
      complaint(header.replacing("anonymize-faces", with: "faces"))
        == "line 1 names another format than 'anonymize-faces'")
    #expect(
      complaint(header.replacing(#""version":1"#, with: #""version":2"#))
        == "line 1 names version 2 of the format; this program knows version 1")
  }

  @Test func `a line that is too long is refused`() throws {
    let text = String(repeating: " ", count: ReportSource.mostBytesInLine + (1 << 17))
    #expect(complaint(SampleReport.header, text) == "line 2 is longer than 4 MiB")
  }

  @Test func `a missing report is no damaged one`() {
    let error = #expect(throws: AnonymizationError.self) {
      try ReportSource(name: folder.path("nothing"))
    }
    #expect(error?.code == .missingInput)
  }
}

@Suite struct ReportCursorTests {
  private func cursor() throws -> ReportCursor {
    let text = [SampleReport.header, SampleReport.frame, SampleReport.totals]
    let report = try SampleReport.read(text.joined(separator: "\n"), at: TemporaryFolder())
    return try #require(ReportCursor(report, stream: 0))
  }

  @Test func `each frame gets its faces`() throws {
    var cursor = try cursor()
    let counts = try [0, 4, 8].map { try cursor.advance(to: $0).count }
    #expect(counts == [0, 1, 0])
    try cursor.finish()
    #expect(cursor.trackCount == 1)
  }

  @Test func `a frame at another time is refused`() throws {
    var cursor = try cursor()
    _ = try cursor.advance(to: 0)
    let error = #expect(throws: AnonymizationError.self) { try cursor.advance(to: 5) }
    #expect(error?.code == .damagedInput)
    #expect(
      error?.message
        == "line 2 has frame 1 of stream 0 at 4 ticks, and the footage has it at 5")
  }

  @Test(arguments: [1, 2, 4])
  func `footage with another number of frames is refused`(count: Int) throws {
    var cursor = try cursor()
    for frame in 0..<count { _ = try cursor.advance(to: Int64(frame * 4)) }
    let error = #expect(throws: AnonymizationError.self) { try cursor.finish() }
    #expect(
      error?.message == "the totals have 3 frames of stream 0, and the footage has \(count)")
  }
}
