import Foundation
import TestSupport
import Testing

@testable import FootageArchive

@Suite struct LedgerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func fullEntry() throws -> LedgerEntry {
    let bytes =
      Array("\u{1}\n'\"ü ".utf8) + [0xFF, 0xC3, 0x2F] + [UInt8](repeating: 0x80, count: 255)
    var entry = LedgerEntry(
      path: try #require(RelativePath(bytes: bytes)),
      stamp: FileStamp(size: .max, modified: .min, inode: -2), seen: 1796075126.123456)
    entry.checksum = "aa"
    entry.state = .running
    entry.attempts = 3
    entry.started = 0.1
    entry.finished = -.infinity
    entry.fingerprint = ""
    entry.output = LedgerEntry.Output(
      path: try #require(RelativePath(bytes: [0xFE])), size: 0, inode: .min, checksum: "bb")
    entry.findings = LedgerEntry.Findings(frames: 1, tracks: 2, footageTime: 3.5, elapsed: 4.25)
    entry.failure = LedgerEntry.Failure(status: 137, reason: "a\0b\n'ü")
    entry.worker = "w"
    entry.turn = 7
    return entry
  }

  @Test func `every field comes back as it was saved`() throws {
    var entry = try fullEntry()
    do { try folder.ledger().save(&entry) }
    let ledger = try folder.ledger(for: .reading)
    #expect(entry.id != nil)
    #expect(try ledger.entries() == [entry])
    #expect(try ledger.entry(id: #require(entry.id)) == entry)
    #expect(try ledger.entry(at: entry.path) == entry)
    #expect(try ledger.running() == [entry])
  }

  @Test func `a file is saved in place of what was there by its number`() throws {
    let ledger = try folder.ledger()
    var other = try newEntry("other")
    try ledger.save(&other)
    var saved = try fullEntry()
    try ledger.save(&saved)
    var changed = try newEntry("new")
    changed.id = saved.id
    try ledger.save(&changed)
    #expect(changed.id == saved.id)
    #expect(try ledger.entries() == [changed, other])
    #expect(try ledger.running().isEmpty)
  }

  @Test func `files come by the bytes of their paths`() throws {
    let ledger = try folder.ledger()
    var entries = try ["b", "a/b", "a", "ü", "a b"].map { try newEntry($0) }
    entries.append(
      LedgerEntry(
        path: try #require(RelativePath(bytes: [0xFF])), stamp: entries[0].stamp, seen: 0))
    try ledger.save(&entries)
    let sorted = entries.sorted { $0.path < $1.path }
    #expect(try ledger.entries() == sorted)
    var streamed: [LedgerEntry] = []
    try ledger.forEachEntry { streamed.append($0) }
    #expect(streamed == sorted)
  }

  @Test func `ten thousand files are saved at once and read back`() throws {
    try folder.fillLedger(10_000)
    let ledger = try folder.ledger(for: .reading)
    let entries = try ledger.entries()
    #expect(entries.count == 10_000)
    #expect(Set(entries.compactMap(\.id)).count == 10_000)
    #expect(entries.allSatisfy { "\($0.path)" == "folder/\($0.stamp.size).mp4" })
    var streamed: [LedgerEntry] = []
    try ledger.forEachEntry { streamed.append($0) }
    #expect(streamed == entries)
  }

  @Test func `files that are passed one by one may be changed meanwhile`() throws {
    try folder.fillLedger(2_500)
    let ledger = try folder.ledger()
    var count = 0
    try ledger.forEachEntry { entry in
      count += 1
      if entry.stamp.size % 500 == 0 {
        var changed = entry
        changed.attempts = 1
        try ledger.save(&changed)
      }
    }
    #expect(count == 2_500)
    #expect(try ledger.entries().count { $0.attempts == 1 } == 5)
  }

  @Test func `files of one batch may exchange their paths and outputs`() throws {
    let ledger = try folder.ledger()
    var entries = try ["a", "b", "c"].map { name in
      var entry = try newEntry(name)
      entry.output = LedgerEntry.Output(
        path: try path("out/\(name)"), size: 1, inode: 1, checksum: nil)
      entry.state = .done
      return entry
    }
    try ledger.save(&entries)
    let paths = entries.map(\.path)
    let outputs = entries.map(\.output)
    for index in entries.indices {
      entries[index].path = paths[(index + 1) % 3]
      entries[index].output = outputs[(index + 1) % 3]
    }
    entries[2].path = try path("d")
    entries.insert(try newEntry("a"), at: 0)
    try ledger.save(&entries)
    #expect(try ledger.entries() == entries.sorted { $0.path < $1.path })
  }

  @Test func `a batch with one wrong file changes nothing`() throws {
    let ledger = try folder.ledger()
    var first = try newEntry("a")
    try ledger.save(&first)
    var batch = [first, try newEntry("b"), try newEntry("c"), try newEntry("b")]
    batch[0].attempts = 9
    let before = batch
    #expect(try kind { try ledger.save(&batch) } == .conflict)
    #expect(batch == before)
    #expect(try ledger.entries() == [first])
  }

  @Test func `no two files have one path or one output, and no state lacks what it is`() throws {
    let ledger = try folder.ledger()
    var first = try newEntry("a")
    first.output = LedgerEntry.Output(path: try path("o"), size: 1, inode: 1, checksum: nil)
    try ledger.save(&first)
    var same = try newEntry("a")
    var other = try newEntry("b")
    other.output = first.output
    #expect(try kind { try ledger.save(&same) } == .conflict)
    #expect(try kind { try ledger.save(&other) } == .conflict)
    for state in [LedgerEntry.State.done, .failed, .running] {
      var bare = try newEntry("c")
      bare.state = state
      #expect(try kind { try ledger.save(&bare) } == .conflict)
      #expect(bare.id == nil)
    }
    first.attempts = -1
    #expect(try kind { try ledger.save(&first) } == .conflict)
    var gone = try newEntry("d")
    gone.id = 99
    #expect(try kind { try ledger.save(&gone) } == .conflict)
    #expect(try ledger.entries().count == 1)
  }

  @Test func `the error of a file names it`() throws {
    let ledger = try folder.ledger()
    var first = try newEntry("a")
    try ledger.save(&first)
    var same = try newEntry("a")
    let error = #expect(throws: LedgerError.self) { try ledger.save(&same) }
    #expect(
      try #require(error).description.hasPrefix(
        "\(folder.ledgerPath): the ledger does not take the entry of 'a' (UNIQUE constraint failed")
    )
  }

  @Test func `the number of a file that is removed is not given again`() throws {
    let ledger = try folder.ledger()
    var entries = try ["a", "b", "c"].map { try newEntry($0) }
    try ledger.save(&entries)
    let ids = entries.compactMap(\.id)
    try ledger.remove(ids: [ids[1], ids[2], 1000])
    #expect(try ledger.entries() == [entries[0]])
    #expect(try ledger.entry(id: ids[2]) == nil)
    #expect(try ledger.entry(at: path("c")) == nil)
    var next = try newEntry("d")
    try ledger.save(&next)
    #expect(!ids.contains(try #require(next.id)))
  }

  private struct Interruption: Error {}

  @Test func `a transaction that an error leaves has not been`() throws {
    let ledger = try folder.ledger()
    #expect(throws: Interruption.self) {
      try ledger.transaction {
        var entry = try newEntry("a")
        try ledger.save(&entry)
        try ledger.setFact(.source, to: "s")
        #expect(try ledger.entries().count == 1)
        throw Interruption()
      }
    }
    #expect(try ledger.entries().isEmpty)
    #expect(try ledger.fact(.source) == nil)
    var entry = try newEntry("b")
    try ledger.save(&entry)
    #expect(try ledger.entries() == [entry])
  }

  @Test func `a transaction inside another is undone by itself`() throws {
    let ledger = try folder.ledger()
    try ledger.transaction {
      var first = try newEntry("a")
      try ledger.save(&first)
      #expect(throws: Interruption.self) {
        try ledger.transaction {
          var second = try newEntry("b")
          try ledger.save(&second)
          try ledger.transaction {
            var third = try newEntry("c")
            try ledger.save(&third)
          }
          throw Interruption()
        }
      }
      var last = try newEntry("d")
      try ledger.save(&last)
    }
    #expect(try folder.ledger(for: .reading).entries().map { "\($0.path)" } == ["a", "d"])
  }

  @Test func `nothing is written once SQLite has undone a transaction`() throws {
    let ledger = try folder.ledger()
    #expect(
      try kind {
        try ledger.change { database in
          var first = try newEntry("a")
          try ledger.save(&first)
          try database.run("ROLLBACK")
          var second = try newEntry("b")
          try ledger.save(&second)
        }
      } == .failedTransfer)
    #expect(try kind { try ledger.change { try $0.run("ROLLBACK") } } == .failedTransfer)
    #expect(try ledger.entries().isEmpty)
  }

  @Test func `a full disk undoes a transaction and says so`() throws {
    let ledger = try folder.ledger()
    try ledger.change { database in
      let pages = try #require(try database.number("PRAGMA page_count"))
      try database.runScript("PRAGMA max_page_count = \(pages)")
    }
    var entries = try (0..<1000).map { try newEntry("\($0)") }
    let error = #expect(throws: LedgerError.self) { try ledger.save(&entries) }
    #expect(error?.kind == .fullDisk)
    #expect(error?.advice == "free some space and run it again")
    #expect(try ledger.entries().isEmpty)
  }

  @Test func `facts, settings and runs are kept`() throws {
    var run = RunRecord(
      started: 1.5, host: "h", process: 42, version: "1", settings: "--cover blur")
    do {
      let ledger = try folder.ledger()
      #expect(try ledger.lastRun() == nil)
      for fact in Ledger.Fact.allCases {
        try ledger.setFact(fact, to: "old")
        try ledger.setFact(fact, to: "\(fact)")
      }
      try ledger.setFact(.format, to: nil)
      try ledger.rememberSettings(fingerprint: "f", text: "old")
      try ledger.rememberSettings(fingerprint: "f", text: "new")
      try ledger.beginRun(&run)
      #expect(try ledger.lastRun() == run)
      run.finished = 2.5
      run.status = 1
      run.done = 3
      run.failed = 4
      run.footageTime = 5.5
      run.host = "other"
      run.process = 43
      run.version = "2"
      run.settings = ""
      run.started = 1.75
      try ledger.finishRun(run)
      var unknown = run
      unknown.id = 99
      #expect(try kind { try ledger.finishRun(unknown) } == .conflict)
    }
    let ledger = try folder.ledger(for: .reading)
    #expect(try ledger.fact(.source) == "source")
    #expect(try ledger.fact(.destination) == "destination")
    #expect(try ledger.fact(.format) == nil)
    #expect(try ledger.settings(fingerprint: "f") == "new")
    #expect(try ledger.settings(fingerprint: "g") == nil)
    #expect(try ledger.lastRun() == run)
  }

  @Test func `threads share one ledger`() throws {
    let ledger = try folder.ledger()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for index in 0..<5 {
        do {
          try ledger.transaction {
            var entry = try newEntry("\(thread)/\(index)")
            try ledger.save(&entry)
            entry.attempts = try ledger.entries().count
            try ledger.save(&entry)
          }
        } catch { Issue.record(error) }
      }
    }
    #expect(try Set(ledger.entries().map(\.attempts)) == Set(1...40))
  }
}
