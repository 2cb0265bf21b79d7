import Foundation

/// A line of a report by its kind.
enum ReportLine: Decodable, Sendable {
  case header(ReportHeader)
  case frame(ReportFrame)
  case track(ReportTrack)
  case totals(ReportTotals)

  /// The kinds of lines, as `type` names them.
  enum Kind: String, Decodable, CaseIterable, Sendable {
    case header
    case frame
    case track
    case totals
  }

  private enum CodingKeys: CodingKey {
    case type
  }

  init(from decoder: any Decoder) throws {
    switch try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .type) {
    case .header: self = .header(try ReportHeader(from: decoder))
    case .frame: self = .frame(try ReportFrame(from: decoder))
    case .track: self = .track(try ReportTrack(from: decoder))
    case .totals: self = .totals(try ReportTotals(from: decoder))
    }
  }
}

extension DecodingError {
  /// What is wrong with a line, as the end of a sentence that begins with it.
  var complaint: String {
    switch self {
    case .keyNotFound(let key, let context):
      "has no '\(Self.place(context.codingPath + [key]))'"
    case .valueNotFound(_, let context), .typeMismatch(_, let context):
      context.codingPath.isEmpty
        ? "is no JSON object" : "has another '\(Self.place(context.codingPath))' than it may have"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "is no JSON object" : "has another '\(Self.place(context.codingPath))' than it may have"
    @unknown default: "cannot be read"
    }
  }

  /// Such as `faces[0].box`.
  private static func place(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}
