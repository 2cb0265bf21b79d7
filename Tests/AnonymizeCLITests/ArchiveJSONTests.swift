import FootageArchive
import Foundation
import Testing

@testable import AnonymizeCLI

@Suite struct ArchiveJSONTests {
  private func line(_ event: ArchiveEvent) -> String { ArchiveJSON.line(event, at: .sample) }

  private func object(_ event: ArchiveEvent) throws -> NSDictionary {
    try #require(
      JSONSerialization.jsonObject(with: Data(line(event).utf8)) as? NSDictionary)
  }

  @Test func `each event is an object with its time and kind in front`() throws {
    let path = try RelativePath.sample("a/b.mp4")
    let front = #"{"time":"2026-11-30T22:12:25+01:00","event":"#
    let expected: [(ArchiveEvent, String)] = [
      (
        .started(files: 1, waiting: 3, unchanged: 40),
        #""started","files":1,"waiting":3,"unchanged":40}"#
      ),
      (.began(path), #""began","file":"a/b.mp4"}"#),
      (
        .finished(path, .sample, outputSize: 4_200_000),
        #""done","file":"a/b.mp4","frames":412,"tracks":3,"footageTime":17.200,"elapsed":10.810,"#
          + #""outputBytes":4200000}"#
      ),
      (
        .failed(path, .sample, attempts: 2, retriesLeft: 1),
        #""failed","file":"a/b.mp4","status":65,"reason":"it is damaged; get another copy","#
          + #""attempts":2,"retriesLeft":1}"#
      ),
      (.skipped(path, reason: "no video"), #""skipped","file":"a/b.mp4","reason":"no video"}"#),
      (.vanished(path), #""vanished","file":"a/b.mp4"}"#),
      (.pruned(path), #""pruned","file":"a/b.mp4"}"#),
      (
        .renamed(from: path, to: try .sample("c.mp4")),
        #""renamed","from":"a/b.mp4","file":"c.mp4"}"#
      ),
      (.waiting(path, .settling), #""waiting","file":"a/b.mp4","reason":"settling"}"#),
      (.unreadable(path, reason: "denied"), #""unreadable","file":"a/b.mp4","reason":"denied"}"#),
      (.planned(files: 40, tasks: 8), #""planned","files":40,"tasks":8}"#),
      (.repaired(taken: 40, remaining: 3), #""repaired","taken":40,"remaining":3}"#),
      (.warning("w"), #""warning","message":"w"}"#), (.note("n"), #""note","message":"n"}"#),
    ]
    for (event, rest) in expected {
      #expect(line(event) == front + rest)
      _ = try object(event)
    }
    #expect(
      ArchiveJSON.error("full", status: .failedTransfer, at: .sample)
        == front + #""error","status":74,"message":"full"}"#)
  }

  @Test func `a name that is not UTF-8 is exact in Base64`() throws {
    let path = try RelativePath.odd()
    let object = try object(.renamed(from: path, to: try .sample("\"ä\n\u{85}")))
    #expect(object["from"] as? String == #"a/"b\x0a\xff"#)
    #expect(
      (object["fromBytes"] as? String).flatMap { Data(base64Encoded: $0) } == Data(path.bytes))
    #expect(object["file"] as? String == "\"ä\n\u{85}")
    #expect(object["fileBytes"] == nil)
  }

  @Test func `a line holds no control character that a console would replace`() throws {
    let line = line(.vanished(try .sample("\u{1}\u{7F}\u{85}")))
    #expect(Notation.oneLine(line) == line)
  }

  @Test func `progress has its jobs, and leaves out what is unknown`() throws {
    let object = try object(.progress(try .sample()))
    #expect(object["files"] as? Int == 12 && object["totalFiles"] as? Int == 40)
    #expect(object["bytes"] as? Int == 420 && object["totalBytes"] as? Int == 1000)
    #expect(object["failed"] as? Int == 1 && object["remaining"] as? Double == 8100)
    #expect(object["timesRealTime"] as? Double == 1.4)
    #expect(object["expectedFootageTime"] == nil)
    let jobs = try #require(object["jobs"] as? [NSDictionary])
    #expect(jobs.map { $0["share"] as? Double } == [0.379, nil])
    #expect(jobs.map { $0["fileBytes"] != nil } == [false, true])
  }

  @Test func `a summary has every count`() throws {
    let object = try object(.summary(.sample))
    let counts = [
      "done": 12, "failed": 1, "left": 2, "waiting": 4, "unchanged": 40, "otherSettings": 5,
      "vanished": 3, "pruned": 1, "renamed": 6, "unreadable": 1, "remaining": 7,
      "sourceBytes": 12_345_678_901, "outputBytes": 9_800_000_000,
    ]
    for (key, count) in counts { #expect(object[key] as? Int == count, "\(key)") }
    #expect(object["footageTime"] as? Double == 3725 && object["elapsed"] as? Double == 2660)
    let skipped = try #require(object["skipped"] as? [String: Int])
    #expect(skipped["hidden"] == 2 && skipped["noFootage"] == 3 && skipped["link"] == 0)
    #expect(skipped.count == ArchiveSummary.Skip.allCases.count)
    #expect(object.count == counts.count + 5)
  }
}
