import FootageArchive
import Testing

@testable import AnonymizeCLI

@Suite struct ArchiveTextTests {
  @Test func `each event is a line of its own`() throws {
    let path = try RelativePath.sample("a/b.mp4")
    let lines = [
      .started(files: 1, waiting: 3, unchanged: 40), .began(path),
      .finished(path, .sample, outputSize: 4_200_000),
      .failed(path, .sample, attempts: 2, retriesLeft: 2),
      .failed(path, .sample, attempts: 4, retriesLeft: 0),
      .skipped(path, reason: "there is no video in it"), .vanished(path), .pruned(path),
      .renamed(from: path, to: try .sample("c.mp4")), .waiting(path, .settling),
      .waiting(path, .openForWriting), .waiting(path, .vanished), .waiting(path, .interrupted),
      .waiting(path, .takenOver), .unreadable(path, reason: "Permission denied"),
      .warning("the clock has jumped back"), .note("the ledger is new"),
      .progress(try .sample()), .planned(files: 40, tasks: 1), .repaired(taken: 1, remaining: 3),
    ].flatMap { (event: ArchiveEvent) in ArchiveText.lines(event) }
    #expect(
      lines == [
        "start: 1 file to do, 3 waiting, 40 unchanged", #"begin "a/b.mp4""#,
        #"done "a/b.mp4": 412 frames, 3 faces tracked, 0:17 of footage, 38.1 fps, 4.2 MB written"#,
        #"failed "a/b.mp4": it is damaged; get another copy "#
          + "(status 65; attempt 2, tried again up to 2 times more)",
        #"failed "a/b.mp4": it is damaged; get another copy "#
          + "(status 65; attempt 4, left until it changes)",
        #"skipped "a/b.mp4": there is no video in it"#,
        #"vanished "a/b.mp4": it is gone from the source, its output stays"#,
        #"removed "a/b.mp4": its file is gone from the source"#,
        #"renamed "a/b.mp4" to "c.mp4": its output has followed"#,
        #"waiting "a/b.mp4": it has just changed, the next run looks again"#,
        #"waiting "a/b.mp4": a program has it open for writing, the next run looks again"#,
        #"waiting "a/b.mp4": it is no longer there"#,
        #"waiting "a/b.mp4": its job was ended, the next run does it"#,
        #"waiting "a/b.mp4": another run has taken it over"#,
        #"unreadable "a/b.mp4": cannot be read (Permission denied); "#
          + "check its permissions and its disk", "warning: the clock has jumped back",
        "note: the ledger is new",
        "progress: 12 of 40 files (42%), 1 failed, 1:02:05 of footage, 1.4x real time, "
          + "2:15:00 left",
        "planned: 40 files to do in 1 task", "repaired: 1 output taken in, 3 files to do",
      ])
  }

  @Test func `a name that could break a line does not`() throws {
    #expect(
      ArchiveText.lines(.vanished(try .odd()))
        == [#"vanished "a/\"b\x0a\xff": it is gone from the source, its output stays"#])
  }

  @Test func `a picture has no length and no rate`() throws {
    let findings = LedgerEntry.Findings(frames: 1, tracks: 1, footageTime: 0, elapsed: 0)
    #expect(
      ArchiveText.lines(.finished(try .sample("a.jpg"), findings, outputSize: 812))
        == [#"done "a.jpg": 1 frame, 1 face tracked, 812 bytes written"#])
  }

  @Test func `progress that knows little says little`() {
    var progress = ArchiveProgress()
    #expect(ArchiveText.lines(.progress(progress)) == ["progress: 0 of 0 files"])
    progress.totalFiles = 1
    #expect(ArchiveText.lines(.progress(progress)) == ["progress: 0 of 1 file (0%)"])
  }

  @Test func `the end has all counts, and what somebody may want to do`() {
    #expect(
      ArchiveText.lines(.summary(.sample)) == [
        "end: 12 files done, 1 failed, 7 still to do, 40 unchanged, 2 failed before, 4 waiting, "
          + "6 renamed, 1 output removed, 1 unreadable, passed over 3 without video, 2 hidden; "
          + "1:02:05 of footage in 44:20, 1.4x real time; 12.3 GB read, 9.8 GB written",
        "note: 5 of these files were made with other settings or another version; "
          + "--redo settings does them again",
        "note: 2 files vanished from the source; --prune removes their outputs",
      ])
  }

  @Test func `a run that has nothing to do says so`() {
    var summary = ArchiveSummary()
    #expect(ArchiveText.lines(.summary(summary)) == ["nothing to do"])
    summary.unchanged = 40
    summary.waiting = 1
    summary.left = 2
    summary.skipped = [.link: 3, .special: 1, .excluded: 2, .own: 1]
    summary.elapsed = 3
    #expect(
      ArchiveText.lines(.summary(summary)) == [
        "nothing to do: 40 files are done, 2 failed before, 1 waiting, "
          + "passed over 3 symbolic links, 1 special, 2 excluded, 1 of its own"
      ])
    summary.failed = 1
    #expect(ArchiveText.lines(.summary(summary))[0].hasPrefix("end: 0 files done, 1 failed, 40 un"))
  }

  @Test func `one file is one file`() {
    var summary = ArchiveSummary()
    summary.unchanged = 1
    summary.otherSettings = 1
    summary.vanished = 1
    summary.skipped = [.link: 1]
    #expect(
      ArchiveText.lines(.summary(summary)) == [
        "nothing to do: 1 file is done, passed over 1 symbolic link",
        "note: 1 of these files was made with other settings or another version; "
          + "--redo settings does it again",
        "note: 1 file vanished from the source; --prune removes its output",
      ])
  }
}
