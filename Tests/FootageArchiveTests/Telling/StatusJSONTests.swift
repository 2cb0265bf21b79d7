import Foundation
import Testing

@testable import FootageArchive

/// `docs/archive-status.schema.json` describes what is written.
@Suite struct StatusJSONTests {
  private let parts: [String: [String: Any]]

  private struct Unreadable: Error {}

  init() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let data = try Data(contentsOf: root.appendingPathComponent("docs/archive-status.schema.json"))
    let schema = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    guard let parts = schema?["$defs"] as? [String: [String: Any]] else { throw Unreadable() }
    self.parts = parts
  }

  private func object(_ totals: ArchiveTotals) throws -> [String: Any] {
    let text = StatusJSON(of: totals, at: SampleTotals.now).text
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(object as? [String: Any])
  }

  @Test func `a full status has the members that the schema names`() throws {
    try compare(try object(SampleTotals.mixed), with: "status", isFull: true)
  }

  @Test func `an empty status has the members that the schema needs`() throws {
    try compare(try object(ArchiveTotals()), with: "status", isFull: false)
  }

  @Test func `every member that the schema needs is one that it names`() throws {
    for (name, part) in parts {
      let named = try #require(part["properties"] as? [String: Any], "\(name)")
      let needed = try #require(part["required"] as? [String], "\(name)")
      #expect(Set(needed).isSubset(of: named.keys), "\(name)")
    }
  }

  @Test func `numbers and names come through`() throws {
    let object = try object(SampleTotals.mixed)
    #expect(object["source"] as? String == "/video/<in> & \"out\"")
    #expect(
      object["files"] as? [String: Int]
        == ["pending": 3, "running": 1, "done": 1234, "failed": 2, "skipped": 5])
    #expect(object["outputBytes"] as? Int == 38_000_000_000)
    #expect(object["footageSeconds"] as? Double == 44_640)
    #expect(object["speed"] as? Double == 2)
    let failures = try #require(object["failures"] as? [[String: Any]])
    #expect(failures.map { $0["path"] as? String }.last == "b\\xff.mkv")
    let bytes = try #require(failures.last?["pathBytes"] as? String)
    #expect(Data(base64Encoded: bytes) == Data([0x62, 0xFF, 0x2E, 0x6D, 0x6B, 0x76]))
    let run = try #require(object["lastRun"] as? [String: Any])
    #expect(run["started"] as? Double == SampleTotals.now - 7200)
    #expect(run["status"] as? Int == 1)
  }

  @Test func `a plain name is given once, and every failed file is`() throws {
    let failures = try #require(
      try object(SampleTotals.failed(10_000))["failures"] as? [[String: Any]])
    #expect(failures.count == 10_000)
    #expect(failures.allSatisfy { $0["pathBytes"] == nil })
  }

  private func compare(_ object: [String: Any], with name: String, isFull: Bool) throws {
    let part = try #require(parts[name], "\(name)")
    let properties = try #require(part["properties"] as? [String: [String: Any]], "\(name)")
    let needed = Set(try #require(part["required"] as? [String], "\(name)"))
    let keys = Set(object.keys)
    #expect(isFull ? keys == Set(properties.keys) : keys == needed, "\(name)")
    for (key, node) in properties {
      let items = node["items"] as? [String: Any]
      let list = object[key] as? [[String: Any]]
      for (reference, inner) in [(node["$ref"], object[key]), (items?["$ref"], list?.first)] {
        guard let reference = reference as? String, let inner = inner as? [String: Any] else {
          continue
        }
        // The first of a list has everything.
        try compare(inner, with: String(reference.dropFirst("#/$defs/".count)), isFull: isFull)
      }
      switch (node["type"] as? String, object[key]) {
      case (_, nil): break
      case ("string", let value): #expect(value is String, "\(name).\(key)")
      case ("integer", let value): #expect(value is Int, "\(name).\(key)")
      case ("number", let value): #expect(value is Double, "\(name).\(key)")
      case ("array", let value): #expect(value is [Any], "\(name).\(key)")
      default: break
      }
    }
  }
}
