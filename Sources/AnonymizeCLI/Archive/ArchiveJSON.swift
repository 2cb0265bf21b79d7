import FootageArchive
import Foundation

/// What a run over an archive tells as one JSON object a line, each with its time and, under
/// `event`, its kind.
enum ArchiveJSON {
  /// The object for an event; times are in seconds.
  static func line(_ event: ArchiveEvent, at time: LogTime) -> String {
    switch event {
    case .started(let files, let waiting, let unchanged):
      object("started", time) {
        $0.add("files", files)
        $0.add("waiting", waiting)
        $0.add("unchanged", unchanged)
      }
    case .began(let path):
      object("began", time) { add("file", path, to: &$0) }
    case .finished(let path, let findings, let outputSize):
      object("done", time) {
        add("file", path, to: &$0)
        $0.add("frames", findings.frames)
        $0.add("tracks", findings.tracks)
        $0.add("footageTime", findings.footageTime)
        $0.add("elapsed", findings.elapsed)
        $0.add("outputBytes", Int(outputSize))
      }
    case .failed(let path, let failure, let attempts, let retriesLeft):
      object("failed", time) {
        add("file", path, to: &$0)
        $0.add("status", failure.status)
        $0.add("reason", failure.reason)
        $0.add("attempts", attempts)
        $0.add("retriesLeft", retriesLeft)
      }
    case .skipped(let path, let reason): fileObject("skipped", time, path, reason)
    case .vanished(let path): fileObject("vanished", time, path)
    case .pruned(let path): fileObject("pruned", time, path)
    case .renamed(let old, let new):
      object("renamed", time) {
        add("from", old, to: &$0)
        add("file", new, to: &$0)
      }
    case .waiting(let path, let wait): fileObject("waiting", time, path, wait.rawValue)
    case .unreadable(let path, let reason): fileObject("unreadable", time, path, reason)
    case .warning(let message): self.message("warning", message, at: time)
    case .note(let message): self.message("note", message, at: time)
    case .progress(let progress): object("progress", time) { add(progress, to: &$0) }
    case .summary(let summary): object("summary", time) { add(summary, to: &$0) }
    case .planned(let files, let tasks):
      object("planned", time) {
        $0.add("files", files)
        $0.add("tasks", tasks)
      }
    case .repaired(let taken, let remaining):
      object("repaired", time) {
        $0.add("taken", taken)
        $0.add("remaining", remaining)
      }
    }
  }

  /// The object for the end of a run that could not go on.
  static func error(_ message: String, status: ExitStatus, at time: LogTime) -> String {
    object("error", time) {
      $0.add("status", Int(status.rawValue))
      $0.add("message", message)
    }
  }

  /// The object for a message of a kind, such as `warning`.
  static func message(_ kind: String, _ message: String, at time: LogTime) -> String {
    object(kind, time) { $0.add("message", message) }
  }

  private static func object(
    _ event: String, _ time: LogTime, _ members: (inout JSONLine) -> Void
  ) -> String {
    var line = JSONLine()
    line.add("time", time.text)
    line.add("event", event)
    members(&line)
    return line.text
  }

  private static func fileObject(
    _ event: String, _ time: LogTime, _ path: RelativePath, _ reason: String? = nil
  ) -> String {
    object(event, time) {
      add("file", path, to: &$0)
      if let reason { $0.add("reason", reason) }
    }
  }

  /// Adds a path; one that is not UTF-8 is readable under its key, and exact in Base64 under the
  /// key with `Bytes` behind it.
  private static func add(_ key: String, _ path: RelativePath, to line: inout JSONLine) {
    if let text = String(validating: path.bytes, as: UTF8.self) {
      line.add(key, text)
    } else {
      line.add(key, path.description)
      line.add("\(key)Bytes", Data(path.bytes).base64EncodedString())
    }
  }

  private static func add(_ progress: ArchiveProgress, to line: inout JSONLine) {
    line.add("files", progress.files)
    line.add("totalFiles", progress.totalFiles)
    line.add("failed", progress.failed)
    line.add("bytes", Int(progress.bytes))
    line.add("totalBytes", Int(progress.totalBytes))
    line.add("footageTime", progress.footageTime)
    line.add("expectedFootageTime", progress.expectedFootageTime)
    line.add("elapsed", progress.elapsed)
    line.add("timesRealTime", progress.timesRealTime)
    line.add("remaining", progress.remaining)
    line.add(
      "jobs",
      progress.jobs.map { job in
        var object = JSONLine()
        add("file", job.path, to: &object)
        object.add("share", job.share)
        return object
      })
  }

  private static func add(_ summary: ArchiveSummary, to line: inout JSONLine) {
    line.add("done", summary.done)
    line.add("failed", summary.failed)
    line.add("left", summary.left)
    line.add("waiting", summary.waiting)
    line.add("unchanged", summary.unchanged)
    line.add("otherSettings", summary.otherSettings)
    line.add("vanished", summary.vanished)
    line.add("pruned", summary.pruned)
    line.add("renamed", summary.renamed)
    line.add("unreadable", summary.unreadable)
    line.add("remaining", summary.remaining)
    var skipped = JSONLine()
    for skip in ArchiveSummary.Skip.allCases {
      skipped.add(skip.rawValue, summary.skipped[skip] ?? 0)
    }
    line.add("skipped", skipped)
    line.add("footageTime", summary.footageTime)
    line.add("elapsed", summary.elapsed)
    line.add("sourceBytes", Int(summary.sourceBytes))
    line.add("outputBytes", Int(summary.outputBytes))
  }
}
