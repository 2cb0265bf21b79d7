/// What an archive's ledger holds, for Prometheus, in its text format (version 0.0.4).
///
/// Every metric is a gauge, since files that change or are pruned make each of them go down too.
public struct MetricsText: Hashable, Sendable {
  /// The lines, each with its end.
  public let text: String

  /// Says what these totals are.
  public init(of totals: ArchiveTotals) {
    var metrics = Metrics(destination: totals.destination)
    let states = LedgerEntry.State.allCases
    metrics.add(
      "files", "Files of the source by state.", by: "state",
      states.map { ($0.rawValue, Double(totals.count($0))) })
    metrics.add(
      "source_bytes", "Bytes of the source's files by state.", by: "state",
      states.map { ($0.rawValue, Double(totals.bytes($0))) })
    metrics.add("output_bytes", "Bytes of all published outputs.", Double(totals.outputBytes))
    metrics.add("footage_seconds", "Length of all footage that is done.", totals.footageTime)
    metrics.add("work_seconds", "Wall time of the jobs that did it.", totals.workTime)
    metrics.add("frames", "Frames of all footage that is done.", Double(totals.frames))
    metrics.add("tracks", "Faces followed in all footage that is done.", Double(totals.tracks))
    metrics.add(
      "other_settings_files", "Files done with other settings or versions than the last run's.",
      Double(totals.otherSettings))
    if let run = totals.lastRun {
      metrics.add(
        "last_run_start_timestamp_seconds", "When the last run began, since 1970.", run.started)
      metrics.add(
        "last_run_end_timestamp_seconds",
        "When the last run ended, since 1970; missing while it goes on or where it was killed.",
        run.finished)
      metrics.add(
        "last_run_status",
        "Exit status of the last run; missing while it goes on or where it was killed.",
        run.status.map(Double.init))
      metrics.add(
        "last_run_files", "Files that the last run finished.", by: "state",
        [("done", Double(run.done)), ("failed", Double(run.failed))])
      metrics.add(
        "last_run_footage_seconds", "Length of the footage that the last run finished.",
        run.footageTime)
    }
    metrics.add(
      "last_success_timestamp_seconds",
      "When a run last ended with status 0, since 1970; missing until one did.", totals.lastSuccess)
    text = metrics.text
  }

  private struct Metrics {
    private(set) var text = ""
    private let destination: String

    init(destination: String) { self.destination = MetricsText.escaped(destination) }

    mutating func add(_ name: String, _ help: String, _ value: Double?) {
      guard let value else { return }
      add(name, help, samples: [("", value)])
    }

    mutating func add(
      _ name: String, _ help: String, by label: String, _ values: [(String, Double)]
    ) {
      add(name, help, samples: values.map { (",\(label)=\"\($0)\"", $1) })
    }

    private mutating func add(_ name: String, _ help: String, samples: [(String, Double)]) {
      let name = "anonymize_archive_\(name)"
      text += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n"
      for (labels, value) in samples {
        text += "\(name){destination=\"\(destination)\"\(labels)} \(MetricsText.number(value))\n"
      }
    }
  }

  /// A label's value as the format wants it between quotation marks.
  static func escaped(_ value: String) -> String {
    var result = "".unicodeScalars
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\", "\"": result.append(contentsOf: ["\\", scalar])
      case "\n": result.append(contentsOf: ["\\", "n"])
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// A sample's value; whole ones without a point, as long as every one of them can be told apart.
  private static func number(_ value: Double) -> String {
    value.magnitude < 0x1p53 && value.rounded() == value ? "\(Int64(value))" : "\(value)"
  }
}
