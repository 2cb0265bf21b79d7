import Testing

@testable import FootageArchive

@Suite struct StatusTextTests {
  private func text(_ totals: ArchiveTotals) -> String {
    StatusText(of: totals, at: SampleTotals.now, timeZone: SampleTotals.zone).text
  }

  @Test func `all of it is told`() throws {
    #expect(
      try text(SampleTotals.mixed) == #"""
        Archive /public/it's\new
        made of /video/<in> & "out"

          Done        1,234 files, 12.4 h of footage, 1,120,345 frames, 312 faces
                      followed
          Failed      2 files (7.50 MB)
          Running     1 file (300 kB)
          Waiting     3 files (1.20 GB)
          Skipped     5 files (12.3 kB), no footage
          Size        41.2 GB of source became 38.0 GB
          Speed       2.00 × real time while jobs ran; about 1.77 h of footage a day
                      over the last 7 days
          Last run    2026-11-30 20:00 +01:00 to 2026-11-30 21:01 +01:00
                      ended; some files failed; 34 files done, 2 failed, 21 min of
                      footage in 61 min
                      on reel & co, process 4711, version 1.0.0
                      the last that ended well did so at 2026-11-29 22:00 +01:00
          Settings    4 files were made with other settings or another version; a run
                      with --redo settings makes them again

        Failed files:
          a/<script>alert("1")</script>&amp;'\x0a.mp4
            <img src=x onerror=alert(1)> is damaged; \x1b[31mget a whole one (3
            attempts, last at 2026-11-30 21:00 +01:00)
          b\xff.mkv
            was killed (1 attempt)

        """#)
  }

  @Test func `an empty archive has a status`() {
    var totals = ArchiveTotals()
    totals.destination = "/public"
    #expect(text(totals) == "Archive /public\n\n  Files       none yet\n  Last run    none yet\n")
  }

  @Test func `a run without an end is running or was killed`() throws {
    var totals = try SampleTotals.mixed
    totals.lastRun?.finished = nil
    totals.lastRun?.status = nil
    #expect(text(totals).contains("  Last run    2026-11-30 20:00 +01:00\n"))
    #expect(text(totals).contains(" running, or was killed; 34 files done"))
  }

  @Test func `of very many failed files the first hundred are told`() throws {
    let lines = text(try SampleTotals.failed(10_000)).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("  clip-") }.count == 100)
    #expect(lines.last == "  and 9,900 more, which --json lists")
  }

  @Test func `no line is longer than 80 columns, unless a word is`() throws {
    var totals = try SampleTotals.mixed
    totals.failures[0].failure.reason = String(repeating: "reason ", count: 40)
    #expect(text(totals).split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `a pace is the mean of the last week, or of the days that there are`() throws {
    var totals = ArchiveTotals()
    totals.files = [.done: 100]
    totals.footageTime = 1000
    totals.days = [
      ArchiveTotals.Day(date: "2026-11-23", files: [.done: 70]),
      ArchiveTotals.Day(date: "2026-11-29", files: [.done: 21, .failed: 9]),
    ]
    let pace = try #require(totals.pace(at: SampleTotals.now, in: SampleTotals.zone))
    #expect(pace == ArchiveTotals.Pace(days: 7, files: 3, footageTime: 30))
    totals.days.removeFirst()
    #expect(totals.pace(at: SampleTotals.now, in: SampleTotals.zone)?.days == 2)
    totals.days = [ArchiveTotals.Day(date: "2026-11-23", files: [.done: 70])]
    #expect(totals.pace(at: SampleTotals.now, in: SampleTotals.zone) == nil)
  }
}
