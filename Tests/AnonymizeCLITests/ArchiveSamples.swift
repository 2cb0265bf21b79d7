import FootageArchive

@testable import AnonymizeCLI

extension LogTime {
  static let sample = LogTime(seconds: 1_796_073_145, offset: 3600)
}

extension RelativePath {
  /// A path of which a test knows that it is one.
  static func sample(_ text: String) throws -> RelativePath {
    guard let path = RelativePath(text) else { throw UsageError(message: "no path: \(text)") }
    return path
  }

  /// Bytes that are not UTF-8, with a quotation mark and a line end.
  static func odd() throws -> RelativePath {
    guard let path = RelativePath(bytes: Array("a/\"b\n".utf8) + [0xFF]) else {
      throw UsageError(message: "no path")
    }
    return path
  }
}

extension LedgerEntry.Findings {
  static let sample = LedgerEntry.Findings(
    frames: 412, tracks: 3, footageTime: 17.2, elapsed: 10.81)
}

extension LedgerEntry.Failure {
  static let sample = LedgerEntry.Failure(status: 65, reason: "it is damaged; get another copy")
}

extension ArchiveProgress {
  static func sample() throws -> ArchiveProgress {
    var progress = ArchiveProgress()
    progress.files = 12
    progress.totalFiles = 40
    progress.failed = 1
    progress.bytes = 420
    progress.totalBytes = 1000
    progress.footageTime = 3725
    progress.elapsed = 2660
    progress.remaining = 8100
    progress.jobs = [
      Job(path: try .sample("a/b.mp4"), share: 0.379), Job(path: try .odd(), share: nil),
    ]
    return progress
  }
}

extension ArchiveSummary {
  static var sample: ArchiveSummary {
    var summary = ArchiveSummary()
    summary.done = 12
    summary.failed = 1
    summary.left = 2
    summary.skipped = [.hidden: 2, .noFootage: 3]
    summary.waiting = 4
    summary.unchanged = 40
    summary.otherSettings = 5
    summary.vanished = 3
    summary.pruned = 1
    summary.renamed = 6
    summary.unreadable = 1
    summary.remaining = 7
    summary.footageTime = 3725
    summary.elapsed = 2660
    summary.sourceBytes = 12_345_678_901
    summary.outputBytes = 9_800_000_000
    return summary
  }
}
