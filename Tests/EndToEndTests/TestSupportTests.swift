import Foundation
import TestSupport
import Testing

/// The means that other tests rely on.
@Suite struct TestSupportTests {
  private let bash = Binary(path: "/bin/bash")

  @Test func `a program's status and streams are kept apart`() throws {
    let outcome = try bash.run(["-c", "cat; echo oops >&2; exit 7"], input: Data("text".utf8))
    #expect(outcome.status == 7)
    #expect(outcome.signal == nil)
    #expect(outcome.standardOutput == "text")
    #expect(outcome.standardError == "oops\n")
  }

  @Test func `variables and the working directory are set`() throws {
    let folder = try TemporaryFolder()
    let outcome = try bash.run(
      ["-c", #"pwd; echo "$ADDED ${HOME-gone}""#],
      environment: ["ADDED": "here", "HOME": nil as String?], workingDirectory: folder.url)
    #expect(outcome.standardOutput == "\(folder.url.path)\nhere gone\n")
  }

  @Test func `more output than a pipe holds blocks nobody`() throws {
    let outcome = try bash.run(["-c", "head -c 1000000 /dev/zero"])
    #expect(outcome.output.count == 1_000_000)
  }

  @Test func `a program that takes too long is killed`() throws {
    #expect(throws: RunningBinary.Timeout.self) {
      try bash.run(["-c", "exec sleep 600"], timeout: 0.2)
    }
  }

  @Test func `a signal can be sent in the middle`() throws {
    let running = try bash.start(["-c", "trap 'exit 3' TERM; echo up; while :; do sleep 0.1; done"])
    #expect(try running.wait { try !$0.output.isEmpty })
    running.send(SIGTERM)
    #expect(try running.wait().status == 3)
  }

  @Test func `a signal that ends a program is told from a status`() throws {
    let outcome = try bash.run(["-c", "kill -KILL $$"])
    #expect(outcome.status == nil)
    #expect(outcome.signal == SIGKILL)
  }

  @Test func `standard error can be a terminal`() throws {
    let terminal = try PseudoTerminal(columns: 44)
    let outcome = try bash.run(
      ["-c", "test -t 2 && stty size <&2 >&2; head -c 100000 /dev/zero >&2"], terminal: terminal)
    #expect(outcome.status == 0)
    #expect(outcome.standardError.hasPrefix("24 44\r\n"))
    #expect(outcome.errorOutput.count == 100_007)
  }

  @Test func `a folder goes with its last owner`() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(try folder?.write("text", to: "a.txt"))
    #expect(try folder?.names == ["a.txt"])
    #expect(FileManager.default.fileExists(atPath: path))
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
