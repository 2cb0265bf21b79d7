import FootageArchive

/// What a run over an archive tells, in words, a line each and without the time in front.
enum ArchiveText {
  /// The lines for an event; those of a summary are several.
  static func lines(_ event: ArchiveEvent) -> [String] {
    switch event {
    case .summary(let summary): closingLines(summary)
    default: [line(event)]
    }
  }

  private static func line(_ event: ArchiveEvent) -> String {
    switch event {
    case .started(let files, let waiting, let unchanged):
      "start: \(Notation.count(files, "file")) to do, \(waiting) waiting, \(unchanged) unchanged"
    case .began(let path):
      "begin \(quoted(path))"
    case .finished(let path, let findings, let outputSize):
      "done \(quoted(path)): \(results(findings)), \(Notation.size(outputSize)) written"
    case .failed(let path, let failure, let attempts, let retriesLeft):
      "failed \(quoted(path)): \(failure.reason) "
        + "(status \(failure.status); \(retries(attempts: attempts, left: retriesLeft)))"
    case .skipped(let path, let reason):
      "skipped \(quoted(path)): \(reason)"
    case .vanished(let path):
      "vanished \(quoted(path)): it is gone from the source, its output stays"
    case .pruned(let path):
      "removed \(quoted(path)): its file is gone from the source"
    case .renamed(let old, let new):
      "renamed \(quoted(old)) to \(quoted(new)): its output has followed"
    case .waiting(let path, let wait):
      "waiting \(quoted(path)): \(reason(wait))"
    case .unreadable(let path, let reason):
      "unreadable \(quoted(path)): \(inability(reason))"
    case .warning(let message):
      "warning: \(message)"
    case .note(let message):
      "note: \(message)"
    case .progress(let progress):
      "progress: \(progressText(progress))"
    case .summary(let summary):
      closingLine(summary)
    case .planned(let files, let tasks):
      "planned: \(Notation.count(files, "file")) to do in \(Notation.count(tasks, "task"))"
    case .repaired(let taken, let remaining):
      "repaired: \(Notation.count(taken, "output")) taken in, "
        + "\(Notation.count(remaining, "file")) to do"
    }
  }

  /// How far a run has come: "12 of 40 files (31%), 1 failed, 1.4x real time, 2:15:00 left".
  private static func progressText(_ progress: ArchiveProgress) -> String {
    var parts = ["\(progress.files) of \(Notation.count(progress.totalFiles, "file"))"]
    if let percentage = progress.percentage { parts[0] += " (\(percentage)%)" }
    if progress.failed > 0 { parts.append("\(progress.failed) failed") }
    if progress.footageTime > 0 {
      parts.append("\(Notation.clock(progress.footageTime)) of footage")
    }
    if let times = progress.timesRealTime { parts.append("\(times.rate)x real time") }
    if let remaining = progress.remaining { parts.append("\(Notation.clock(remaining)) left") }
    return parts.joined(separator: ", ")
  }

  /// The end of a run: what it did, and below it what is left for somebody to decide.
  private static func closingLines(_ summary: ArchiveSummary) -> [String] {
    var lines = [closingLine(summary)]
    if summary.otherSettings > 0 {
      lines.append(
        "note: \(summary.otherSettings) of these files "
          + "\(summary.otherSettings == 1 ? "was" : "were") made with other settings or another "
          + "version; --redo settings does \(summary.otherSettings == 1 ? "it" : "them") again")
    }
    let kept = summary.vanished - summary.pruned
    if kept > 0 {
      lines.append(
        "note: \(Notation.count(kept, "file")) vanished from the source; --prune removes "
          + "\(kept == 1 ? "its output" : "their outputs")")
    }
    return lines
  }

  private static func closingLine(_ summary: ArchiveSummary) -> String {
    var counts: [String] = []
    func add(_ number: Int, _ text: (Int) -> String) {
      if number > 0 { counts.append(text(number)) }
    }
    if summary.didNothing {
      add(summary.unchanged) { "\(Notation.count($0, "file")) \($0 == 1 ? "is" : "are") done" }
    } else {
      counts.append("\(Notation.count(summary.done, "file")) done")
      add(summary.failed) { "\($0) failed" }
      add(summary.remaining) { "\($0) still to do" }
      add(summary.unchanged) { "\($0) unchanged" }
    }
    add(summary.left) { "\($0) failed before" }
    add(summary.waiting) { "\($0) waiting" }
    add(summary.renamed) { "\($0) renamed" }
    add(summary.pruned) { "\(Notation.count($0, "output")) removed" }
    add(summary.unreadable) { "\($0) unreadable" }
    let reasons = ArchiveSummary.Skip.allCases.compactMap { skip in
      summary.skipped[skip].map { "\($0) \(name(of: skip, count: $0))" }
    }
    if !reasons.isEmpty { counts.append("passed over \(reasons.joined(separator: ", "))") }

    if summary.didNothing {
      return "nothing to do" + (counts.isEmpty ? "" : ": ") + counts.joined(separator: ", ")
    }
    var line = "end: \(counts.joined(separator: ", "))"
    if summary.done > 0 {
      line += "; \(Notation.clock(summary.footageTime)) of footage"
      line += " in \(Notation.clock(summary.elapsed))"
      if summary.elapsed > 0, summary.footageTime > 0 {
        line += ", \((summary.footageTime / summary.elapsed).rate)x real time"
      }
      line += "; \(Notation.size(summary.sourceBytes)) read,"
      line += " \(Notation.size(summary.outputBytes)) written"
    }
    return line
  }

  private static func results(_ findings: LedgerEntry.Findings) -> String {
    var parts = [
      Notation.count(findings.frames, "frame"),
      "\(Notation.count(findings.tracks, "face")) tracked",
    ]
    if findings.footageTime > 0 {
      parts.append("\(Notation.clock(findings.footageTime)) of footage")
    }
    if findings.elapsed > 0 {
      parts.append("\((Double(findings.frames) / findings.elapsed).rate) fps")
    }
    return parts.joined(separator: ", ")
  }

  private static func retries(attempts: Int, left: Int) -> String {
    "attempt \(attempts), "
      + (left > 0
        ? "tried again up to \(Notation.count(left, "time")) more"
        : "left until it changes")
  }

  /// Why a file or folder could not be read, and what to do.
  static func inability(_ reason: String) -> String {
    "cannot be read (\(reason)); check its permissions and its disk"
  }

  private static func reason(_ wait: ArchiveEvent.Wait) -> String {
    switch wait {
    case .settling: "it has just changed, the next run looks again"
    case .openForWriting: "a program has it open for writing, the next run looks again"
    case .vanished: "it is no longer there"
    case .interrupted: "its job was ended, the next run does it"
    case .takenOver: "another run has taken it over"
    }
  }

  private static func name(of skip: ArchiveSummary.Skip, count: Int) -> String {
    switch skip {
    case .noFootage: "without video"
    case .hidden: "hidden"
    case .link: count == 1 ? "symbolic link" : "symbolic links"
    case .special: "special"
    case .excluded: "excluded"
    case .own: "of its own"
    }
  }

  private static func quoted(_ path: RelativePath) -> String {
    let escaped = path.description.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(escaped.joined(separator: "\\\""))\""
  }
}

extension ArchiveSummary {
  /// Whether there was nothing to do.
  var didNothing: Bool {
    done == 0 && failed == 0 && remaining == 0 && renamed == 0 && pruned == 0
  }
}
