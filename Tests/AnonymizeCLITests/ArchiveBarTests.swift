import FootageArchive
import Testing

@testable import AnonymizeCLI

@Suite struct ArchiveBarTests {
  @Test func `a wide terminal shows all there is to know`() throws {
    #expect(
      ArchiveBar.render(try .sample(), columns: 98)
        == "[======>         ]   42%  12/40 files  1 failed  1:02:05 of footage  1.4x  "
        + "now 37% ?  ETA 2:15:00")
  }

  @Test func `room that is short is left to what matters most`() throws {
    let progress = try ArchiveProgress.sample()
    func text(_ columns: Int) -> String { ArchiveBar.render(progress, columns: columns) }
    #expect(text(58) == " 42%  12/40 files  1 failed  1.4x  now 37% ?  ETA 2:15:00")
    #expect(text(45) == " 42%  12/40 files  1 failed  ETA 2:15:00")
    #expect(text(20) == " 42%  ETA 2:15:00")
    #expect(text(5) == " 42%")
  }

  @Test func `no width is ever filled to its last column`() throws {
    let progress = try ArchiveProgress.sample()
    for columns in 0...200 {
      let line = ArchiveBar.render(progress, columns: columns)
      #expect(line.count < max(columns, 1))
      #expect(line.allSatisfy { $0.isASCII && !$0.isNewline })
    }
  }

  @Test func `of many jobs the first are shown`() throws {
    var progress = ArchiveProgress()
    progress.totalFiles = 9
    progress.jobs = try (0..<6).map {
      .init(path: try .sample("a"), share: $0 == 0 ? 2 : Double($0) / 10)
    }
    #expect(
      ArchiveBar.render(progress, columns: 51)
        == "  0%  0/9 files  now 100% 10% 20% 30% ...")
  }

  @Test func `an empty run and one without bytes have a share by files or none`() {
    var progress = ArchiveProgress()
    #expect(progress.share == nil && progress.percentage == nil && progress.timesRealTime == nil)
    #expect(ArchiveBar.render(progress, columns: 80) == "0/0 files")
    progress.totalFiles = 4
    progress.files = 3
    #expect(progress.share == 0.75)
    progress.totalBytes = 100
    progress.bytes = 200
    #expect(progress.share == 1)
  }
}
