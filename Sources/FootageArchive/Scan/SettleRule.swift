/// Tells from a file's times whether its writer has finished with it.
struct SettleRule: Hashable, Sendable {
  /// How long it must have been left alone, in nanoseconds; 0 where times don't matter.
  private let time: Int64

  /// A rule that asks for a number of seconds, 0 or more.
  init(seconds: Double) {
    time = Int64(exactly: (seconds * 1e9).rounded()) ?? (seconds > 0 ? .max : 0)
  }

  /// Whether a file has been left alone for long enough.
  ///
  /// Cameras whose clocks are fast, and a clock that was set back, leave times in the future. Then the
  /// time of the last change counts that the file system itself has put down; and where that lies in
  /// the future too, only that an earlier run found the file as it is.
  ///
  /// - Parameters:
  ///   - changed: when its content, names or permissions last changed, in nanoseconds since 1970.
  ///   - now: the time of day, likewise.
  ///   - wasSeen: whether an earlier run found it with this stamp.
  func isSettled(_ stamp: FileStamp, changed: Int64, now: Int64, wasSeen: Bool) -> Bool {
    if time <= 0 { return true }
    for moment in [stamp.modified, changed] where moment <= now {
      let (age, isMore) = now.subtractingReportingOverflow(moment)
      return isMore || age >= time
    }
    return wasSeen
  }
}
