import Foundation

/// What a run has done so far, told by its workers.
///
/// `@unchecked Sendable`: `lock` protects everything that changes.
final class RunTally: @unchecked Sendable {
  private struct Job {
    let path: RelativePath
    let size: Int64
    var progress = JobProgress(footageTime: 0, expectedFootageTime: nil)
  }

  private let lock = NSLock()
  private let began = ContinuousClock.now
  private let tell: @Sendable (ArchiveEvent) -> Void
  private var summaryStorage: ArchiveSummary
  private var jobs: [Int64: Job] = [:]
  private var files = 0
  private var bytes: Int64 = 0
  private let totalFiles: Int
  private let totalBytes: Int64

  /// The tally of work that is about to begin.
  ///
  /// - Parameters:
  ///   - summary: what was found before any job began.
  ///   - files: to be done, with `bytes` in all.
  init(
    summary: ArchiveSummary, files: Int, bytes: Int64,
    tell: @escaping @Sendable (ArchiveEvent) -> Void
  ) {
    summaryStorage = summary
    totalFiles = files
    totalBytes = bytes
    self.tell = tell
  }

  /// What the run has done.
  var summary: ArchiveSummary {
    lock.withLock {
      var summary = summaryStorage
      summary.remaining = max(0, totalFiles - files)
      summary.elapsed = elapsed
      return summary
    }
  }

  /// Tells how far the run has come.
  func tellProgress() { tell(.progress(lock.withLock { progress })) }

  /// A job begins.
  func begin(_ entry: LedgerEntry, id: Int64) {
    lock.withLock { jobs[id] = Job(path: entry.path, size: entry.stamp.size) }
    tell(.began(entry.path))
  }

  /// A job has come as far as `progress`.
  func note(_ progress: JobProgress, of id: Int64) {
    lock.withLock { jobs[id]?.progress = progress }
  }

  /// A file is out of the way, with what that adds to the summary.
  func end(
    _ entry: LedgerEntry, id: Int64, telling event: ArchiveEvent?,
    _ change: (inout ArchiveSummary) -> Void
  ) {
    lock.withLock {
      jobs[id] = nil
      files += 1
      bytes += entry.stamp.size
      change(&summaryStorage)
    }
    if let event { tell(event) }
  }

  /// A file that was begun is left as it was, for a later run.
  func abandon(_ id: Int64) { lock.withLock { jobs[id] = nil } }

  private var elapsed: Double {
    let duration = ContinuousClock.now - began
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }

  /// Under `lock`.
  private var progress: ArchiveProgress {
    var progress = ArchiveProgress()
    progress.files = files
    progress.totalFiles = totalFiles
    progress.failed = summaryStorage.failed
    progress.bytes = bytes
    progress.totalBytes = totalBytes
    progress.footageTime = summaryStorage.footageTime
    progress.elapsed = elapsed
    // The footage that bytes stand for: of what is done, and of jobs whose length is known.
    var (knownBytes, knownTime) = (
      Double(summaryStorage.sourceBytes), summaryStorage.footageTime
    )
    for (_, job) in jobs.sorted(by: { $0.key < $1.key }) {
      let share = job.progress.fraction
      progress.bytes += Int64(Double(job.size) * (share ?? 0))
      progress.footageTime += job.progress.footageTime
      progress.jobs.append(ArchiveProgress.Job(path: job.path, share: share))
      if let time = job.progress.expectedFootageTime {
        knownBytes += Double(job.size)
        knownTime += time
      }
    }
    if knownBytes > 0, knownTime > 0 {
      progress.expectedFootageTime = knownTime / knownBytes * Double(totalBytes)
    }
    if progress.bytes > 0, totalBytes >= progress.bytes {
      progress.remaining =
        progress.elapsed / Double(progress.bytes) * Double(totalBytes - progress.bytes)
    }
    return progress
  }
}
