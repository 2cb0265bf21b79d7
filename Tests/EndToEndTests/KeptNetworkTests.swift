import Foundation
import TestSupport
import Testing

/// Compiled networks are kept from run to run.
@Suite struct KeptNetworkTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  private let original = SampleFootage.singleFacePicture.path

  /// Runs the program on a picture; its output, and what it says of each network.
  private func run(
    _ output: String, _ environment: [String: String?], detail: String = "fast"
  ) throws -> (picture: Data, networks: [Substring]) {
    let outcome = try bench.anonymize(
      original, output, "-v", "--overwrite", "--detail", detail, environment: environment)
    try #require(outcome.status == 0, "\(outcome.standardError)")
    let lines = outcome.standardError.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /anonymize: note: the network for \d+x\d+ pixels (.*)/)?.output.1
    }
    return (try Data(contentsOf: URL(fileURLWithPath: bench.path(output))), lines)
  }

  private func kept(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: bench.path(folder)).sorted()
  }

  @Test func `the second run takes what the first one kept, and covers the same`() throws {
    let environment = ["ANONYMIZE_CACHE": bench.path("cache")]
    let first = try run("first.jpg", environment, detail: "balanced")
    #expect(first.networks.count > 1)
    #expect(first.networks.allSatisfy { $0 == "was compiled, and is kept" })
    let files = try kept(in: "cache/networks")
    #expect(files.count == first.networks.count)
    let second = try run("second.jpg", environment, detail: "balanced")
    #expect(second.networks.count == first.networks.count)
    #expect(second.networks.allSatisfy { $0 == "was kept from an earlier run" })
    #expect(second.picture == first.picture)
    #expect(try kept(in: "cache/networks") == files)

    let without = try run("third.jpg", ["ANONYMIZE_CACHE": ""], detail: "balanced")
    #expect(without.networks.allSatisfy { $0 == "was compiled" })
    #expect(without.picture == first.picture)
  }

  @Test func `they are kept in the user's folder of caches`() throws {
    let environment: [String: String?] = [
      "ANONYMIZE_CACHE": nil, "XDG_CACHE_HOME": nil, "HOME": bench.folder.url.path,
    ]
    let networks = try run("out.jpg", environment).networks
    #if os(Linux)
      #expect(try kept(in: ".cache/anonymize/networks").count == networks.count)
    #endif
    #expect(!networks.isEmpty)
  }

  @Test func `two runs at once both succeed`() throws {
    let runs = try ["one.jpg", "two.jpg"].map { output in
      try Binary.anonymize.start(
        ["-q", "--detail", "fast", original, bench.path(output)],
        environment: ["ANONYMIZE_CACHE": bench.path("cache")])
    }
    for run in runs { #expect(try run.wait(timeout: 600).status == 0) }
    let pictures = try ["one.jpg", "two.jpg"].map {
      try Data(contentsOf: URL(fileURLWithPath: bench.path($0)))
    }
    #expect(pictures[0] == pictures[1])
    let (picture, networks) = try run("three.jpg", ["ANONYMIZE_CACHE": bench.path("cache")])
    #expect(picture == pictures[0])
    #expect(networks.allSatisfy { $0 == "was kept from an earlier run" })
    #expect(try kept(in: "cache/networks").count == networks.count)
  }

  @Test func `a folder that can't be made is passed over`() throws {
    let networks = try run("out.jpg", ["ANONYMIZE_CACHE": original]).networks
    #expect(networks.count == 1)
    #expect(networks.allSatisfy { $0.hasPrefix("was compiled, and can't be kept: folder '") })
  }

  @Test(.enabled(if: SmallDisk.canBeMade, "needs the right to mount"))
  func `a full disk keeps nothing and loses nothing`() throws {
    let disk = try SmallDisk(kibibytes: 4096)
    #expect(chmod(disk.path(""), 0o700) == 0)
    let (picture, networks) = try run("out.jpg", ["ANONYMIZE_CACHE": disk.path("cache")])
    #expect(networks.allSatisfy { $0.contains("can't be kept") && $0.contains("No space left") })
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: disk.path("cache/networks")) == [])
    #expect(try run("other.jpg", [:]).picture == picture)
  }
}
