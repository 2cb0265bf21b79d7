import Foundation
import TestSupport
import Testing

@testable import FootageArchive

@Suite struct ArchiveLockTests {
  private let tree: Tree
  private let path: RelativePath

  init() throws {
    tree = try Tree()
    path = try Tree.path(".anonymize/lock")
  }

  private func take(_ kind: FileLock.Kind) throws -> ArchiveLock {
    try ArchiveLock(kind, at: path, in: tree.folder, of: "DEST")
  }

  /// Takes a lock that nobody holds any more: a program that another test starts has this process's
  /// open files for a moment, until it is itself.
  private func takeFree(_ kind: FileLock.Kind = .exclusive) throws -> ArchiveLock {
    for _ in 0..<1000 {
      if let lock = try? take(kind) { return lock }
      usleep(10_000)
    }
    return try take(kind)
  }

  private func refusal(_ kind: FileLock.Kind) -> ArchiveError? {
    #expect(throws: ArchiveError.self) { try take(kind) }
  }

  @Test func `only one run holds it, and the loser names that one`() throws {
    let lock = try take(.exclusive)
    for kind in [FileLock.Kind.exclusive, .shared] {
      let error = try #require(refusal(kind))
      #expect(error.code == .busy)
      #expect(error.path == "DEST")
      #expect(error.advice == "try again later")
      let holder = "another run holds it: process \(getpid()) on host \(hostName) since 20"
      #expect(error.message.hasPrefix(holder), "\(error)")
    }
    withExtendedLifetime(lock) {}
  }

  @Test func `a holder that has not said who it is gets time to`() throws {
    // As it is between the two things that a holder does: the first byte is locked, the second isn't.
    let file = try tree.folder.makeFile(at: path)
    let number = file.number
    @Sendable func lock(_ offset: off_t) -> Bool {
      var range = flock()
      range.l_type = Int16(F_WRLCK)
      range.l_whence = Int16(SEEK_SET)
      range.l_start = offset
      range.l_len = 1
      // `F_OFD_SETLK`; see fcntl(2).
      return fcntl(number, 37, &range) == 0
    }
    #expect(lock(0))
    let line = Array("77 1700000000 elsewhere\n".utf8)
    let written = DispatchGroup()
    DispatchQueue.global().async(group: written) {
      usleep(100_000)
      #expect(pwrite(number, line, line.count, 0) == line.count)
      #expect(lock(1))
    }
    let error = try #require(refusal(.exclusive))
    written.wait()
    #expect(error.message.contains("process 77 on host elsewhere since 2023"), "\(error)")
    withExtendedLifetime(tree) {}
    _ = consume file
  }

  @Test func `it is free again when its holder lets it go, and its file stays`() throws {
    do {
      let lock = try take(.exclusive)
      #expect(try FileLock.owner(at: path, in: tree.folder) != nil)
      withExtendedLifetime(lock) {}
    }
    withExtendedLifetime(try takeFree()) {}
    #expect(try tree.folder.status(at: path)?.kind == .file)
  }

  @Test func `tasks share it, and an old line misleads nobody`() throws {
    withExtendedLifetime(try take(.exclusive)) {}
    let tasks = [try takeFree(.shared), try take(.shared)]
    #expect(refusal(.exclusive)?.message == "one or more tasks hold it")
    #expect(try FileLock.owner(at: path, in: tree.folder) == .several)
    withExtendedLifetime(tasks) {}
  }

  @Test func `to look at it disturbs nobody`() throws {
    let lock = try take(.exclusive)
    for _ in 0..<3 { #expect(try FileLock.owner(at: path, in: tree.folder) != nil) }
    #expect(refusal(.exclusive)?.code == .busy)
    withExtendedLifetime(lock) {}
  }

  @Test func `where nobody has ever taken it nothing is made`() throws {
    #expect(try FileLock.owner(at: path, in: tree.folder) == nil)
    #expect(try tree.folder.status(at: Tree.path(".anonymize")) == nil)
  }

  @Test func `whoever may only read sees the holder too`() throws {
    guard Unprivileged.canRun else { return }
    let lock = try take(.exclusive)
    #expect(chmod(tree.url.path, 0o755) == 0)
    #expect(chmod("\(tree.url.path)/.anonymize", 0o755) == 0)
    #expect(chmod("\(tree.url.path)/\(path)", 0o444) == 0)
    let owner = try Unprivileged.run { try FileLock.owner(at: path, in: tree.folder) }
    guard case .one(let holder?) = owner else {
      Issue.record("\(String(describing: owner))")
      return
    }
    #expect(holder.process == Int(getpid()))
    withExtendedLifetime(lock) {}
  }

  @Test func `a link in the place of its file is refused`() throws {
    try tree.folder(".anonymize")
    try tree.file("victim", size: 9)
    try tree.link(".anonymize/lock", to: "../victim")
    #expect(refusal(.exclusive)?.code == .uncreatable)
    #expect(try tree.folder.status(at: Tree.path("victim"))?.stamp.size == 9)
  }

  #if os(Linux)
    @Test func `a run that has not said yet who it is does not pass for a dead one`() throws {
      let file = try tree.folder.makeFile(at: path)
      let line = Array("4711 1700000000 far away\n".utf8)
      #expect(pwrite(file.number, line, line.count, 0) == line.count)
      var range = flock()
      range.l_type = Int16(F_WRLCK)
      range.l_len = 1
      // F_OFD_SETLK of <bits/fcntl-linux.h>
      #expect(fcntl(file.number, 37, &range) == 0)
      #expect(refusal(.exclusive)?.message == "another run holds it")
      #expect(try FileLock.owner(at: path, in: tree.folder) == .one(nil))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/python3")))
    func `other processes see it, and it goes with the process that is killed`() throws {
      // Locks as another program does, and writes who it is.
      let script = """
        import fcntl, os, struct, sys, time
        file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)
        def lock(start):
            fcntl.fcntl(file, 37, struct.pack('hhqqi4x', fcntl.F_WRLCK, 0, start, 1, 0))
        lock(0)
        os.pwrite(file, b'4711 1700000000 far away\\n', 0)
        lock(1)
        print('held', flush=True)
        time.sleep(600)
        """
      try tree.folder(".anonymize")
      let file = "\(tree.url.path)/\(path)"
      let other = try Binary(path: "/usr/bin/python3").start(["-c", script, file])
      #expect(try other.wait(timeout: 30) { try $0.output == Data("held\n".utf8) })
      let message = try #require(refusal(.exclusive)?.message)
      #expect(
        message.hasPrefix("another run holds it: process 4711 on host far away since 2023-11-1"))
      other.send(SIGKILL)
      _ = try other.wait(timeout: 30)
      withExtendedLifetime(try takeFree()) {}
    }

    @Test func `programs that are started meanwhile don't keep it`() throws {
      let sleeper: RunningBinary
      do {
        let lock = try take(.exclusive)
        sleeper = try Binary(path: "/bin/sleep").start(["600"])
        withExtendedLifetime(lock) {}
      }
      withExtendedLifetime(try takeFree()) {}
      sleeper.send(SIGKILL)
    }
  #endif
}
