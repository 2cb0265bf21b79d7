import Foundation
import TestSupport

@testable import FootageArchive

/// A source and a destination in a temporary folder, and a stand-in for the program that does jobs.
///
/// What the stand-in does with a file is what the file's text says: `copy`, `fail STATUS CODE`,
/// `crash`, `stop` (as by a signal from outside), `hang`, `mute`, `eat` (memory), `grow` (the source,
/// while it is read), `gate` (as `copy`, once `open` is called), `meet` (likewise, once two jobs have
/// begun). The output is the file with the word `made` before its text.
final class TestArchive: Sendable {
  let folder: TemporaryFolder
  let source: URL
  let destination: URL
  private let events = Events()

  private static let script = """
    #!/bin/sh
    # The last two arguments are source and output.
    for argument; do source=$output output=$argument; done
    say() { printf '%s\\n' "$1" >&2; }
    if [ "$1" = verify ]; then
      tail -c +33 "$output" | grep -q "^made $(tail -c +33 "$source")" || {
        say '{"event":"error","status":1,"code":"exposedFace","message":"a face is shown"}'; exit 1; }
      say '{"event":"done","frames":3,"tracks":1,"footageTime":1.5,"elapsed":0.25}'
      exit
    fi
    set -- $(tail -c +33 "$source")
    folder=$(dirname "$0")
    echo "$output" >> "$folder/jobs"
    case $1 in
      gate) touch "$folder/hangs"; until [ -e "$folder/open" ]; do sleep 0.02; done ;;
      meet) until [ "$(wc -l < "$folder/jobs")" -gt 1 ]; do sleep 0.02; done ;;
    esac
    case $1 in
      copy | gate | meet) { head -c 32 "$source"; printf 'made '; tail -c +33 "$source"; } > "$output"
        say '{"event":"progress","footageTime":0.5,"expectedFootageTime":1}'
        say '{"event":"warning","message":"'"$source"': be careful"}'
        say '{"event":"done","frames":3,"tracks":1,"footageTime":1.5,"elapsed":0.25}' ;;
      fail) say '{"event":"error","status":'$2',"code":"'$3'","message":"'"$source"': it is bad"}'
        exit $2 ;;
      crash) say 'Fatal error: out of luck'; kill -SEGV $$ ;;
      stop) kill -TERM $$ ;;
      hang) touch "$folder/hangs"; sleep 600 & wait ;;
      mute) exit 0 ;;
      eat) exec dd if=/dev/zero of=/dev/null bs=200M ;;
      grow) echo more >> "$(readlink -f "$source")"
        echo made > "$output"
        say '{"event":"done","frames":3,"tracks":1,"footageTime":1.5,"elapsed":0.25}' ;;
    esac
    """

  init() throws {
    folder = try TemporaryFolder()
    source = folder.url.appendingPathComponent("source")
    destination = folder.url.appendingPathComponent("destination")
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: false)
    try folder.write(Self.script, to: "job")
  }

  /// Writes a file of the source that begins as an MP4 file does, with the folders on its way.
  func write(_ text: String, to name: String) throws {
    try write(header + Data(text.utf8), to: name)
  }

  func write(_ contents: Data, to name: String) throws {
    let url = source.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try contents.write(to: url)
  }

  var header: Data {
    var header = Data([0, 0, 0, 32]) + Data("ftypisom\0\0\0\u{1}isommp41".utf8)
    header += Data(repeating: 0, count: 32 - header.count)
    return header
  }

  /// The text of an output, behind what it begins with where that is a header; `nil` where there is
  /// none.
  func output(_ name: String) -> String? {
    guard let bytes = try? Data(contentsOf: destination.appendingPathComponent(name)) else {
      return nil
    }
    let text = bytes.starts(with: header) ? bytes.dropFirst(header.count) : bytes
    return String(decoding: text, as: UTF8.self)
  }

  /// The names of all files below the destination that are not its own, sorted.
  var outputs: [String] {
    guard let walk = FileManager.default.enumerator(atPath: destination.path) else { return [] }
    return walk.compactMap { $0 as? String }.filter { name in
      var isFolder: ObjCBool = false
      let path = destination.appendingPathComponent(name).path
      return !name.hasPrefix(".anonymize")
        && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  /// How many jobs have been started.
  var jobs: Int {
    let text = try? String(contentsOfFile: folder.path("jobs"), encoding: .utf8)
    return text?.split(separator: "\n").count ?? 0
  }

  /// Whether a job is hanging.
  var hangs: Bool { FileManager.default.fileExists(atPath: folder.path("hangs")) }

  /// Waits until a job is hanging, but no longer than a minute: none will where a run has failed.
  func waitForHanging() {
    for _ in 0..<60_000 where !hangs { usleep(1000) }
  }

  /// Lets jobs go on that wait at the gate.
  func open() throws { try folder.write("", to: "open") }

  /// What lies in the folder for work that is not published.
  var leftovers: [String] {
    let path = destination.appendingPathComponent(ArchiveLayout.work).path
    return (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
  }

  /// The options that most tests need: nothing waits to be settled.
  var options: ArchiveOptions {
    var options = ArchiveOptions()
    options.settle = 0
    return options
  }

  /// A run that has not begun.
  func archiveRun(
    _ options: ArchiveOptions? = nil, fingerprint: String = "a", verifies: Bool = false
  ) -> ArchiveRun {
    ArchiveRun(
      source: source.path, destination: destination.path, options: options ?? self.options,
      program: JobProgram(
        // A script that is run by itself is busy while any other test's process is just starting.
        executable: "/bin/sh", arguments: [folder.path("job")],
        verification: verifies ? [folder.path("job"), "verify"] : nil, threads: 2,
        fingerprint: fingerprint, settings: "--scale 30", version: "1")
    ) { [events] in events.add($0) }
  }

  /// Runs over the archive.
  @discardableResult
  func run(_ options: ArchiveOptions? = nil, fingerprint: String = "a") throws -> ArchiveSummary {
    events.clear()
    return try archiveRun(options, fingerprint: fingerprint).run()
  }

  /// What the last run told, without progress.
  var told: [ArchiveEvent] {
    events.all.filter { if case .progress = $0 { false } else { true } }
  }

  /// The files that the last run has begun, in order.
  var begun: [String] {
    told.compactMap { if case .began(let path) = $0 { "\(path)" } else { nil } }
  }

  /// The ledger, which no run may have open.
  var ledger: Ledger {
    get throws {
      try Ledger(
        path: destination.appendingPathComponent(ArchiveLayout.ledger).path, for: .writing)
    }
  }

  /// What the ledger holds of a file.
  func entry(_ name: String) throws -> LedgerEntry? {
    guard let path = RelativePath(name) else { return nil }
    return try ledger.entry(at: path)
  }
}

// `lock` protects `list`.
private final class Events: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [ArchiveEvent] = []

  var all: [ArchiveEvent] { lock.withLock { list } }
  func add(_ event: ArchiveEvent) { lock.withLock { list.append(event) } }
  func clear() { lock.withLock { list = [] } }
}
