/// A named part of the footage.
public struct Chapter: Hashable, Sendable {
  /// The container's number for it.
  public let id: Int64
  /// Seconds per tick of the two times.
  public let timeBase: Rational
  /// Where it begins, in ticks.
  public let start: Int64
  /// Where it ends, in ticks.
  public let end: Int64
  /// Its name; `nil` where it has none.
  public let title: String?
}
