import Foundation
import TestSupport
import Testing

/// An archive is kept by the real program, whatever happens to it.
@Suite struct ArchiveTests {
  private let bench: ArchiveBench

  init() throws { bench = try ArchiveBench() }

  @Test func `new files are done, nothing twice, and quietly`() throws {
    try bench.put("a.mkv")
    try bench.put("deep/in/b.mkv")
    let first = try bench.run("-q")
    #expect(first.status == 0 && first.standardOutput == "" && first.standardError == "")
    let outputs = ["a.mkv", "deep", "deep/in", "deep/in/b.mkv"]
    #expect(bench.outputs == outputs)
    let second = try bench.run()
    #expect(second.status == 0)
    #expect(second.standardError.contains("nothing to do: 2 files are done\n"))
    try bench.put("c.mkv")
    let third = try bench.run("-v")
    #expect(third.status == 0)
    #expect(third.standardError.components(separatedBy: "begin ").count == 2)
    #expect(third.standardError.contains("begin \"c.mkv\""))
    #expect(try bench.run("-q").standardError == "")
    #expect(bench.outputs == ["a.mkv", "c.mkv"] + outputs.dropFirst())
    bench.expectTidy()
  }

  @Test func `a bad file is named and stops no other`() throws {
    try bench.put("a bad one.mkv")
    try truncate("\(bench.source)/a bad one.mkv", to: 500)
    try bench.put("b.mkv")
    let outcome = try bench.run("-q")
    #expect(outcome.status == 1)
    let lines = outcome.standardError.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("anonymize: a bad one.mkv: ") == true, "\(lines)")
    try bench.expect(outputs: ["b.mkv"])
    // It is not due again yet, which is no news.
    let next = try bench.run("-q")
    #expect(next.status == 0 && next.standardError == "")
  }

  @Test func `metrics that can't be written hide nothing of what ended a run`() throws {
    let outcome = try Binary.anonymize.run([
      "archive", bench.source, bench.source, "--metrics-file", "\(bench.source)/a.prom",
    ])
    #expect(outcome.status == 64)
    #expect(outcome.standardError.contains("is the source, too"))
  }

  // MARK: Ends before time

  @Test func `SIGTERM leaves nothing, and the next run goes on`() throws {
    try bench.put("a.mkv", ArchiveBench.long())
    let running = try bench.startWriting()
    running.send(SIGTERM)
    let outcome = try running.wait(timeout: 120)
    #expect(outcome.status == 143, "\(outcome.standardError)")
    #expect(bench.outputs == [])
    bench.expectTidy()
    try bench.put("a.mkv")
    #expect(try bench.run().status == 0)
    try bench.expect(outputs: ["a.mkv"])
  }

  @Test func `SIGKILL ends the jobs too, and the next run clears up`() throws {
    try bench.put("a.mkv", ArchiveBench.long())
    try bench.put("b.mkv")
    let running = try bench.startWriting("--order", "path")
    let jobs = try ArchiveBench.children(of: running.identifier)
    try #require(jobs.count == 1)
    running.send(SIGKILL)
    #expect(try running.wait(timeout: 120).signal == SIGKILL)
    #expect(bench.outputs == [])
    #expect(!bench.work.isEmpty)
    try expectEnd(of: jobs[0])
    try bench.put("a.mkv")
    let next = try bench.run("-v")
    #expect(next.status == 0)
    try bench.expect(outputs: ["a.mkv", "b.mkv"])
  }

  @Test func `a crash in one job is one failed file`() throws {
    try bench.put("a.mkv", ArchiveBench.long())
    try bench.put("b.mkv")
    let running = try bench.startWriting("--order", "path")
    // As the system does where memory runs out.
    for job in try ArchiveBench.children(of: running.identifier) { kill(job, SIGKILL) }
    let outcome = try running.wait(timeout: 120)
    #expect(outcome.status == 1)
    #expect(
      outcome.standardError.contains("failed \"a.mkv\": the job crashed (Killed)"))
    try bench.expect(outputs: ["b.mkv"])
  }

  @Test func `a source that disappears in the middle ends the run and costs nothing`() throws {
    try bench.put("done.mkv")
    #expect(try bench.run().status == 0)
    try bench.put("a.mkv", ArchiveBench.long())
    try bench.put("b.mkv")
    let running = try bench.startWriting("--order", "path")
    try FileManager.default.removeItem(atPath: bench.source)
    for job in try ArchiveBench.children(of: running.identifier) { kill(job, SIGKILL) }
    let outcome = try running.wait(timeout: 120)
    #expect(outcome.status == 66)
    #expect(
      outcome.standardError.contains("\(bench.source): is gone"), "\(outcome.standardError)")
    try bench.expect(outputs: ["done.mkv"])
    let absent = try bench.run("--prune")
    #expect(absent.status == 66)
    try bench.expect(outputs: ["done.mkv"])
  }

  @Test(arguments: [2, 10]) func `of runs that start together one works`(count: Int) throws {
    try bench.put("a.mkv", ArchiveBench.long())
    let runs = try (0..<count).map { _ in try bench.start() }
    // Whoever works takes minutes, so the others end first.
    var ended: [Int32: Outcome] = [:]
    for run in runs {
      _ = try run.wait(timeout: 120) { run in
        try String(decoding: run.errorOutput, as: UTF8.self).contains("start: ")
      }
    }
    let winners = try runs.filter { run in
      try String(decoding: run.errorOutput, as: UTF8.self).contains("start: ")
    }
    try #require(winners.count == 1)
    for run in runs where run !== winners[0] {
      ended[run.identifier] = try run.wait(timeout: 120)
    }
    for outcome in ended.values {
      #expect(outcome.status == 75)
      #expect(
        outcome.standardError.contains("process \(winners[0].identifier) on host "),
        "\(outcome.standardError)")
    }
    winners[0].send(SIGTERM)
    #expect(try winners[0].wait(timeout: 120).status == 143)
    bench.expectTidy()
  }

  // MARK: Disks and permissions

  /// Before a job begins, and while one writes.
  @Test(.enabled(if: SmallDisk.canBeMade), arguments: [false, true])
  func `a full disk ends the run and loses nothing`(inTheMiddle: Bool) throws {
    let disk = try SmallDisk(kibibytes: 48 << 10)
    let bench = try ArchiveBench(destination: disk.path("destination"))
    try bench.put("a.mkv")
    #expect(try bench.run().status == 0)
    let filler = disk.path("filler")
    let full: Outcome
    if inTheMiddle {
      try bench.put("b.mkv", ArchiveBench.long())
      let running = try bench.startWriting("--codec", "ffv1")
      #expect(throws: (any Error).self) {
        try Data(count: 64 << 20).write(to: URL(fileURLWithPath: filler))
      }
      full = try running.wait(timeout: 120)
    } else {
      try bench.put("b.mkv")
      try Data(count: 36 << 20).write(to: URL(fileURLWithPath: filler))
      full = try bench.run()
    }
    #expect(full.status == 74, "\(full.standardError)")
    #expect(full.standardError.contains("free some space and run it again"))
    #expect(bench.outputs == ["a.mkv"])
    try FileManager.default.removeItem(atPath: filler)
    try bench.put("b.mkv")
    #expect(try bench.run().status == 0)
    try bench.expect(outputs: ["a.mkv", "b.mkv"])
  }

  @Test(.enabled(if: Unprivileged.canRun))
  func `a destination that may not be written to is refused`() throws {
    try bench.put("a.mkv")
    try FileManager.default.createDirectory(
      atPath: bench.destination, withIntermediateDirectories: false)
    chmod(bench.folder.url.path, 0o755)
    chmod(bench.destination, 0o555)
    defer { chmod(bench.destination, 0o755) }
    let outcome = try Unprivileged.run(bench.arguments([]), in: bench.folder.url)
    #expect(outcome.status == 73)
    #expect(outcome.standardError.contains("Permission denied"), "\(outcome.standardError)")
    #expect(outcome.standardError.split(separator: "\n").count == 1)
    #expect(bench.outputs == [])
  }

  @Test(.enabled(if: Unprivileged.canRun))
  func `a folder that may not be read is named and stops no other`() throws {
    try bench.put("locked/a.mkv")
    try bench.put("open/b.mkv")
    try FileManager.default.createDirectory(
      atPath: bench.destination, withIntermediateDirectories: false)
    chmod(bench.folder.url.path, 0o755)
    chmod(bench.destination, 0o777)
    chmod("\(bench.source)/locked", 0)
    defer { chmod("\(bench.source)/locked", 0o755) }
    let outcome = try Unprivileged.run(bench.arguments(["-q"]), in: bench.folder.url)
    #expect(outcome.status == 1)
    let lines = outcome.standardError.split(separator: "\n")
    #expect(
      lines == [
        "anonymize: locked: cannot be read (Permission denied); check its permissions and its disk"
      ])
    #expect(bench.outputs == ["open", "open/b.mkv"])
  }

  // MARK: Names and times

  @Test func `any name that a file can have is kept`() throws {
    let names: [[UInt8]] = [
      Array("with spaces .mkv".utf8), Array("new\nline.mkv".utf8),
      Array("\"quotes\" 'of' `kinds`.mkv".utf8), Array("-o.mkv".utf8), Array("$HOME;%s\\.mkv".utf8),
      [0xFF, 0xFE] + Array(".mkv".utf8),
      Array(repeating: UInt8(ascii: "n"), count: 251) + Array(".mkv".utf8),
    ]
    let clip = try Data(contentsOf: URL(fileURLWithPath: ArchiveBench.short()))
    for name in names {
      let path = Array(bench.source.utf8) + [UInt8(ascii: "/")] + name + [0]
      let file = path.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          bytes.baseAddress.map { open($0, O_WRONLY | O_CREAT, 0o644) } ?? -1
        }
      }
      try #require(file >= 0)
      try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: clip)
    }
    let outcome = try bench.run("--jobs", "2")
    #expect(outcome.status == 0, "\(outcome.standardError)")
    let found = try Binary(path: "/usr/bin/find").run(
      [bench.destination, "-name", ".anonymize", "-prune", "-o", "-type", "f", "-printf", "%f\\0"])
    #expect(Set(found.output.split(separator: 0).map(Array.init)) == Set(names))
    let next = try bench.run()
    #expect(next.status == 0)
    #expect(next.standardError.contains("nothing to do: \(names.count) files are done"))
    bench.expectTidy()
  }

  @Test func `times in the future have nothing done twice`() throws {
    try bench.put("a.mkv")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 1e8)],
      ofItemAtPath: "\(bench.source)/a.mkv")
    #expect(try bench.run().status == 0)
    try bench.expect(outputs: ["a.mkv"])
    let next = try bench.run()
    #expect(next.standardError.contains("nothing to do: 1 file is done"))
  }

  // MARK: The ledger

  @Test func `a damaged ledger is repaired, and nothing is done again`() throws {
    try bench.put("a.mkv")
    try bench.put("b.mkv")
    #expect(try bench.run().status == 0)
    let ledger = URL(fileURLWithPath: "\(bench.destination)/.anonymize/ledger.sqlite")
    var bytes = try Data(contentsOf: ledger)
    bytes.replaceSubrange(0..<100, with: Data(repeating: 0x5A, count: 100))
    try bytes.write(to: ledger)
    let refused = try bench.run()
    #expect(refused.status == 65)
    #expect(
      refused.standardError.contains("run 'anonymize archive repair SOURCE DESTINATION'"),
      "\(refused.standardError)")
    try bench.expect(outputs: ["a.mkv", "b.mkv"])
    let repaired = try bench.perform("repair", bench.source, bench.destination)
    #expect(repaired.status == 0, "\(repaired.standardError)")
    let next = try bench.run()
    #expect(next.status == 0)
    #expect(next.standardError.contains("nothing to do: 2 files are done"))
    try bench.expect(outputs: ["a.mkv", "b.mkv"])
  }

  private func truncate(_ path: String, to size: UInt64) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.truncate(atOffset: size)
    try file.close()
  }

  /// Expects that a process ends by itself.
  private func expectEnd(of process: Int32) throws {
    for _ in 0..<1000 where kill(process, 0) == 0 {
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      // What nobody has waited for yet has ended as well.
      if status?.contains(") Z ") == true { return }
      usleep(10_000)
    }
    #expect(kill(process, 0) != 0, "\(process) lives on")
  }
}
