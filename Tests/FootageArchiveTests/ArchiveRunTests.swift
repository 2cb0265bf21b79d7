import Foundation
import TestSupport
import Testing

@testable import FootageArchive

@Suite struct ArchiveRunTests {
  private let archive: TestArchive

  init() throws { archive = try TestArchive() }

  @Test func `new and changed files are done, and nothing twice`() throws {
    try archive.write("copy 1", to: "a.mp4")
    try archive.write("copy 2", to: "deep/in/b c.mp4")
    var summary = try archive.run()
    #expect(summary.done == 2 && summary.status == 0)
    #expect(archive.outputs == ["a.mp4", "deep/in/b c.mp4"])
    #expect(archive.output("a.mp4") == "made copy 1")

    summary = try archive.run()
    #expect(summary.done == 0 && summary.unchanged == 2)
    #expect(archive.jobs == 2)

    try archive.write("copy 10", to: "a.mp4")
    summary = try archive.run()
    #expect(summary.done == 1 && summary.unchanged == 1)
    #expect(archive.output("a.mp4") == "made copy 10")
    #expect(archive.jobs == 3)
    #expect(archive.leftovers == [])
  }

  @Test func `the ledger says what was done`() throws {
    try archive.write("copy", to: "a.mp4")
    try archive.run()
    let entry = try #require(try archive.entry("a.mp4"))
    #expect(entry.state == .done && entry.attempts == 0 && entry.worker == nil)
    #expect(entry.fingerprint == "a")
    #expect(
      entry.findings
        == LedgerEntry.Findings(frames: 3, tracks: 1, footageTime: 1.5, elapsed: 0.25))
    #expect(entry.output?.path == RelativePath("a.mp4"))
    #expect(entry.output?.size == 41)
    // Of the header and "made copy", as sha256sum has it.
    #expect(
      entry.output?.checksum == "59e2094025747f7d34f9ada6f9ae12ea74225a06961ef7fa8707bd6977ed98d9")
    let run = try #require(try archive.ledger.lastRun())
    #expect(run.status == 0 && run.done == 1 && run.failed == 0 && run.footageTime == 1.5)
    #expect(run.settings == "--scale 30" && run.version == "1")
  }

  @Test func `nobody else is let into the folder that names all files`() throws {
    try archive.write("copy", to: "a.mp4")
    try archive.run()
    let folder = archive.destination.appendingPathComponent(ArchiveLayout.folder).path
    func permissions() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
    }
    #expect(try permissions() == 0o700)
    // Whoever lets others in means it.
    try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: folder)
    try archive.run()
    #expect(try permissions() == 0o750)
  }

  @Test func `a run that can't go on says nothing of its end`() throws {
    try archive.write("fail 69 missingRuntime", to: "a.mp4")
    #expect(throws: ArchiveError.self) { try archive.run() }
    #expect(!archive.told.contains { if case .summary = $0 { true } else { false } })
  }

  @Test func `one bad file does not stop the rest`() throws {
    try archive.write("fail 65 damagedInput", to: "a.mp4")
    try archive.write("crash", to: "b.mp4")
    try archive.write("mute", to: "c.mp4")
    try archive.write("copy", to: "d.mp4")
    let summary = try archive.run()
    #expect(summary.done == 1 && summary.failed == 3 && summary.status == 1)
    #expect(archive.outputs == ["d.mp4"])
    #expect(
      try archive.entry("a.mp4")?.failure
        == LedgerEntry.Failure(status: 65, reason: "it is bad"))
    let crash = try #require(try archive.entry("b.mp4")?.failure)
    #expect(crash.status == 139 && crash.reason.hasSuffix("Fatal error: out of luck)"), "\(crash)")
    #expect(try archive.entry("c.mp4")?.failure?.status == 70)
    #expect(archive.leftovers == [])
  }

  @Test func `a failed file is tried again later, and left after its last retry`() throws {
    try archive.write("fail 65 damagedInput", to: "a.mp4")
    try archive.run()
    #expect(try archive.run().left == 1)
    #expect(archive.jobs == 1)
    for attempts in 2...4 {
      try age("a.mp4", by: 90_000)
      #expect(try archive.run().failed == 1)
      #expect(try archive.entry("a.mp4")?.attempts == attempts)
    }
    try age("a.mp4", by: 1e9)
    #expect(try archive.run().left == 1)

    var options = archive.options
    options.redo = .failed
    try archive.run(options)
    #expect(try archive.entry("a.mp4")?.attempts == 1)
    try archive.write("copy", to: "a.mp4")
    #expect(try archive.run().done == 1)
  }

  /// Has a file's last job end longer ago.
  private func age(_ name: String, by seconds: Double) throws {
    var entry = try #require(try archive.entry(name))
    entry.finished = entry.finished.map { $0 - seconds }
    try archive.ledger.save(&entry)
  }

  @Test func `what is no footage is passed over, whatever it is called`() throws {
    try archive.write(Data("Dear diary".utf8), to: "notes.mp4")
    try archive.write(Data(), to: "empty.mp4")
    try archive.write("fail 65 noFootage", to: "song.mp4")
    try archive.write(Data("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n".utf8), to: "l.ts")
    try archive.write("copy", to: ".hidden.mp4")
    try archive.write("copy", to: "film")
    let summary = try archive.run()
    #expect(summary.skipped == [.noFootage: 4, .hidden: 1])
    #expect(summary.status == 0)
    #expect(archive.outputs == ["film.mkv"])
    #expect(try archive.run().skipped == [.noFootage: 4, .hidden: 1])
    #expect(archive.jobs == 2)
  }

  @Test func `files that other settings were used for are told of, and done again when asked`()
    throws
  {
    try archive.write("copy", to: "a.mp4")
    try archive.write("fail 65 damagedInput", to: "b.mp4")
    try archive.run()
    #expect(try archive.run(fingerprint: "b").otherSettings == 1)
    #expect(archive.jobs == 2)
    var options = archive.options
    options.redo = .settings
    #expect(try archive.run(options, fingerprint: "b").done == 1)
    #expect(try archive.run(options, fingerprint: "b").done == 0)
    options.redo = .all
    let summary = try archive.run(options, fingerprint: "b")
    #expect(summary.done == 1 && summary.failed == 1)
  }

  @Test func `an output that is gone or was changed is made again`() throws {
    try archive.write("copy", to: "a.mp4")
    try archive.run()
    try FileManager.default.removeItem(at: archive.destination.appendingPathComponent("a.mp4"))
    #expect(try archive.run().done == 1)
    try Data("else".utf8).write(to: archive.destination.appendingPathComponent("a.mp4"))
    #expect(try archive.run().done == 1)
    #expect(archive.output("a.mp4") == "made copy")
  }

  @Test func `a file that the archive did not make is not replaced unless that is asked for`()
    throws
  {
    try archive.write("copy", to: "a.mp4")
    try FileManager.default.createDirectory(
      at: archive.destination, withIntermediateDirectories: false)
    try Data("mine".utf8).write(to: archive.destination.appendingPathComponent("a.mp4"))
    #expect(try archive.run().failed == 1)
    #expect(archive.output("a.mp4") == "mine")
    #expect(try archive.entry("a.mp4")?.failure?.status == 73)
    var options = archive.options
    options.redo = .failed
    options.replacesForeign = true
    #expect(try archive.run(options).done == 1)
    #expect(archive.output("a.mp4") == "made copy")
  }

  @Test func `two files can't have one output`() throws {
    try archive.write("copy 1", to: "a")
    try archive.run()
    try archive.write("copy 2", to: "a.mkv")
    #expect(try archive.run().failed == 1)
    #expect(archive.output("a.mkv") == "made copy 1")
  }

  @Test func `a job that takes too long is ended`() throws {
    try archive.write("hang", to: "a.mp4")
    var options = archive.options
    options.timeout = 0.5
    #expect(try archive.run(options).failed == 1)
    let failure = try #require(try archive.entry("a.mp4")?.failure)
    #expect(failure.status == 137 && failure.reason.contains("--timeout"))
  }

  @Test func `a job that takes too much memory is ended`() throws {
    try archive.write("eat", to: "a.mp4")
    var options = archive.options
    options.memory = 64 << 20
    #expect(try archive.run(options).failed == 1)
    let failure = try #require(try archive.entry("a.mp4")?.failure)
    #expect(failure.status == 137 && failure.reason.contains("--memory"), "\(failure)")
  }

  @Test func `a file that grows while it is read waits`() throws {
    try archive.write("grow", to: "a.mp4")
    let summary = try archive.run()
    #expect(summary.done == 0 && summary.failed == 0 && summary.waiting == 1)
    #expect(archive.outputs == [] && archive.leftovers == [])
    #expect(try archive.entry("a.mp4")?.state == .pending)
  }

  @Test func `a young file waits`() throws {
    try archive.write("copy", to: "a.mp4")
    var options = archive.options
    options.settle = 3600
    #expect(try archive.run(options).waiting == 1)
    #expect(archive.jobs == 0)
    #expect(try archive.run().done == 1)
  }

  @Test func `a file that is open for writing waits`() throws {
    try archive.write("copy", to: "a.mp4")
    let file = try FileHandle(forWritingTo: archive.source.appendingPathComponent("a.mp4"))
    // Not every file system tells.
    let descriptor = open(archive.source.appendingPathComponent("a.mp4").path, O_RDONLY)
    defer { close(descriptor) }
    try #require(isOpenForWriting(descriptor) == true)
    #expect(try archive.run().waiting == 1)
    try file.close()
    #expect(try archive.run().done == 1)
  }

  @Test func `a full disk ends the run and changes nothing`() throws {
    try archive.write("fail 74 fullDisk", to: "a.mp4")
    try archive.write("copy", to: "b.mp4")
    var options = archive.options
    options.order = .path
    let error = #expect(throws: ArchiveError.self) { try archive.run(options) }
    #expect(error?.code == .fullDisk && error?.status == 74)
    #expect(try archive.entry("a.mp4")?.state == .pending)
    #expect(try archive.entry("b.mp4")?.state == .pending)
    #expect(try archive.entry("a.mp4")?.attempts == 0)
    #expect(try archive.ledger.lastRun()?.status == 74)
  }

  @Test func `a missing model ends the run`() throws {
    try archive.write("fail 69 missingRuntime", to: "a.mp4")
    let error = #expect(throws: ArchiveError.self) { try archive.run() }
    #expect(error?.status == 69)
    #expect(try archive.entry("a.mp4")?.state == .pending)
  }

  @Test func `a run that is cancelled ends its jobs and leaves them to the next`() throws {
    for name in ["a", "b", "c"] { try archive.write("hang", to: "\(name).mp4") }
    var options = archive.options
    options.jobs = 2
    let run = archive.archiveRun(options)
    DispatchQueue.global().async { [archive] in
      archive.waitForHanging()
      run.cancel(status: 143)
    }
    let summary = try run.run()
    #expect(summary.done == 0 && summary.failed == 0 && summary.remaining == 3)
    #expect(try archive.ledger.lastRun()?.status == 143)
    #expect(try archive.ledger.running() == [])
    #expect(archive.leftovers == [])
  }

  @Test func `a job that is stopped from outside has not failed`() throws {
    try archive.write("stop", to: "a.mp4")
    try archive.write("fail 143 cancelled", to: "b.mp4")
    try archive.write("copy", to: "c.mp4")
    let summary = try archive.run()
    #expect(summary.done == 1 && summary.failed == 0 && summary.remaining == 2)
    for name in ["a.mp4", "b.mp4"] {
      let entry = try #require(try archive.entry(name))
      #expect(entry.state == .pending && entry.attempts == 0)
    }
    #expect(archive.leftovers == [])
  }

  @Test func `how a job has ended is known under a parent that ignores its children`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      let archive = try TestArchive()
      try archive.write("crash", to: "a.mp4")
      try archive.write("stop", to: "b.mp4")
      try archive.write("copy", to: "c.mp4")
      let summary = try archive.run()
      try #require(summary.done == 1 && summary.failed == 1 && summary.remaining == 1)
      try #require(try archive.entry("a.mp4")?.failure?.status == 128 + Int(SIGSEGV))
    }
  }

  @Test func `a program that is replaced meanwhile goes on as it was`() throws {
    var program = archive.archiveRun().program
    program.executable = "/bin/sh"
    program.name = "called"
    program.arguments = ["-c", "echo \"$0\" >&2"]
    let job = try JobProcess(
      of: program, arguments: program.arguments, files: [], limits: JobLimits())
    guard case .failed(let failure, _) = job.run(onEvent: { _ in }) else {
      Issue.record("it has not failed")
      return
    }
    #expect(failure.reason.contains("called"))
  }

  @Test func `several files are done at once`() throws {
    for number in 1...20 { try archive.write("copy \(number)", to: "\(number).mp4") }
    var options = archive.options
    options.jobs = 4
    #expect(try archive.run(options).done == 20)
    #expect(archive.outputs.count == 20)
    for number in 1...20 { #expect(archive.output("\(number).mp4") == "made copy \(number)") }
  }

  @Test func `the order is what was asked for`() throws {
    try archive.write("copy", to: "b.mp4")
    try archive.write("copy with more", to: "a.mp4")
    try archive.write("copy at most", to: "c.mp4")
    let times = ["b": 3e8, "a": 2e8, "c": 1e8]
    for (name, time) in times {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: time)],
        ofItemAtPath: archive.source.appendingPathComponent("\(name).mp4").path)
    }
    for (order, names) in [
      (WorkOrder.oldest, "cab"), (.largest, "acb"), (.path, "abc"),
    ] {
      var options = archive.options
      options.order = order
      options.redo = .all
      try archive.run(options)
      #expect(archive.begun == names.map { "\($0).mp4" })
    }
  }

  @Test func `the second of two runs at the same time is told who has the archive`() throws {
    try archive.write("hang", to: "a.mp4")
    let first = archive.archiveRun()
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      _ = try? first.run()
      ended.signal()
    }
    archive.waitForHanging()
    let error = #expect(throws: ArchiveError.self) { try archive.archiveRun().run() }
    #expect(error?.status == 75)
    #expect(error?.message.contains("process \(getpid()) on host") == true, "\(error as Any)")
    first.cancel(status: 130)
    ended.wait()
  }

  @Test func `a source in the destination, or the same folder, is refused`() throws {
    let run = { (source: URL, destination: URL) in
      try ArchiveRun(
        source: source.path, destination: destination.path, options: archive.options,
        program: JobProgram(
          executable: "/bin/false", arguments: [], verification: nil, threads: 1,
          fingerprint: "", settings: "", version: "")
      ) { _ in }.run()
    }
    for destination in [archive.source, archive.folder.url] {
      let error = #expect(throws: ArchiveError.self) { try run(archive.source, destination) }
      #expect(error?.status == 64)
    }
    let missing = archive.folder.url.appendingPathComponent("nowhere")
    #expect(throws: ArchiveError.self) { try run(missing, archive.destination) }
    #expect(throws: ArchiveError.self) {
      try run(archive.source, missing.appendingPathComponent("deep"))
    }
  }

  @Test func `a destination in the source is not taken in`() throws {
    try archive.write("copy", to: "a.mp4")
    let inner = archive.source.appendingPathComponent("public")
    let run = ArchiveRun(
      source: archive.source.path, destination: inner.path, options: archive.options,
      program: JobProgram(
        executable: "/bin/sh", arguments: [archive.folder.path("job")], verification: nil,
        threads: 1,
        fingerprint: "", settings: "", version: "")
    ) { _ in }
    #expect(try run.run().done == 1)
    let summary = try ArchiveRun(
      source: archive.source.path, destination: inner.path, options: archive.options,
      program: JobProgram(
        executable: "/bin/sh", arguments: [archive.folder.path("job")], verification: nil,
        threads: 1,
        fingerprint: "", settings: "", version: "")
    ) { _ in }.run()
    #expect(summary.done == 0 && summary.unchanged == 1 && summary.skipped == [.own: 1])
  }
}
