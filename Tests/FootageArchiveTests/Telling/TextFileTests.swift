import Foundation
import TestSupport
import Testing

@testable import FootageArchive

@Suite struct TextFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `metrics are there for everybody, and nothing else is`() throws {
    let path = folder.path("anonymize.prom")
    let totals = try SampleTotals.mixed
    try MetricsFile.write(totals, to: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == MetricsText(of: totals).text)
    #expect(try mode(path) == 0o644)
    #expect(try folder.names == ["anonymize.prom"])
  }

  @Test func `a file is replaced, not written to`() throws {
    let path = try folder.write("old", to: "page.html")
    let reader = try #require(FileHandle(forReadingAtPath: path))
    try TextFile.replace(path, with: "new")
    #expect(try reader.readToEnd() == Data("old".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
  }

  @Test func `a reader always sees one whole text`() throws {
    let path = folder.path("anonymize.prom")
    let texts = ["a", "b"].map { String(repeating: $0, count: 1 << 18) }
    try TextFile.replace(path, with: texts[0])
    let writer = Thread {
      for index in 1...30 { try? TextFile.replace(path, with: texts[index % 2]) }
      try? TextFile.replace(path, with: "end")
    }
    writer.start()
    while !writer.isFinished {
      let seen = try String(contentsOfFile: path, encoding: .utf8)
      #expect(seen == "end" || texts.contains(seen))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "end")
  }

  @Test func `a name of 255 bytes is taken`() throws {
    let name = String(repeating: "n", count: 255)
    try TextFile.replace(folder.path(name), with: "text")
    #expect(try folder.names == [name])
  }

  @Test func `what a link leads to is replaced`() throws {
    let file = try folder.write("old", to: "file")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "file")
    try TextFile.replace(folder.path("link"), with: "new")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "file")
  }

  @Test func `a folder that is not there takes no file`() throws {
    let path = folder.path("none/file")
    let error = #expect(throws: TextFileError.self) { try TextFile.replace(path, with: "text") }
    #expect(error?.code == .uncreatable)
    #expect(
      error?.description
        == "\(path): cannot be created (No such file or directory); "
        + "name a file in a folder that takes one")
  }

  @Test func `what is no file is not replaced`() throws {
    let error = #expect(throws: TextFileError.self) {
      try TextFile.replace(folder.url.path, with: "text")
    }
    #expect(error?.code == .uncreatable)
    #expect(throws: TextFileError.self) { try TextFile.replace("/dev/null", with: "text") }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "none")
    #expect(throws: TextFileError.self) { try TextFile.replace(folder.path("link"), with: "text") }
    #expect(try folder.names == ["link"])
  }

  @Test func `a disk without room leaves what was there, and nothing else`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = try folder.write("old", to: "file")
      // A limit for the files of this process stands for the room of a disk.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
      precondition(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let error = #expect(throws: TextFileError.self) {
        try TextFile.replace(path, with: String(repeating: "n", count: 5000))
      }
      #expect(error?.code == .failedTransfer)
      #expect(error?.description.hasPrefix("\(path): cannot be written (") == true)
      #expect(error?.description.contains("); make room") == true)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
      #expect(try folder.names == ["file"])
    }
  }
}
