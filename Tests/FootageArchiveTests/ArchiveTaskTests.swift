import Foundation
import TestSupport
import Testing

@testable import FootageArchive

@Suite struct ArchiveTaskTests {
  private let archive: TestArchive

  init() throws { archive = try TestArchive() }

  private func options(_ share: TaskShare? = nil, tasks: Int = 100) -> ArchiveOptions {
    var options = archive.options
    options.task = share
    options.tasks = tasks
    options.order = .path
    return options
  }

  private func plan(tasks: Int = 100) throws -> Int {
    try archive.archiveRun(options(tasks: tasks)).plan().tasks
  }

  private func perform(_ share: TaskShare) throws -> ArchiveSummary {
    try archive.run(options(share))
  }

  /// Files that the last run began.
  private var begun: [String] {
    archive.told.compactMap { if case .began(let path) = $0 { "\(path)" } else { nil } }
  }

  private func write(_ count: Int, _ text: String = "copy") throws {
    for number in 1...count { try archive.write("\(text) \(number)", to: "\(number).mp4") }
  }

  /// Begins something that waits at the gate, and ends it once it is let through.
  private func during(
    _ run: ArchiveRun, _ body: () throws -> Void
  ) throws -> Result<ArchiveSummary, any Error> {
    let result = Outcome()
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      result.value = Result { try run.run() }
    }
    archive.waitForHanging()
    defer { group.wait() }
    do {
      try body()
      try archive.open()
    } catch {
      try archive.open()
      throw error
    }
    group.wait()
    return try #require(result.value)
  }

  // `DispatchGroup` orders the accesses.
  private final class Outcome: @unchecked Sendable {
    var value: Result<ArchiveSummary, any Error>?
  }

  @Test func `tasks share a plan out among them`() throws {
    try write(5)
    #expect(try plan(tasks: 2) == 2)
    #expect(archive.jobs == 0)

    #expect(try perform(.part(index: 1, count: 2)).done == 3)
    #expect(begun == ["1.mp4", "3.mp4", "5.mp4"])
    let second = try perform(.part(index: 2, count: 2))
    #expect(second.done == 2 && second.status == 0 && second.remaining == 0)
    #expect(begun == ["2.mp4", "4.mp4"])
    #expect(archive.outputs == (1...5).map { "\($0).mp4" })

    #expect(try perform(.part(index: 1, count: 2)).done == 0)
    #expect(try perform(.any).done == 0)
    #expect(archive.jobs == 5)
    #expect(try plan() == 0)
  }

  @Test func `there are no more tasks than files, and none without work`() throws {
    #expect(try plan() == 0)
    #expect(try perform(.any).done == 0)
    try write(3)
    #expect(try plan() == 3)
  }

  @Test func `a task takes nothing that was not planned`() throws {
    try write(1)
    #expect(try plan() == 1)
    try archive.write("copy", to: "0.mp4")
    #expect(try perform(.any).done == 1)
    #expect(archive.outputs == ["1.mp4"])
    #expect(try plan() == 1)
    #expect(try perform(.any).done == 1)
    #expect(archive.outputs == ["0.mp4", "1.mp4"])
  }

  @Test func `another plan takes the former one's place`() throws {
    try write(4)
    #expect(try plan() == 4)
    #expect(try perform(.part(index: 2, count: 4)).done == 1)
    try archive.write("copy", to: "0.mp4")
    #expect(try plan(tasks: 2) == 2)
    #expect(
      try ["0", "1", "2", "3", "4"].map { try archive.entry("\($0).mp4")?.turn }
        == [0, 1, nil, 2, 3])
    #expect(try perform(.part(index: 1, count: 2)).done == 2)
    #expect(begun == ["0.mp4", "3.mp4"])
    #expect(try perform(.part(index: 2, count: 2)).done == 2)
    #expect(archive.jobs == 5)
  }

  @Test func `a file that fails in a task waits for the next plan but one`() throws {
    try archive.write("fail 65 damagedInput", to: "a.mp4")
    try archive.write("copy", to: "b.mp4")
    #expect(try plan() == 2)
    let summary = try perform(.any)
    #expect(summary.done == 1 && summary.failed == 1 && summary.status == 1)
    #expect(try perform(.any).failed == 0)
    #expect(try plan() == 0)
  }

  @Test func `tasks at the same time do each file once`() throws {
    try write(24)
    #expect(try plan() == 24)
    let summaries = Summaries()
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      summaries.add(Result { try archive.archiveRun(options(.any)).run() })
    }
    let done = try summaries.all.map { try $0.get() }
    #expect(done.reduce(0) { $0 + $1.done } == 24)
    // What others have done is not still to do.
    #expect(done.allSatisfy { $0.remaining == 0 && $0.status == 0 })
    #expect(archive.jobs == 24)
    for number in 1...24 { #expect(archive.output("\(number).mp4") == "made copy \(number)") }
    #expect(archive.leftovers == [])
  }

  // `lock` protects `list`.
  private final class Summaries: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [Result<ArchiveSummary, any Error>] = []

    var all: [Result<ArchiveSummary, any Error>] { lock.withLock { list } }
    func add(_ result: Result<ArchiveSummary, any Error>) { lock.withLock { list.append(result) } }
  }

  @Test func `a task takes up what a dead one had claimed`() throws {
    try write(2)
    #expect(try plan() == 2)
    for name in ["1.mp4", "2.mp4"] { try claim(name, for: "dead") }
    try FileManager.default.createDirectory(
      at: archive.destination.appendingPathComponent("\(ArchiveLayout.work)/dead/1"),
      withIntermediateDirectories: true)
    #expect(try perform(.part(index: 1, count: 2)).done == 1)
    #expect(begun == ["1.mp4"])
    #expect(archive.leftovers == [])
    #expect(try perform(.any).done == 1)
  }

  @Test func `a task leaves alone what a live one has claimed`() throws {
    try write(2)
    #expect(try plan() == 2)
    try claim("1.mp4", for: "live")
    let workers = try Folder(
      path: archive.destination.appendingPathComponent(ArchiveLayout.workers).path,
      or: .missingSource)
    let lock = try WorkerLock("live", in: workers)
    #expect(try perform(.any).done == 1)
    #expect(begun == ["2.mp4"])
    #expect(try archive.entry("1.mp4")?.worker == "live")
    try lock.remove()
    #expect(try perform(.part(index: 1, count: 2)).done == 1)
  }

  private func claim(_ name: String, for worker: String) throws {
    var entry = try #require(try archive.entry(name))
    entry.state = .running
    entry.worker = worker
    try archive.ledger.save(&entry)
  }

  @Test func `what a task makes is dropped once another has taken the file over`() throws {
    try write(1, "gate")
    #expect(try plan() == 1)
    let path = archive.destination.appendingPathComponent(ArchiveLayout.ledger).path
    let task = archive.archiveRun(options(.any))
    let summary = try during(task) {
      // The process has the ledger open itself, which only another process may then close.
      let sqlite = Process()
      sqlite.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      sqlite.arguments = [
        "python3", "-c",
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); "
          + "c.execute(\"update files set worker = 'other'\"); c.commit()", path,
      ]
      try sqlite.run()
      sqlite.waitUntilExit()
      #expect(sqlite.terminationStatus == 0)
    }.get()
    #expect(summary.done == 0 && summary.failed == 0)
    #expect(archive.outputs == [] && archive.leftovers == [])
    #expect(try archive.entry("1.mp4")?.worker == "other")
    #expect(
      archive.told.contains(.waiting(try #require(RelativePath("1.mp4")), .takenOver)),
      "\(archive.told)")
  }

  @Test func `one of two files that get the same output at the same time fails`() throws {
    try archive.write("meet 1", to: "a")
    try archive.write("meet 2", to: "a.mkv")
    var options = archive.options
    options.jobs = 2
    let summary = try archive.run(options)
    #expect(summary.done == 1 && summary.failed == 1 && summary.status == 1)
    #expect(archive.outputs == ["a.mkv"])
    let failures = try ["a", "a.mkv"].compactMap { try archive.entry($0)?.failure }
    #expect(failures.count == 1 && failures[0].status == 73)
    #expect(failures.first?.reason.contains("would replace that of") == true, "\(failures)")
  }

  @Test func `while a task runs there is neither a plan nor an ordinary run`() throws {
    try write(1, "gate")
    #expect(try plan() == 1)
    let result = try during(archive.archiveRun(options(.any))) {
      let planning = #expect(throws: ArchiveError.self) { try plan() }
      #expect(planning?.status == 75)
      let running = #expect(throws: ArchiveError.self) { try archive.run() }
      #expect(running?.status == 75)
    }
    #expect(try result.get().done == 1)
  }

  @Test func `while a run has the archive alone, a task is refused`() throws {
    try write(1, "gate")
    #expect(try plan() == 1)
    let result = try during(archive.archiveRun()) {
      let error = #expect(throws: ArchiveError.self) { try perform(.any) }
      #expect(error?.status == 75)
    }
    #expect(try result.get().done == 1)
  }

  @Test func `without a plan there is no task`() throws {
    try write(1)
    let early = #expect(throws: ArchiveError.self) { try perform(.any) }
    #expect(early?.status == 64)
    try archive.run()
    let error = #expect(throws: ArchiveError.self) { try perform(.part(index: 1, count: 1)) }
    #expect(error?.status == 64)
    #expect(error?.description.contains("anonymize archive plan") == true)
    #expect(archive.jobs == 1)
  }

  @Test func `a task that is cancelled leaves its files to the next`() throws {
    try write(3, "hang")
    #expect(try plan() == 3)
    let task = archive.archiveRun(options(.part(index: 1, count: 2)))
    DispatchQueue.global().async { [archive] in
      archive.waitForHanging()
      task.cancel(status: 143)
    }
    #expect(try task.run().remaining == 2)
    #expect(try archive.ledger.running() == [])
    try write(3)
    // They have changed since they were planned.
    #expect(try perform(.any).waiting == 3)
    #expect(try plan() == 3)
    #expect(try perform(.any).done == 3)
  }
}
