import Foundation
import Testing

@testable import FootageArchive

@Suite struct ArchiveChecksumTests {
  private let archive: TestArchive
  private var options: ArchiveOptions {
    var options = archive.options
    options.usesChecksums = true
    return options
  }

  init() throws { archive = try TestArchive() }

  private func rename(_ old: String, to new: String) throws {
    try FileManager.default.moveItem(
      at: archive.source.appendingPathComponent(old),
      to: archive.source.appendingPathComponent(new))
  }

  @Test func `an output follows its renamed source`() throws {
    try archive.write("copy", to: "a.mp4")
    try archive.run(options)
    try rename("a.mp4", to: "b.mp4")
    let summary = try archive.run(options)
    #expect(summary.renamed == 1 && summary.done == 0 && summary.vanished == 0)
    #expect(archive.outputs == ["b.mp4"])
    #expect(archive.jobs == 1)
    #expect(try archive.run(options).unchanged == 1)
    #expect(try archive.entry("b.mp4")?.output?.path == RelativePath("b.mp4"))
  }

  @Test func `a source whose times alone have changed is not done again`() throws {
    try archive.write("copy", to: "a.mp4")
    try archive.run(options)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)],
      ofItemAtPath: archive.source.appendingPathComponent("a.mp4").path)
    let summary = try archive.run(options)
    #expect(summary.done == 0 && summary.unchanged == 1)
    #expect(archive.jobs == 1)
  }

  @Test func `a source of other content and the same size is done again`() throws {
    try archive.write("copy 1", to: "a.mp4")
    try archive.run(options)
    try archive.write("copy 2", to: "a.mp4")
    #expect(try archive.run(options).done == 1)
    #expect(archive.output("a.mp4") == "made copy 2")
  }

  @Test func `files that were done without a checksum get theirs`() throws {
    try archive.write("copy", to: "a.mp4")
    try archive.run()
    #expect(try archive.entry("a.mp4")?.checksum == nil)
    #expect(try archive.run(options).unchanged == 1)
    try rename("a.mp4", to: "b.mp4")
    #expect(try archive.run(options).renamed == 1)
    #expect(archive.outputs == ["b.mp4"])
    #expect(archive.jobs == 1)
  }
}
