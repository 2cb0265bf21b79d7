/// What the disk of the destination has room for, while several jobs are writing to it.
struct SpaceBudget: Sendable {
  /// What outputs take of a source's bytes where nothing is known yet.
  private static let usualRatio = 1.5
  /// By how much more than estimated there has to be.
  private static let reserve = 1.2
  /// Room for the ledger and what it needs while it is written.
  private static let ledgerBytes: Int64 = 16 << 20

  private var sourceBytes = 0.0
  private var outputBytes = 0.0
  private var reserved: [Int64: Int64] = [:]

  /// A budget without experience.
  init() {}

  /// Takes in what an output took.
  mutating func note(source: Int64, output: Int64) {
    sourceBytes += Double(source)
    outputBytes += Double(output)
  }

  /// Bytes that a file's output will take at most, with a reserve.
  func need(of source: Int64) -> Int64 {
    // A few outputs say little of the next.
    let weight = 256.0 * 1024 * 1024
    let ratio =
      (outputBytes + Self.usualRatio * weight) / (sourceBytes + weight)
    return Int64(Double(source) * ratio * Self.reserve) + Self.ledgerBytes
  }

  /// Reserves room for a file; false where there is too little.
  ///
  /// - Parameters:
  ///   - id: of the file, to give the room back by.
  ///   - free: bytes that are free on the disk now. What running jobs have written is not, so that
  ///     their reservations count too much rather than too little.
  mutating func reserve(_ source: Int64, for id: Int64, free: Int64) -> Bool {
    let need = need(of: source)
    guard reserved.values.reduce(need, +) <= free else { return false }
    reserved[id] = need
    return true
  }

  /// Gives back what was reserved.
  mutating func release(_ id: Int64) { reserved[id] = nil }
}
