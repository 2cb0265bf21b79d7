import FootageArchive
import Testing

@testable import AnonymizeCLI

@Suite struct ArchiveReporterTests {
  private func told(
    _ format: LogFormat = .text, _ mode: ProgressMode = .auto, _ verbosity: Verbosity = .normal,
    isTerminal: Bool = false, _ tell: (ArchiveReporter) throws -> Void
  ) throws -> [Substring] {
    let stream = CapturedStream()
    let style = ArchiveStyle(
      format, mode, verbosity, isTerminal: isTerminal, terminalType: "xterm")
    let reporter = ArchiveReporter(Console(stream.descriptor), style, verbosity) { .sample }
    try tell(reporter)
    return try stream.finish().split(separator: "\n")
  }

  /// Every kind of event once, progress at the start.
  private func everything() throws -> [ArchiveEvent] {
    let path = try RelativePath.sample("a b.mp4")
    var progress = try ArchiveProgress.sample()
    progress.elapsed = 0
    return [
      .started(files: 2, waiting: 1, unchanged: 0), .progress(progress), .began(path),
      .finished(path, .sample, outputSize: 1), .failed(path, .sample, attempts: 1, retriesLeft: 2),
      .skipped(path, reason: "no video"), .vanished(path), .pruned(path),
      .renamed(from: path, to: path), .waiting(path, .settling),
      .unreadable(path, reason: "Permission denied"), .warning("w"), .note("n"),
      .summary(.sample),
    ]
  }

  private func kinds(_ lines: [Substring]) -> [Substring] {
    lines.map { line in
      line.hasPrefix("2026-11-30T22:12:25+01:00 ")
        ? line.dropFirst(26).prefix { $0.isLetter } : line
    }
  }

  @Test func `a log has a line with its time for each event that matters`() throws {
    let lines = try told { reporter in try everything().forEach(reporter.tell) }
    #expect(
      kinds(lines) == [
        "start", "done", "failed", "vanished", "removed", "renamed", "unreadable",
        "warning", "end", "note", "note",
      ])
  }

  @Test func `verbose tells of every file`() throws {
    let lines = try told(.text, .never, .verbose) { reporter in
      try everything().forEach(reporter.tell)
    }
    #expect(
      kinds(lines) == [
        "start", "begin", "done", "failed", "skipped", "vanished", "removed", "renamed", "waiting",
        "unreadable", "warning", "note", "end", "note", "note",
      ])
  }

  @Test func `quiet leaves what somebody has to look at`() throws {
    let lines = try told(.text, .auto, .quiet, isTerminal: true) { reporter in
      try everything().forEach(reporter.tell)
      reporter.fail("/public: the disk is full; make room", status: .failedTransfer)
    }
    #expect(
      lines == [
        "anonymize: a b.mp4: it is damaged; get another copy",
        "anonymize: a b.mp4: cannot be read (Permission denied); check its permissions and its disk",
        "anonymize: /public: the disk is full; make room",
      ])
  }

  @Test func `quiet JSON is JSON`() throws {
    let lines = try told(.json, .auto, .quiet) { reporter in
      try everything().forEach(reporter.tell)
      reporter.fail("full", status: .failedTransfer)
    }
    #expect(lines.count == 3)
    for (line, kind) in zip(lines, ["failed", "unreadable", "error"]) {
      #expect(line.hasPrefix(#"{"time":"2026-11-30T22:12:25+01:00","event":"\#(kind)","#))
    }
  }

  @Test func `a run without trouble is silent when quiet`() throws {
    let path = try RelativePath.sample("a")
    let lines = try told(.text, .always, .quiet) { reporter in
      for event: ArchiveEvent in [
        .started(files: 1, waiting: 0, unchanged: 0), .began(path),
        .finished(path, .sample, outputSize: 1), .progress(try .sample()),
        .summary(ArchiveSummary()),
      ] { reporter.tell(event) }
    }
    #expect(lines.isEmpty)
  }

  @Test func `a bar stays below the lines and is gone before the end`() throws {
    var progress = ArchiveProgress()
    progress.totalFiles = 2
    let erase = "\r\u{1B}[K"
    let time = "2026-11-30T22:12:25+01:00"
    let bar = "[>                                       ]    0%  0/2 files"
    let lines = try told(isTerminal: true) { reporter in
      reporter.tell(.progress(progress))
      reporter.tell(.warning("w"))
      reporter.tell(.summary(ArchiveSummary()))
    }
    #expect(
      lines.joined(separator: "\n")
        == "\(erase)\(bar)\(erase)\(time) warning: w\n\(bar)\(erase)\(time) nothing to do")
  }

  @Test func `a log has progress every ten minutes, a program that shows it every second`() throws {
    func lines(_ format: LogFormat, _ mode: ProgressMode) throws -> Int {
      try told(format, mode) { reporter in
        for step in 0...130 {
          var progress = ArchiveProgress()
          progress.elapsed = Double(step) * 10
          reporter.tell(.progress(progress))
        }
      }.count
    }
    #expect(try lines(.text, .auto) == 3)
    #expect(try lines(.json, .auto) == 3)
    #expect(try lines(.text, .never) == 0)
    #expect(try lines(.json, .json) == 131)
  }

  @Test func `progress as JSON makes all lines JSON`() throws {
    let lines = try told(.text, .json) { reporter in try everything().forEach(reporter.tell) }
    #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    #expect(lines.contains { $0.contains(#""event":"progress""#) })
  }

  @Test func `a terminal shows no bar among lines of JSON`() throws {
    let style = ArchiveStyle(.json, .auto, .normal, isTerminal: true, terminalType: "xterm")
    #expect(style.progress == .lines)
    #expect(
      ArchiveStyle(.text, .auto, .normal, isTerminal: true, terminalType: "dumb").progress == .lines
    )
    #expect(
      ArchiveStyle(.text, .always, .normal, isTerminal: false, terminalType: nil).progress == .bar)
  }

  @Test func `a warning about a signal comes through when quiet`() throws {
    func lines(_ verbosity: Verbosity) throws -> [Substring] {
      try told(.text, .auto, verbosity) { reporter in
        reporter.alert("ending the jobs")
        // Waits for what was queued before.
        reporter.tell(.began(try .sample("a")))
      }
    }
    #expect(try lines(.quiet) == ["anonymize: warning: ending the jobs"])
    #expect(try lines(.normal) == ["2026-11-30T22:12:25+01:00 warning: ending the jobs"])
  }

  @Test(arguments: [LogFormat.text, .json])
  func `a log that could not be written in time says so`(_ format: LogFormat) throws {
    let stream = CapturedStream()
    let style = ArchiveStyle(format, .never, .normal, isTerminal: false, terminalType: nil)
    let reporter = ArchiveReporter(Console(stream.descriptor), style, .normal, patience: 0) {
      .sample
    }
    let long = String(repeating: "x", count: 1000)
    for _ in 0..<300 { reporter.tell(.warning(long)) }
    while stream.drain() >= 4096 * 4 {}
    reporter.tell(.warning("last"))
    let lines = try stream.finish().split(separator: "\n")
    #expect(lines.last?.contains("last") == true)
    #expect(lines.contains { $0.contains("lines of this log could not be written in time") })
  }
}
