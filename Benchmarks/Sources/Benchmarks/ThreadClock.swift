private import Glibc

/// The processor time of the calling thread: what else the machine does hardly changes it.
enum ThreadClock {
  /// Nanoseconds of processor time since the thread began.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The processor time that `work` takes on this thread, in milliseconds.
  static func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = now
    try work()
    return Double(now - start) / 1_000_000
  }
}
