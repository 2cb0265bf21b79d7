public import Foundation

/// One event of a trace in Chrome's Trace Event Format.
public struct TraceEvent: Decodable, Sendable {
  /// What an event says beside its times.
  public struct Arguments: Decodable, Sendable {
    public let name: String?
    public let time: Double?
    public let input: String?
    public let text: String?
    public let number: Double?
    public let count: Int?
    public let length: Int?
    public let sortIndex: Int?
  }

  public let ph: String
  public let pid: Int
  public let tid: Int?
  public let ts: Double?
  public let dur: Double?
  public let cat: String?
  public let name: String
  public let args: Arguments?

  /// The events of a whole trace.
  ///
  /// - Throws: what `JSONDecoder` throws.
  public static func all(of trace: Data) throws -> [TraceEvent] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode([TraceEvent].self, from: trace)
  }
}
