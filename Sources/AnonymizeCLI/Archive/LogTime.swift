import Glibc

/// A moment as lines of a log show it: a date and a time of day with its difference from UTC, by
/// RFC 3339.
struct LogTime: Hashable, Sendable {
  /// Whole seconds since 1970.
  var seconds: Int
  /// Seconds by which the clock on the wall is ahead of UTC.
  var offset: Int

  /// This moment, by the time zone of the process.
  static func now() -> LogTime {
    var seconds = time(nil)
    var local = tm()
    guard localtime_r(&seconds, &local) != nil else { return LogTime(seconds: seconds, offset: 0) }
    return LogTime(seconds: seconds, offset: local.tm_gmtoff)
  }

  /// The text, such as `2026-11-30T22:12:25+01:00`.
  var text: String {
    var wall = seconds + offset
    var parts = tm()
    guard gmtime_r(&wall, &parts) != nil else { return "\(seconds)" }
    func digits(_ number: Int, _ count: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    func digits(_ number: Int32) -> String { digits(Int(number)) }
    let minutes = abs(offset) / 60
    return digits(Int(parts.tm_year) + 1900, 4) + "-" + digits(parts.tm_mon + 1) + "-"
      + digits(parts.tm_mday) + "T" + digits(parts.tm_hour) + ":" + digits(parts.tm_min) + ":"
      + digits(parts.tm_sec) + (offset < 0 ? "-" : "+") + digits(minutes / 60) + ":"
      + digits(minutes % 60)
  }
}
