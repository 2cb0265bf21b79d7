/// When a file that failed is tried again.
struct RetryRule: Hashable, Sendable {
  /// Seconds before the first retry; each further one waits for four times as long.
  private static let firstDelay = 300.0
  private static let longestDelay = 86_400.0

  /// How often a failed file is tried again.
  let retries: Int

  /// Retries that a file has left after some failures.
  func retriesLeft(after attempts: Int) -> Int { max(0, retries + 1 - attempts) }

  /// Whether a failed file is to be tried again now.
  ///
  /// - Parameters:
  ///   - failed: when its last job ended, in seconds since 1970.
  ///   - now: likewise; where the clock has been set back since, nothing is waited for.
  func isDue(attempts: Int, failed: Double?, now: Double) -> Bool {
    guard retriesLeft(after: attempts) > 0 else { return false }
    guard let failed, failed <= now else { return true }
    return now - failed >= delay(after: attempts)
  }

  /// Seconds that a file waits after some failures.
  func delay(after attempts: Int) -> Double {
    var delay = Self.firstDelay
    for _ in 1..<max(1, attempts) where delay < Self.longestDelay { delay *= 4 }
    return min(delay, Self.longestDelay)
  }
}
