import Foundation
import Synchronization
import Testing

@testable import FootageArchive

@Suite struct WorkerLockTests {
  private let tree: Tree
  private let workers: Folder

  init() throws {
    tree = try Tree()
    workers = try tree.folder("workers")
  }

  private var names: [String] {
    get throws { try FolderScan(of: workers).files.map { "\($0.path)" } }
  }

  /// Whether a question comes to be answered with yes: a program that another test starts has this
  /// process's open files for a moment, until it is itself.
  private func soon(_ question: () throws -> Bool) throws -> Bool {
    for _ in 0..<1000 {
      if try question() { return true }
      usleep(10_000)
    }
    return false
  }

  @Test func `a worker is alive as long as it holds its lock`() throws {
    #expect(try !WorkerLock.isAlive("w", in: workers))
    do {
      let worker = try WorkerLock("w", in: workers)
      #expect(try WorkerLock.isAlive("w", in: workers))
      #expect(try WorkerLock.isAlive("w", in: workers))
      #expect(throws: ArchiveError.self) { try WorkerLock("w", in: workers) }
      #expect(try !WorkerLock.removeDead("w", in: workers))
      withExtendedLifetime(worker) {}
    }
    #expect(try soon { try !WorkerLock.isAlive("w", in: workers) })
    #expect(try names == ["w"])
  }

  @Test func `a dead worker's file is removed`() throws {
    withExtendedLifetime(try WorkerLock("w", in: workers)) {}
    #expect(try soon { try WorkerLock.removeDead("w", in: workers) })
    #expect(try names == [])
    #expect(try WorkerLock.removeDead("w", in: workers))
    #expect(try names == [])
  }

  @Test func `a worker that ends takes its file along`() throws {
    let worker = try WorkerLock("w", in: workers)
    try worker.remove()
    #expect(try names == [])
    #expect(try !WorkerLock.isAlive("w", in: workers))
    withExtendedLifetime(worker) {}
  }

  @Test(arguments: ["", "a/b", "..", "a\0"])
  func `a name that leads elsewhere is refused`(_ name: String) throws {
    #expect(throws: ArchiveError.self) { try WorkerLock(name, in: workers) }
    #expect(throws: ArchiveError.self) { try WorkerLock.isAlive(name, in: workers) }
  }

  @Test func `many at once never lock a file that is gone`() throws {
    // Each thread takes the same name again and again and removes it.
    let taken = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<500 {
        guard let worker = try? WorkerLock("w", in: workers) else { continue }
        // What looks at it from outside sees it as held.
        #expect((try? WorkerLock.isAlive("w", in: workers)) == true)
        try? worker.remove()
        withExtendedLifetime(worker) {}
        taken.withLock { $0 += 1 }
      }
    }
    #expect(taken.withLock { $0 } > 0)
  }
}
