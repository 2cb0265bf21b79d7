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

  /// The chapter up to a time in seconds; `nil` where it begins no earlier.
  public func clipped(to time: Double) -> Chapter? {
    guard Double(start) * timeBase.value < time else { return nil }
    guard Double(end) * timeBase.value > time else { return self }
    return Chapter(
      id: id, timeBase: timeBase, start: start, end: Int64((time / timeBase.value).rounded()),
      title: title)
  }

  /// The chapter without its name.
  var untitled: Chapter {
    Chapter(id: id, timeBase: timeBase, start: start, end: end, title: nil)
  }
}
