import Glibc
import TestSupport
import Testing

@testable import AnonymizeCLI

@Suite struct ConsoleTests {
  @Test func `lines are written as they come`() throws {
    let stream = CapturedStream()
    var console = Console(stream.descriptor)
    console.write("one")
    console.write("t\nwo")
    #expect(try stream.finish() == "one\nt?wo\n")
  }

  @Test func `a line is put above the status line, which is drawn again`() throws {
    let stream = CapturedStream()
    var console = Console(stream.descriptor)
    console.show(status: "10%")
    console.write("warning")
    console.show(status: "20%")
    console.show(status: "20%")
    console.show(status: "")
    console.write("done")
    #expect(
      try stream.finish()
        == "\r\u{1B}[K10%" + "\r\u{1B}[Kwarning\n10%" + "\r\u{1B}[K20%" + "\r\u{1B}[K" + "done\n")
  }

  @Test func `a pipe is no terminal and has the usual width`() throws {
    let stream = CapturedStream()
    let console = Console(stream.descriptor)
    #expect(!console.isTerminal)
    #expect(console.columns == 80)
  }

  @Test func `a terminal says how wide it is`() throws {
    let terminal = try PseudoTerminal(columns: 57)
    var console = Console(terminal.programEnd.fileDescriptor)
    #expect(console.isTerminal)
    #expect(console.columns == 57)
    #expect(console.isReady)
    console.show(status: "10%")
    console.write("done")
    #expect(terminal.received == "\r\u{1B}[K10%\r\u{1B}[Kdone\r\n10%")
  }

  @Test func `a terminal that is stopped is not ready`() throws {
    let terminal = try PseudoTerminal()
    let console = Console(terminal.programEnd.fileDescriptor)
    #expect(tcflow(terminal.programEnd.fileDescriptor, TCOOFF) == 0)
    #expect(!console.isReady)
    #expect(tcflow(terminal.programEnd.fileDescriptor, TCOON) == 0)
    #expect(console.isReady)
  }

  @Test func `a full pipe is not ready`() throws {
    let stream = CapturedStream()
    let console = Console(stream.descriptor)
    #expect(console.isReady)
    #expect(fcntl(stream.descriptor, F_SETFL, O_NONBLOCK) == 0)
    let block = [UInt8](repeating: 0, count: 4096)
    while write(stream.descriptor, block, block.count) > 0 {}
    #expect(!console.isReady)
  }

  @Test func `a stream that nobody reads is given up`() async {
    await #expect(processExitsWith: .success) {
      let stream = CapturedStream()
      signal(SIGPIPE, SIG_IGN)
      var console = Console(stream.descriptor)
      try stream.abandon()
      console.write("lost")
      console.show(status: "lost")
      #expect(!console.isReady)
    }
  }

  @Test func `a closed stream is given up`() async {
    await #expect(processExitsWith: .success) {
      var console = Console(1000)
      console.write("lost")
      #expect(!console.isReady)
      #expect(!console.isTerminal)
    }
  }
}
