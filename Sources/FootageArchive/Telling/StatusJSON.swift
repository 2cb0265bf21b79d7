private import Foundation
import Pipeline

/// What an archive's ledger holds, for programs: one JSON object on one line, as
/// `docs/archive-status.schema.json` describes it.
public struct StatusJSON: Hashable, Sendable {
  /// The name of the format, as the object gives it.
  public static let formatName = "anonymize-archive-status"
  /// The version of the format; one number higher where older readers would be misled.
  public static let currentVersion = 1

  /// The object, without an end of line.
  public let text: String

  /// Says what these totals are.
  ///
  /// - Parameter now: the time in seconds since 1970.
  public init(of totals: ArchiveTotals, at now: Double) {
    text = JSONText.object { json in
      json.add("format", Self.formatName)
      json.add("version", Self.currentVersion)
      json.add("time", now)
      json.add("source", totals.source)
      json.add("destination", totals.destination)
      json.add("files") { json in
        for state in LedgerEntry.State.allCases { json.add(state.rawValue, totals.count(state)) }
      }
      json.add("sourceBytes") { json in
        for state in LedgerEntry.State.allCases { json.add(state.rawValue, totals.bytes(state)) }
      }
      json.add("outputBytes", totals.outputBytes)
      json.add("footageSeconds", totals.footageTime)
      json.add("workSeconds", totals.workTime)
      json.add("speed", totals.speed)
      json.add("frames", totals.frames)
      json.add("tracks", totals.tracks)
      json.add("otherSettings", totals.otherSettings)
      json.add("days", list: totals.days.map(Self.day))
      json.add("failures", list: totals.failures.map(Self.failure))
      if let run = totals.lastRun { json.add("lastRun", json: Self.run(run)) }
      json.add("lastSuccess", totals.lastSuccess)
    }
  }

  private static func day(_ day: ArchiveTotals.Day) -> String {
    JSONText.object { json in
      json.add("date", day.date)
      for state in LedgerEntry.State.allCases { json.add(state.rawValue, day.files[state] ?? 0) }
    }
  }

  private static func failure(_ file: ArchiveTotals.FailedFile) -> String {
    JSONText.object { json in
      let path = file.path.description
      json.add("path", path)
      if !path.utf8.elementsEqual(file.path.bytes) {
        json.add("pathBytes", Data(file.path.bytes).base64EncodedString())
      }
      json.add("attempts", file.attempts)
      json.add("finished", file.finished)
      json.add("status", file.failure.status)
      json.add("reason", file.failure.reason)
    }
  }

  private static func run(_ run: RunRecord) -> String {
    JSONText.object { json in
      json.add("started", run.started)
      json.add("finished", run.finished)
      json.add("host", run.host)
      json.add("process", run.process)
      json.add("version", run.version)
      json.add("settings", run.settings)
      json.add("status", run.status)
      json.add("done", run.done)
      json.add("failed", run.failed)
      json.add("footageSeconds", run.footageTime)
    }
  }
}
