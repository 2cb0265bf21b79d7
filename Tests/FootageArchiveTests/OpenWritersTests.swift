#if os(Linux)
  import Foundation
  import Testing

  @testable import FootageArchive

  @Suite struct OpenWritersTests {
    /// Whether a file comes to be open for writing no more: a program that another test starts has
    /// this process's open files for a moment, until it is itself.
    private func isFreed(_ descriptor: Int32) -> Bool {
      for _ in 0..<1000 {
        if isOpenForWriting(descriptor) == false { return true }
        usleep(10_000)
      }
      return false
    }

    @Test func `a file that is open for writing is told from one that is not`() throws {
      let tree = try Tree()
      let path = try tree.file("a")
      let reader = try tree.folder.openFile(at: path)
      #expect(isFreed(reader.number))
      do {
        let writer = try tree.folder.makeFile(at: path)
        #expect(writer.number >= 0)
        #expect(isOpenForWriting(reader.number) == true)
      }
      #expect(isFreed(reader.number))
    }

    @Test func `nothing is left of the question`() throws {
      let tree = try Tree()
      let path = try tree.file("a")
      let reader = try tree.folder.openFile(at: path)
      #expect(isFreed(reader.number))
      // F_GETLEASE of <bits/fcntl-linux.h>
      #expect(fcntl(reader.number, 1025) == F_UNLCK)
    }

    @Test func `the signal of a lost lease is ignored from the first question on`() async {
      await #expect(processExitsWith: .success) {
        signal(SIGIO, SIG_DFL)
        _ = isOpenForWriting(-1)
        #expect(OpenWritersTests.handler == unsafeBitCast(SIG_IGN, to: Int.self))
      }
    }

    @Test func `whoever listens to that signal already goes on doing so`() async {
      await #expect(processExitsWith: .success) {
        signal(SIGIO) { _ in }
        let handler = OpenWritersTests.handler
        _ = isOpenForWriting(-1)
        #expect(OpenWritersTests.handler == handler)
      }
    }

    private static var handler: Int {
      var action = sigaction()
      sigaction(SIGIO, nil, &action)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }

    @Test func `what is no file can't be seen`() throws {
      let tree = try Tree()
      #expect(try tree.folder.withDescriptor { isOpenForWriting($0) } == nil)
    }
  }
#endif
