import Foundation
import Testing

@testable import Anonymizer

/// `docs/report.schema.json` names what is written.
@Suite struct ReportSchemaTests {
  private struct Schema: Decodable {
    struct Part: Decodable {
      let properties: [String: Node]?
      let required: [String]?
    }

    struct Node: Decodable {
      let reference: String?
      let items: Items?

      struct Items: Decodable {
        let reference: String?
        enum CodingKeys: String, CodingKey { case reference = "$ref" }
      }

      enum CodingKeys: String, CodingKey {
        case items
        case reference = "$ref"
      }
    }

    let parts: [String: Part]
    enum CodingKeys: String, CodingKey { case parts = "$defs" }
  }

  private let schema: Schema

  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    schema = try JSONDecoder().decode(
      Schema.self, from: Data(contentsOf: root.appendingPathComponent("docs/report.schema.json")))
  }

  @Test(arguments: zip(["header", "frame", "track", "totals"], SampleReport.written))
  func `a line has the members that the schema names`(kind: String, line: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
    try compare(try #require(object as? [String: Any]), with: kind)
  }

  @Test func `every member that the schema needs is one that it names`() {
    for (name, part) in schema.parts {
      let named = Set(part.properties?.keys.map { $0 } ?? [])
      #expect(Set(part.required ?? []).isSubset(of: named), "\(name)")
    }
  }

  private func compare(_ object: [String: Any], with name: String) throws {
    let part = try #require(schema.parts[name], "\(name)")
    let properties = try #require(part.properties, "\(name)")
    #expect(Set(object.keys) == Set(properties.keys), "\(name)")
    for (key, node) in properties {
      if let inner = object[key] as? [String: Any], let reference = node.reference {
        try compare(inner, with: String(reference.dropFirst("#/$defs/".count)))
      }
      if let list = object[key] as? [[String: Any]], let reference = node.items?.reference {
        // The first has everything.
        try compare(try #require(list.first), with: String(reference.dropFirst("#/$defs/".count)))
      }
    }
  }
}
