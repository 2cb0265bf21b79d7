import Foundation
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
    #expect(try !WorkerLock.isAlive("w", in: workers))
    #expect(try names == ["w"])
  }

  @Test func `a dead worker's file is removed`() throws {
    withExtendedLifetime(try WorkerLock("w", in: workers)) {}
    #expect(try WorkerLock.removeDead("w", in: workers))
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
    // Each thread takes the same name again and again and removes it; at any time one has it.
    nonisolated(unsafe) var inside = 0
    nonisolated(unsafe) var taken = 0
    let guarding = NSLock()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<300 {
        guard let worker = try? WorkerLock("w", in: workers) else { continue }
        guarding.withLock {
          inside += 1
          taken += 1
          #expect(inside == 1)
        }
        guarding.withLock { inside -= 1 }
        try? worker.remove()
        withExtendedLifetime(worker) {}
      }
    }
    #expect(taken > 0)
  }
}
