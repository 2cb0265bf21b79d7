import Foundation
import TestSupport
import Testing

@testable import FootageArchive

/// What a run makes of files that moved, vanished or were only touched.
@Suite struct ArchiveIntakeTests {
  private let archive: TestArchive

  init() throws { archive = try TestArchive() }

  private func move(_ old: String, to new: String) throws {
    let target = archive.source.appendingPathComponent(new)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      at: archive.source.appendingPathComponent(old), to: target)
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: archive.source.appendingPathComponent(name))
  }

  private func touch(_ name: String, _ time: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: time)],
      ofItemAtPath: archive.source.appendingPathComponent(name).path)
  }

  private var checking: ArchiveOptions {
    var options = archive.options
    options.usesChecksums = true
    return options
  }

  @Test func `with checksums a file that got another name is not done again`() throws {
    try archive.write("copy 1", to: "old/a.mp4")
    try archive.write("copy 2", to: "b.mp4")
    try archive.run(checking)
    try move("old/a.mp4", to: "new/deep/c.mp4")
    let summary = try archive.run(checking)
    #expect(summary.renamed == 1 && summary.done == 0 && summary.vanished == 0)
    #expect(archive.jobs == 2)
    #expect(archive.outputs == ["b.mp4", "new/deep/c.mp4"])
    #expect(archive.output("new/deep/c.mp4") == "made copy 1")
    #expect(try archive.entry("old/a.mp4") == nil)
    #expect(try archive.entry("new/deep/c.mp4")?.output?.path == RelativePath("new/deep/c.mp4"))
    #expect(try archive.run(checking).unchanged == 2)
  }

  @Test func `a renamed file that had to wait is known all the same`() throws {
    try archive.write("copy 1", to: "a.mp4")
    try archive.run(checking)
    try move("a.mp4", to: "b.mp4")
    let file = try FileHandle(forWritingTo: archive.source.appendingPathComponent("b.mp4"))
    let isTold = isOpenForWriting(file.fileDescriptor)
    try archive.run(checking)
    try file.close()
    let summary = try archive.run(checking)
    #expect(summary.renamed == 1 || isTold == nil)
    #expect(archive.jobs == 1 && archive.outputs == ["b.mp4"])
    #expect(try archive.ledger.entries().count == 1)
  }

  @Test func `a folder in a file's place is no file`() throws {
    try archive.write("copy 1", to: "a.mp4")
    try archive.run()
    try remove("a.mp4")
    try archive.write("copy 2", to: "a.mp4/b.mp4")
    let summary = try archive.run()
    #expect(summary.vanished == 1 && summary.failed == 1)
    var options = archive.options
    options.prunes = true
    options.redo = .failed
    #expect(try archive.run(options).done == 1)
    #expect(archive.outputs == ["a.mp4/b.mp4"])
  }

  @Test func `without checksums it is done again, and the old output stays`() throws {
    try archive.write("copy 1", to: "a.mp4")
    try archive.run()
    try move("a.mp4", to: "b.mp4")
    let summary = try archive.run()
    #expect(summary.done == 1 && summary.vanished == 1)
    #expect(archive.outputs == ["a.mp4", "b.mp4"])
  }

  @Test func `a rename of which a crash left half is completed`() throws {
    try archive.write("copy 1", to: "a.mp4")
    try archive.run(checking)
    try move("a.mp4", to: "b.mp4")
    // What is saved before the output follows.
    var entry = try #require(try archive.entry("a.mp4"))
    entry.path = try #require(RelativePath("b.mp4"))
    try archive.ledger.save(&entry)
    #expect(try archive.run(checking).unchanged == 1)
    #expect(archive.outputs == ["b.mp4"])
    #expect(try archive.entry("b.mp4")?.output?.path == RelativePath("b.mp4"))

    // And what is left where the output had followed, but that was not saved.
    entry.path = try #require(RelativePath("b.mp4"))
    entry.output?.path = try #require(RelativePath("a.mp4"))
    try archive.ledger.save(&entry)
    #expect(try archive.run(checking).unchanged == 1)
    #expect(try archive.entry("b.mp4")?.output?.path == RelativePath("b.mp4"))
    #expect(archive.jobs == 1)
  }

  @Test func `with checksums a file that was only touched is not done again`() throws {
    try archive.write("copy 1", to: "a.mp4")
    try archive.run(checking)
    try touch("a.mp4", 1e9)
    #expect(try archive.run(checking).unchanged == 1)
    #expect(archive.jobs == 1)
    try touch("a.mp4", 1.1e9)
    #expect(try archive.run().done == 1)
  }

  @Test func `outputs of files that vanished stay until they are pruned`() throws {
    try archive.write("copy 1", to: "in/a.mp4")
    try archive.write("copy 2", to: "b.mp4")
    try archive.run()
    try remove("in")
    #expect(try archive.run().vanished == 1)
    #expect(archive.outputs == ["b.mp4", "in/a.mp4"])
    var options = archive.options
    options.prunes = true
    let summary = try archive.run(options)
    #expect(summary.pruned == 1)
    #expect(archive.outputs == ["b.mp4"])
    #expect(!FileManager.default.fileExists(atPath: archive.destination.path + "/in"))
    #expect(try archive.entry("in/a.mp4") == nil)
    #expect(try archive.run(options).pruned == 0)
  }

  @Test func `a file that is left out is not taken for one that vanished`() throws {
    try archive.write("copy 1", to: "in/a.mp4")
    try archive.write("copy 2", to: "b.mp4")
    try archive.run()
    var options = archive.options
    options.prunes = true
    options.exclude = ["in/"]
    let summary = try archive.run(options)
    #expect(summary.vanished == 0 && summary.pruned == 0)
    #expect(archive.outputs == ["b.mp4", "in/a.mp4"])
  }

  @Test func `an empty folder in place of the source ends the run`() throws {
    try archive.write("copy 1", to: "a.mp4")
    try archive.run()
    // As where the disk is not mounted any more.
    try FileManager.default.moveItem(
      at: archive.source, to: archive.folder.url.appendingPathComponent("disk"))
    try FileManager.default.createDirectory(
      at: archive.source, withIntermediateDirectories: false)
    var options = archive.options
    for prunes in [true, false] {
      options.prunes = prunes
      let error = #expect(throws: ArchiveError.self) { try archive.run(options) }
      #expect(error?.status == 66)
    }
    #expect(archive.outputs == ["a.mp4"])
  }

  @Test func `nothing is pruned for another folder that has files of its own`() throws {
    try archive.write("copy 1", to: "a.mp4")
    try archive.run()
    try FileManager.default.moveItem(
      at: archive.source, to: archive.folder.url.appendingPathComponent("disk"))
    try archive.write(Data("the disk goes here".utf8), to: "README")
    var options = archive.options
    #expect(try archive.run(options).vanished == 1)
    options.prunes = true
    let error = #expect(throws: ArchiveError.self) { try archive.run(options) }
    #expect(error?.status == 66)
    #expect(archive.outputs == ["a.mp4"])
    // Once something of it is done, it is the source.
    try archive.write("copy 2", to: "b.mp4")
    options.prunes = false
    #expect(try archive.run(options).done == 1)
    options.prunes = true
    #expect(try archive.run(options).pruned == 1)
    #expect(archive.outputs == ["b.mp4"])
  }

  @Test func `a file that took an output's place is not pruned`() throws {
    try archive.write("copy 1", to: "a.mp4")
    try archive.write("copy 2", to: "b.mp4")
    try archive.run()
    let output = archive.destination.appendingPathComponent("a.mp4")
    try FileManager.default.removeItem(at: output)
    try Data("my own cut".utf8).write(to: output)
    try remove("a.mp4")
    var options = archive.options
    options.prunes = true
    let summary = try archive.run(options)
    #expect(summary.vanished == 1 && summary.pruned == 0)
    #expect(archive.output("a.mp4") == "my own cut")
    #expect(archive.told.contains { if case .warning = $0 { true } else { false } })
    try FileManager.default.removeItem(at: output)
    #expect(try archive.run(options).pruned == 1)
    #expect(try archive.entry("a.mp4") == nil)
  }

  @Test func `an output that was copied back from elsewhere is pruned`() throws {
    try archive.write("copy 1", to: "a.mp4")
    try archive.write("copy 2", to: "b.mp4")
    try archive.run()
    let output = archive.destination.appendingPathComponent("a.mp4")
    let bytes = try Data(contentsOf: output)
    // Kept under another name, so that the new file gets another number.
    try FileManager.default.moveItem(
      at: output, to: archive.folder.url.appendingPathComponent("kept"))
    try bytes.write(to: output)
    try remove("a.mp4")
    var options = archive.options
    options.prunes = true
    #expect(try archive.run(options).pruned == 1)
  }

  @Test func `a file that became a folder has vanished`() throws {
    try archive.write("copy 1", to: "a.mp4")
    try archive.run()
    try remove("a.mp4")
    try archive.write("copy 2", to: "a.mp4/b.mp4")
    let summary = try archive.run()
    #expect(summary.vanished == 1 && summary.failed == 1)
    // Nothing is made that has no place.
    #expect(archive.jobs == 1)
    #expect(try archive.entry("a.mp4/b.mp4")?.failure?.status == 73)
    var options = archive.options
    options.prunes = true
    options.redo = .failed
    let next = try archive.run(options)
    #expect(next.pruned == 1 && next.done == 1)
    #expect(archive.outputs == ["a.mp4/b.mp4"])
  }

  @Test func `a folder that became a file has vanished`() throws {
    try archive.write("copy 1", to: "a.mp4/b.mp4")
    try archive.run()
    try remove("a.mp4")
    try archive.write("copy 2", to: "a.mp4")
    var options = archive.options
    options.replacesForeign = true
    let summary = try archive.run(options)
    #expect(summary.vanished == 1 && summary.failed == 1)
    #expect(archive.jobs == 1)
    #expect(archive.output("a.mp4/b.mp4") == "made copy 1")
    options.prunes = true
    options.redo = .failed
    #expect(try archive.run(options).done == 1)
    #expect(archive.output("a.mp4") == "made copy 2")
  }

  @Test func `outputs in a folder that can't be looked into are not made again`() throws {
    try archive.write("copy 1", to: "in/a.mp4")
    try archive.run()
    let folder = archive.destination.appendingPathComponent("in")
    let other = archive.folder.url.appendingPathComponent("other")
    try FileManager.default.moveItem(at: folder, to: other)
    try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: other)
    #expect(try archive.run().unchanged == 1)
    #expect(archive.jobs == 1)
  }

  @Test func `a source that was emptied is pruned`() throws {
    try archive.write("copy 1", to: "a.mp4")
    try archive.run()
    try remove("a.mp4")
    var options = archive.options
    options.prunes = true
    #expect(try archive.run(options).pruned == 1)
    #expect(archive.outputs == [])
  }

  @Test func `files that failed or were passed over are forgotten when they vanish`() throws {
    try archive.write("fail 65 damagedInput", to: "a.mp4")
    try archive.write(Data("text".utf8), to: "b.txt")
    try archive.write("copy", to: "c.mp4")
    try archive.run()
    try remove("a.mp4")
    try remove("b.txt")
    #expect(try archive.run().vanished == 0)
    #expect(try archive.ledger.entries().map(\.path.description) == ["c.mp4"])
  }

  @Test func `times in the future do not keep a file waiting for ever`() throws {
    try archive.write("copy", to: "a.mp4")
    try touch("a.mp4", 8e9)
    var options = archive.options
    options.settle = 0.5
    _ = try archive.run(options)
    usleep(600_000)
    try archive.run(options)
    #expect(archive.outputs == ["a.mp4"])
  }

  @Test func `a changed file that fails keeps its former output`() throws {
    try archive.write("copy 1", to: "a.mp4")
    try archive.run()
    try archive.write("fail 65 damagedInput", to: "a.mp4")
    #expect(try archive.run().failed == 1)
    #expect(archive.output("a.mp4") == "made copy 1")
    try archive.write("copy 2", to: "a.mp4")
    #expect(try archive.run().done == 1)
    #expect(archive.output("a.mp4") == "made copy 2")
  }

  @Test func `names may be any bytes`() throws {
    let names: [[UInt8]] = [
      Array("a b\n'\"$(x)`;*.mp4".utf8), [0xFF, 0xFE] + Array(".mp4".utf8),
      Array(String(repeating: "x", count: 251).utf8) + Array(".mp4".utf8), Array("-q.mp4".utf8),
    ]
    try archive.write("copy", to: "model")
    let text = try Data(contentsOf: archive.source.appendingPathComponent("model"))
    try remove("model")
    for name in names {
      let path = (Array(archive.source.path.utf8) + [0x2F] + name + [0]).map(
        CChar.init(bitPattern:))
      let file = open(path, O_WRONLY | O_CREAT, 0o644)
      try #require(file >= 0)
      text.withUnsafeBytes { _ = write(file, $0.baseAddress, $0.count) }
      close(file)
    }
    #expect(try archive.run().done == 4)
    for name in names {
      let path = Array(archive.destination.path.utf8) + [0x2F] + name + [0]
      #expect(access(path.map(CChar.init(bitPattern:)), F_OK) == 0)
    }
    #expect(try archive.run().unchanged == 4)
  }

  @Test func `links lead nowhere`() throws {
    let elsewhere = archive.folder.url.appendingPathComponent("elsewhere")
    try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: false)
    try archive.write("copy", to: "in/a.mp4")
    try FileManager.default.copyItem(
      at: archive.source.appendingPathComponent("in/a.mp4"),
      to: elsewhere.appendingPathComponent("secret.mp4"))
    try FileManager.default.createSymbolicLink(
      at: archive.source.appendingPathComponent("link"), withDestinationURL: elsewhere)
    try FileManager.default.createDirectory(
      at: archive.destination, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      at: archive.destination.appendingPathComponent("in"), withDestinationURL: elsewhere)
    let summary = try archive.run()
    #expect(summary.failed == 1 && summary.skipped == [.link: 1])
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path) == ["secret.mp4"])
  }
}
