import Dispatch
import Foundation
import Testing

@testable import Anonymizer

@Suite struct ReportSourceTests {
  private struct CalledOff: Error {}

  @Test func `a signal that interrupts the waiting does not make it one without an end`() throws {
    signal(SIGUSR1) { _ in }
    // Threads of Dispatch block signals.
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (reader, writer) = (ends[0], ends[1])
    let (done, closed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let thread = pthread_self()
    var calls = 0
    let source = try ReportSource(name: "/dev/fd/\(reader)") {
      calls += 1
      if calls == 1 {
        DispatchQueue.global().async {
          usleep(10_000)
          pthread_kill(thread, SIGUSR1)
          // A read that cannot be called off ends here, with the pipe.
          _ = done.wait(timeout: .now() + 2)
          close(writer)
          closed.signal()
        }
      }
      if calls == 3 { throw CalledOff() }
    }
    #expect(throws: CalledOff.self) { try source.nextLine() }
    done.signal()
    closed.wait()
    close(reader)
  }

  @Test func `waiting for the writer of a named pipe can be called off`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    var calls = 0
    let waiting = try ReportSource(name: path) {
      calls += 1
      if calls == 3 { throw CalledOff() }
    }
    #expect(throws: CalledOff.self) { try waiting.nextLine() }

    let source = try ReportSource(name: path)
    DispatchQueue.global().async {
      let writer = open(path, O_WRONLY)
      usleep(10_000)
      _ = "one\ntwo\n".withCString { write(writer, $0, 8) }
      close(writer)
    }
    #expect(try source.nextLine() == Array("one".utf8))
    #expect(try source.nextLine() == Array("two".utf8))
    #expect(try source.nextLine() == nil)
  }
}
