import Testing

@testable import FootageArchive

@Suite struct MetricsTextTests {
  /// Samples by what stands in front of their value; fails for a line that the format does not have.
  private func samples(_ totals: ArchiveTotals) throws -> [String: Double] {
    let text = MetricsText(of: totals).text
    #expect(text.hasSuffix("\n"))
    let sample = #/([a-z_]+)(\{(?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)*\}) (\S+)/#
    var samples: [String: Double] = [:]
    var described: [String] = []
    var typed: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if let help = line.wholeMatch(of: #/# HELP ([a-z_]+) [A-Z].*\./#) {
        described.append(String(help.1))
      } else if let type = line.wholeMatch(of: #/# TYPE ([a-z_]+) gauge/#) {
        typed.append(String(type.1))
      } else {
        let parts = try #require(line.wholeMatch(of: sample), "\(line)")
        // All samples of a metric stand together, below what it is.
        #expect(described.last == String(parts.1))
        #expect(typed.last == String(parts.1))
        let name = String(parts.1 + parts.2)
        #expect(samples[name] == nil, "\(name)")
        let value: Double = try #require(Double(parts.3), "\(line)")
        samples[name] = value
      }
    }
    #expect(described == typed)
    #expect(Set(described).count == described.count)
    return samples
  }

  @Test func `every number has its sample`() throws {
    let samples = try samples(try SampleTotals.mixed)
    let archive = #"destination="/public/it's\\new""#
    #expect(samples["anonymize_archive_files{\(archive),state=\"done\"}"] == 1234)
    #expect(samples["anonymize_archive_files{\(archive),state=\"skipped\"}"] == 5)
    #expect(samples["anonymize_archive_source_bytes{\(archive),state=\"pending\"}"] == 1.2e9)
    #expect(samples["anonymize_archive_output_bytes{\(archive)}"] == 38e9)
    #expect(samples["anonymize_archive_footage_seconds{\(archive)}"] == 44_640)
    #expect(samples["anonymize_archive_work_seconds{\(archive)}"] == 22_320)
    #expect(samples["anonymize_archive_frames{\(archive)}"] == 1_120_345)
    #expect(samples["anonymize_archive_tracks{\(archive)}"] == 312)
    #expect(samples["anonymize_archive_other_settings_files{\(archive)}"] == 4)
    let start = SampleTotals.now - 7200
    #expect(samples["anonymize_archive_last_run_start_timestamp_seconds{\(archive)}"] == start)
    #expect(samples["anonymize_archive_last_run_end_timestamp_seconds{\(archive)}"] == start + 3660)
    #expect(samples["anonymize_archive_last_run_status{\(archive)}"] == 1)
    #expect(samples["anonymize_archive_last_run_files{\(archive),state=\"failed\"}"] == 2)
    #expect(samples["anonymize_archive_last_run_footage_seconds{\(archive)}"] == 1230.5)
    let success = SampleTotals.now - 86_400
    #expect(samples["anonymize_archive_last_success_timestamp_seconds{\(archive)}"] == success)
    #expect(samples.count == 23)
  }

  @Test func `what is not known has none`() throws {
    var totals = ArchiveTotals()
    #expect(try samples(totals).keys.allSatisfy { !$0.contains("last_") })
    totals.lastRun = RunRecord(started: 5, host: "", process: 1, version: "", settings: "")
    let names = try samples(totals).keys
    #expect(names.contains { $0.contains("last_run_start") })
    #expect(!names.contains { $0.contains("last_run_end") || $0.contains("last_run_status") })
  }

  @Test func `a destination of any name is a label`() throws {
    var totals = ArchiveTotals()
    totals.destination = "/a\"b\\c\nd,e}ü"
    let name = #"anonymize_archive_output_bytes{destination="/a\"b\\c\nd,e}ü"}"#
    #expect(try samples(totals)[name] == 0)
  }
}
