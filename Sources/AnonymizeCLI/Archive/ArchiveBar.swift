import FootageArchive

/// One line that shows a run over an archive on a terminal and is redrawn in place.
enum ArchiveBar {
  /// Most jobs whose shares are shown one by one.
  private static let mostJobs = 4

  /// The line, shorter than `columns` by one at least so that no terminal wraps it.
  static func render(_ progress: ArchiveProgress, columns: Int) -> String {
    StatusLine(share: progress.share, parts: parts(of: progress)).render(columns: columns)
  }

  private static func parts(of progress: ArchiveProgress) -> [StatusLine.Part] {
    var parts: [StatusLine.Part] = []
    if let percentage = progress.percentage {
      parts.append(StatusLine.Part(percentage: percentage, weight: 7))
    }
    parts.append(
      StatusLine.Part(text: "\(progress.files)/\(progress.totalFiles) files", weight: 5))
    if progress.failed > 0 {
      parts.append(StatusLine.Part(text: "\(progress.failed) failed", weight: 4))
    }
    if progress.footageTime > 0 {
      parts.append(
        StatusLine.Part(text: "\(Notation.clock(progress.footageTime)) of footage", weight: 1))
    }
    if let times = progress.timesRealTime {
      parts.append(StatusLine.Part(text: "\(times.rate)x", weight: 3))
    }
    if !progress.jobs.isEmpty {
      let shares = progress.jobs.prefix(mostJobs).map { job in
        job.share.map { "\(Int((min(1, max(0, $0)) * 100).rounded(.down)))%" } ?? "?"
      }
      let more = progress.jobs.count > mostJobs ? " ..." : ""
      parts.append(
        StatusLine.Part(text: "now \(shares.joined(separator: " "))\(more)", weight: 2))
    }
    if let remaining = progress.remaining {
      parts.append(StatusLine.Part(text: "ETA \(Notation.clock(remaining))", weight: 6))
    }
    return parts
  }
}

extension ArchiveProgress {
  /// The share that is done, 0...1, by bytes where there are any, else by files.
  var share: Double? {
    let share =
      totalBytes > 0
      ? Double(bytes) / Double(totalBytes)
      : totalFiles > 0 ? Double(files) / Double(totalFiles) : nil
    return share.map { min(1, max(0, $0)) }
  }

  /// The share that is done as a whole percentage, rounded down.
  var percentage: Int? { share.map { Int($0 * 100) } }

  /// Seconds of footage for a second of the run; `nil` before there are any.
  var timesRealTime: Double? {
    footageTime > 0 && elapsed > 0 ? footageTime / elapsed : nil
  }
}
