import Foundation
import TestSupport
import Testing

/// A source and a destination over which the program is run.
struct ArchiveBench {
  let folder: TemporaryFolder
  /// The destination, which may lie elsewhere.
  let destination: String

  init(destination: String? = nil) throws {
    folder = try TemporaryFolder()
    self.destination = destination ?? folder.path("destination")
    try FileManager.default.createDirectory(atPath: source, withIntermediateDirectories: false)
  }

  var source: String { folder.path("source") }

  /// Footage whose job takes no time to speak of.
  static func short() throws -> String {
    try Clips.clip(
      "archive.mkv", from: .singleFace, "-frames:v 3 -an -vf scale=64:36 -c:v libx264 -crf 30")
  }

  /// Footage whose job takes minutes.
  static func long() throws -> String {
    try Clips.clip(
      "long.mkv", from: [Strips.plain()], inputOptions: "-stream_loop 400", "-an -c copy")
  }

  /// Puts footage into the source, by default a short piece, in place of what has the name.
  func put(_ name: String, _ clip: String? = nil) throws {
    let place = URL(fileURLWithPath: "\(source)/\(name)")
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(contentsOf: URL(fileURLWithPath: clip ?? Self.short())).write(to: place)
  }

  /// Runs over the archive; nothing has to settle.
  func run(_ options: String...) throws -> Outcome {
    try Binary.anonymize.run(arguments(options), workingDirectory: folder.url, timeout: 600)
  }

  /// Starts a run and waits until a job writes.
  func startWriting(_ options: String...) throws -> RunningBinary {
    let running = try start(options)
    let writes = try running.wait(timeout: 120) { _ in
      work.contains { $0.contains("/output") }
    }
    let said = String(decoding: try running.errorOutput, as: UTF8.self)
    try #require(writes, "\(said)")
    return running
  }

  func start(_ options: [String] = []) throws -> RunningBinary {
    try Binary.anonymize.start(arguments(options), workingDirectory: folder.url)
  }

  func arguments(_ options: [String]) -> [String] {
    ["archive", "--settle", "0", "--detail", "fast"] + options + [source, destination]
  }

  /// Does something else with the archive, such as `repair`.
  func perform(_ word: String, _ arguments: String...) throws -> Outcome {
    try Binary.anonymize.run(
      ["archive", word] + arguments, workingDirectory: folder.url, timeout: 600)
  }

  /// What lies in the folder for what is not published.
  var work: [String] { Self.below("\(destination)/.anonymize/work") }

  /// Files and folders of the destination other than its own.
  var outputs: [String] {
    Self.below(destination).filter { !$0.hasPrefix(".anonymize") }.sorted()
  }

  private static func below(_ path: String) -> [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
  }

  /// Expects outputs that are whole, and nothing else, not even what a run has for itself alone.
  func expect(outputs names: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(outputs == names, sourceLocation: sourceLocation)
    for name in names {
      let probe = try Probe("\(destination)/\(name)", .frames)
      #expect(
        probe.frames(of: try probe.stream("video")).count == 3, "\(name)",
        sourceLocation: sourceLocation)
    }
    expectTidy(sourceLocation: sourceLocation)
  }

  /// Expects that nothing is left of runs that have ended.
  func expectTidy(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(work == [], sourceLocation: sourceLocation)
    #expect(
      Self.below("\(destination)/.anonymize/workers") == [], sourceLocation: sourceLocation)
  }

  /// The processes that a process has started.
  static func children(of parent: Int32) throws -> [Int32] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
      guard let number = Int32(name),
        let status = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
        let end = status.lastIndex(of: ")")
      else { return nil }
      let fields = status[end...].split(separator: " ")
      return fields.count > 2 && Int32(fields[2]) == parent ? number : nil
    }
  }
}
