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

  @Test func `a reader that has stopped stops nobody, and lines after that are whole`() throws {
    let stream = CapturedStream()
    var console = Console(stream.descriptor)
    console.patience = 0
    let line = String(repeating: "x", count: 150_000)
    console.write(line)
    console.write("lost")
    #expect(console.droppedLines == 2)
    #expect(stream.drain() > 0)
    console.write("kept")
    #expect(console.droppedLines == 2)
    let rest = try stream.finish().split(separator: "\n")
    #expect(rest.last == "kept")
  }

  @Test func `a long line reaches a reader whole`() async throws {
    let stream = CapturedStream()
    let line = String(repeating: "ä", count: 100_000)
    let descriptor = stream.descriptor
    async let text = Task.detached {
      var text = [UInt8]()
      while !text.contains(UInt8(ascii: "\n")) { text += stream.read() }
      return text
    }.value
    var console = Console(descriptor)
    console.patience = 60_000
    console.write(line)
    #expect(console.droppedLines == 0)
    #expect(await text.elementsEqual("\(line)\n".utf8))
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
