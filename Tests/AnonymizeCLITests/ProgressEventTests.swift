import Anonymizer
import Foundation
import Media
import Testing

@testable import AnonymizeCLI

@Suite struct ProgressEventTests {
  private func object(_ line: String) throws -> [String: NSObject] {
    #expect(!line.contains { $0.isNewline })
    return try #require(
      JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: NSObject])
  }

  @Test func `progress has every figure`() throws {
    let line = ProgressEvent.progress(
      .at(500, elapsed: 12.5, expectedTime: 40),
      pace: Pace(framesPerSecond: 50, timesRealTime: 2))
    #expect(
      line == """
        {"event":"progress","frames":500,"expectedFrames":1000,"footageTime":20.000,\
        "expectedFootageTime":40.000,"elapsed":12.500,"framesPerSecond":50.000,\
        "timesRealTime":2.000,"remaining":10.000}
        """)
    #expect(try object(line).count == 9)
  }

  @Test func `progress of comparing says so`() throws {
    let line = ProgressEvent.progress(.at(5, elapsed: 2, isVerifying: true), pace: nil)
    #expect(try object(line)["verifying"] == true as NSNumber)
    #expect(try object(ProgressEvent.progress(.at(5, elapsed: 2), pace: nil))["verifying"] == nil)
  }

  @Test func `what is unknown is left out`() throws {
    let line = ProgressEvent.progress(.at(0, of: nil, elapsed: .nan), pace: nil)
    #expect(try Set(object(line).keys) == ["event", "frames", "footageTime"])
  }

  @Test func `the end tells all that the outcome knows`() throws {
    let outcome = Outcome(
      frames: 412, tracks: 3, framesWithFaces: 300, footageTime: 15.14, elapsed: 10.81)
    #expect(
      ProgressEvent.done(outcome) == """
        {"event":"done","frames":412,"tracks":3,"framesWithFaces":300,"footageTime":15.140,\
        "elapsed":10.810}
        """)
  }

  @Test func `an error carries its status and kind`() throws {
    let event = try object(
      ProgressEvent.error("in.mp4: no video", status: .damagedInput, code: .noFootage))
    #expect(event["event"] == "error" as NSString)
    #expect(event["status"] == 65 as NSNumber)
    #expect(event["code"] == "noFootage" as NSString)
    #expect(event["message"] == "in.mp4: no video" as NSString)
  }

  @Test func `an error carries what a verification found`() throws {
    let findings = [
      VerificationFinding(
        kind: .shownFace, stream: 0, start: 1.2, end: 1.5,
        box: Box(x: 10, y: 20, width: 30, height: 40)),
      VerificationFinding(kind: .missingFrames, stream: 1, start: 2, end: 2, box: nil),
    ]
    let line = ProgressEvent.error(
      "found", status: .exposedFace, code: .exposedFace, findings: findings)
    #expect(
      line == """
        {"event":"error","status":1,"code":"exposedFace","message":"found","findings":[\
        {"kind":"shownFace","stream":0,"start":1.200,"end":1.500,\
        "box":[10.000,20.000,30.000,40.000]},\
        {"kind":"missingFrames","stream":1,"start":2.000,"end":2.000}]}
        """)
    #expect(try object(line).count == 5)
  }

  @Test(arguments: ["\"quoted\" \\ path", "tab\t line\n end\r nul\0 esc\u{1B} del\u{7F}", "顔 😀 é"])
  func `any text comes through`(text: String) throws {
    #expect(try object(ProgressEvent.message("warning", text))["message"] == text as NSString)
  }
}
