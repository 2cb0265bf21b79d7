import Foundation

/// A day of the Gregorian calendar, wherever it is.
struct CivilDay: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  let number: Int

  // Days are counted where each has 24 hours.
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// A day by its number.
  init(number: Int) { self.number = number }

  /// The day at a time in seconds since 1970, in a time zone.
  init(at time: Double, in zone: TimeZone) {
    number = Int((Self.local(time, in: zone) / 86_400).rounded(.down))
  }

  /// Seconds since 1970 as a clock of that zone counts them; of a time that no calendar has, the last
  /// or the first that one has.
  static func local(_ time: Double, in zone: TimeZone) -> Double {
    let time = time.isNaN ? 0 : min(max(time, -62_000_000_000), 253_000_000_000)
    return time + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: time)))
  }

  /// A day from `YYYY-MM-DD`; `nil` where there is no such day.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let values = parts.compactMap { UInt16($0) }.map(Int.init)
    guard parts.map(\.count) == [4, 2, 2], values.count == 3 else { return nil }
    let components = DateComponents(year: values[0], month: values[1], day: values[2])
    guard let date = Self.calendar.date(from: components) else { return nil }
    number = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
    guard self.text == text else { return nil }
  }

  private var parts: DateComponents {
    Self.calendar.dateComponents(
      [.year, .month, .day], from: Date(timeIntervalSince1970: Double(number) * 86_400))
  }

  /// The day as `YYYY-MM-DD`.
  var text: String {
    let parts = parts
    return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }

  /// The month as a number that grows by one from each to the next.
  var month: Int {
    let parts = parts
    return (parts.year ?? 0) * 12 + (parts.month ?? 1) - 1
  }

  static func < (left: CivilDay, right: CivilDay) -> Bool { left.number < right.number }
}
