public import Foundation

/// One event of a trace in Chrome's Trace Event Format.
public struct TraceEvent: Decodable, Sendable {
  /// What an event says beside its times.
  public struct Arguments: Decodable, Sendable {
    /// The name of a process or thread.
    public let name: String?
    /// A frame's presentation time in seconds.
    public let time: Double?
    /// The size of the picture that a detector is shown.
    public let input: String?
    /// Any text.
    public let text: String?
    /// Any number.
    public let number: Double?
    /// Any whole number.
    public let count: Int?
    /// How many elements are in a queue.
    public let length: Int?
    /// A thread's place among the others.
    public let sortIndex: Int?
  }

  /// The kind of event: `X` for work and waits, `C` for counters, `M` for names.
  public let ph: String
  /// The process.
  public let pid: Int
  /// The thread.
  public let tid: Int?
  /// When it begins, in microseconds.
  public let ts: Double?
  /// How long it lasts, in microseconds.
  public let dur: Double?
  /// The category.
  public let cat: String?
  /// What happens.
  public let name: String
  /// What it says beside.
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
