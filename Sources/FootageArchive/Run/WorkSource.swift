import Foundation

/// Where workers get their next file from, already claimed in the ledger.
protocol WorkSource: Sendable {
  /// The next file; `nil` where there is none.
  ///
  /// - Throws: `LedgerError`.
  func next() throws -> LedgerEntry?
}

/// The work of a run that has an archive for itself.
///
/// `@unchecked Sendable`: `lock` protects `rest`.
final class OwnWork: WorkSource, @unchecked Sendable {
  private let lock = NSLock()
  private var rest: [LedgerEntry]
  private let ledger: Ledger
  private let worker: String

  /// Files that are to be done, in an order, but for some that come behind all others.
  init(
    _ entries: [LedgerEntry], order: WorkOrder, last: Set<Int64>, ledger: Ledger, worker: String
  ) {
    func isLast(_ entry: LedgerEntry) -> Bool { entry.id.map(last.contains) == true }
    rest = Array(
      entries.sorted { first, second in
        isLast(first) == isLast(second) ? order.puts(first, before: second) : isLast(second)
      }.reversed())
    self.ledger = ledger
    self.worker = worker
  }

  func next() throws -> LedgerEntry? {
    guard var entry = lock.withLock({ rest.popLast() }) else { return nil }
    entry.state = .running
    entry.worker = worker
    entry.started = Date().timeIntervalSince1970
    try ledger.save(&entry)
    return entry
  }
}

/// The work of a run that takes its share of a plan, which others may be taking theirs of.
///
/// `@unchecked Sendable`: `lock` protects `taken`.
final class SharedWork: WorkSource, @unchecked Sendable {
  private let lock = NSLock()
  // Whatever comes back, because it has to wait, is not taken twice.
  private var taken: Set<Int64> = []
  private let ledger: Ledger
  private let worker: String
  private let order: WorkOrder
  private let share: TaskShare

  /// The files of a share, in an order.
  init(share: TaskShare, order: WorkOrder, ledger: Ledger, worker: String) {
    self.share = share
    self.order = order
    self.ledger = ledger
    self.worker = worker
  }

  func next() throws -> LedgerEntry? {
    try lock.withLock {
      let entry = try ledger.claim(
        worker: worker, order: order, excluding: taken, share: part, limitedToTurns: true,
        now: Date().timeIntervalSince1970)
      if let id = entry?.id { taken.insert(id) }
      return entry
    }
  }

  /// Whether a file belongs to the share.
  func contains(_ entry: LedgerEntry) -> Bool {
    guard let turn = entry.turn, entry.state == .pending else { return false }
    guard let part else { return true }
    return turn % part.count == part.index
  }

  private var part: (index: Int, count: Int)? {
    switch share {
    case .any: nil
    case .part(let index, let count): (index - 1, count)
    }
  }
}

extension WorkOrder {
  /// Whether a file comes before another; those that are equal go by their paths.
  func puts(_ first: LedgerEntry, before second: LedgerEntry) -> Bool {
    switch self {
    case .largest where first.stamp.size != second.stamp.size:
      first.stamp.size > second.stamp.size
    case .oldest where first.stamp.modified != second.stamp.modified:
      first.stamp.modified < second.stamp.modified
    default: first.path < second.path
    }
  }
}
