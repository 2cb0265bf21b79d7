import Dispatch
import Foundation
import Testing

@testable import AnonymizeCLI

@Suite struct StandardStreamsTests {
  @Test func `a text longer than a pipe holds is written whole, though the pipe never blocks`()
    async throws
  {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    let text = String(repeating: "0123456789", count: 100_000)
    async let received = Task.detached { try pipe.fileHandleForReading.readToEnd() }.value
    #expect(StandardStreams.write(text, to: descriptor))
    try pipe.fileHandleForWriting.close()
    #expect(try await received == Data(text.utf8))
  }

  @Test func `a full disk is an error`() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    #expect(!StandardStreams.write("text", to: full.fileDescriptor))
    #expect(errno == ENOSPC)
  }

  @Test func `closed streams don't leave their numbers to the footage`() async {
    await #expect(processExitsWith: .success) {
      close(STDIN_FILENO)
      close(STDERR_FILENO)
      StandardStreams.secure()
      let next = open("/dev/null", O_RDONLY)
      #expect(next > STDERR_FILENO)
      #expect(StandardStreams.write("said to nobody", to: STDERR_FILENO))
    }
  }
}
