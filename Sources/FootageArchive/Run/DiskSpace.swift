import Foundation

/// Keeps jobs from being begun that the disk of the destination has no room for.
///
/// `@unchecked Sendable`: `condition` protects `budget` and `holders`.
final class DiskSpace: @unchecked Sendable {
  private let condition = NSCondition()
  private var budget: SpaceBudget
  private var holders = 0
  private let destination: Folder

  /// The disk that a folder lies on.
  init(_ destination: Folder, _ budget: SpaceBudget) {
    self.destination = destination
    self.budget = budget
  }

  /// Waits until there is room for the output of a file while others are being made.
  ///
  /// - Throws: `ArchiveError.Code.fullDisk` where no other is being made and there still is none.
  func reserve(for entry: LedgerEntry, id: Int64) throws {
    condition.lock()
    defer { condition.unlock() }
    while true {
      let free = try destination.freeSpace()
      if budget.reserve(entry.stamp.size, for: id, free: free) {
        holders += 1
        return
      }
      guard holders > 0 else {
        let need = budget.need(of: entry.stamp.size)
        throw ArchiveError(
          .fullDisk, path: destination.path,
          "has \(free >> 20) MiB free, and the output of '\(entry.path)' may need "
            + mebibytes(need), advice: "free some space and run it again")
      }
      condition.wait()
    }
  }

  /// Gives back what was reserved for a file, with the bytes of its output where there is one.
  func release(_ entry: LedgerEntry, id: Int64, output: Int64?) {
    condition.withLock {
      budget.release(id)
      if let output { budget.note(source: entry.stamp.size, output: output) }
      holders -= 1
      condition.broadcast()
    }
  }

  private func mebibytes(_ bytes: Int64) -> String { "\((bytes + 1 << 20 - 1) >> 20) MiB" }
}
