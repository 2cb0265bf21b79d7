private import Glibc

/// A clock of the operating system.
struct Clock {
  /// Processor time of the calling thread: what else the machine does hardly changes it.
  static let thread = Clock(identifier: CLOCK_THREAD_CPUTIME_ID)
  /// Processor time of all threads of this process.
  static let process = Clock(identifier: CLOCK_PROCESS_CPUTIME_ID)
  /// The time that passes.
  static let wall = Clock(identifier: CLOCK_MONOTONIC)

  private let identifier: Int32

  private init(identifier: Int32) { self.identifier = identifier }

  /// Nanoseconds since some moment.
  var now: Int64 {
    var time = timespec()
    clock_gettime(identifier, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time that `work` takes, in milliseconds.
  func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = now
    try work()
    return Double(now - start) / 1_000_000
  }
}
