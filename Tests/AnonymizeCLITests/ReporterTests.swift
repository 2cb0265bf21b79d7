import Anonymizer
import Glibc
import TestSupport
import Testing

@testable import AnonymizeCLI

@Suite struct ReporterTests {
  private let outcome = Outcome(
    frames: 412, tracks: 3, framesWithFaces: 300, footageTime: 15.14, elapsed: 10.81)

  private func told(
    _ style: ProgressStyle, _ verbosity: Verbosity = .normal, _ tell: (Reporter) -> Void
  ) throws -> String {
    let stream = CapturedStream()
    tell(Reporter(Console(stream.descriptor), style, verbosity))
    return try stream.finish()
  }

  @Test func `a bar makes room for a warning and is gone before the closing line`() throws {
    let text = try told(.bar) {
      $0.show(.at(0, of: nil, elapsed: 0))
      $0.warn("subtitle stream 3 is dropped")
      $0.show(.at(50, of: nil, elapsed: 1))
      $0.finish(outcome)
    }
    let erase = "\r\u{1B}[K"
    #expect(
      text == """
        \(erase)0 frames\
        \(erase)anonymize: warning: subtitle stream 3 is dropped\n0 frames\
        \(erase)50 frames  50.0 fps  2.0x\
        \(erase)412 frames, 3 faces tracked, 38.1 fps, 1.4x real time\n
        """)
  }

  @Test func `a bar is gone before an error`() throws {
    let text = try told(.bar) {
      $0.show(.at(7, of: nil, elapsed: 0))
      $0.fail("in.mp4: it is damaged", status: .damagedInput, code: .damagedInput)
    }
    #expect(text.hasSuffix("7 frames\r\u{1B}[Kanonymize: in.mp4: it is damaged\n"))
  }

  @Test func `a bar is not drawn more often than it can be seen`() throws {
    let text = try told(.bar) { reporter in
      for step in 0..<1000 { reporter.show(.at(step, elapsed: Double(step) / 1000)) }
    }
    #expect(text.split(separator: "\r").count == 10)
  }

  @Test func `lines come at intervals`() throws {
    let text = try told(.lines) { reporter in
      for second in 0...36 { reporter.show(.at(second * 10, of: nil, elapsed: Double(second))) }
      reporter.finish(outcome)
    }
    #expect(
      text == """
        50 frames, 10.0 fps, 0.4x real time
        350 frames, 10.0 fps, 0.4x real time
        412 frames, 3 faces tracked, 38.1 fps, 1.4x real time

        """)
  }

  @Test func `a bar fits its terminal, and waits for none that is stopped`() throws {
    let terminal = try PseudoTerminal(columns: 30)
    let descriptor = terminal.programEnd.fileDescriptor
    let reporter = Reporter(Console(descriptor), .bar, .normal)
    reporter.show(.at(0, elapsed: 0))
    reporter.show(.at(100, elapsed: 1))
    #expect(tcflow(descriptor, TCOOFF) == 0)
    reporter.show(.at(200, elapsed: 2))  // This would block for ever if it were written.
    #expect(tcflow(descriptor, TCOON) == 0)
    reporter.show(.at(300, elapsed: 3))
    let erase = "\r\u{1B}[K"
    #expect(
      terminal.received
        == "\(erase)  0%  0/1000 frames" + "\(erase)[=>         ]   10%  ETA 0:09"
        + "\(erase)[===>       ]   30%  ETA 0:07")
  }

  @Test func `with JSON every line is an object`() throws {
    let text = try told(.json, .verbose) {
      $0.explain("the encoder is libx264")
      $0.show(.at(0, of: nil, elapsed: 0))
      $0.warn("subtitle stream 3 is dropped")
      $0.fail("in.mp4: it is damaged", status: .damagedInput, code: .damagedInput)
    }
    #expect(
      text == """
        {"event":"note","message":"the encoder is libx264"}
        {"event":"progress","frames":0,"footageTime":0.000,"elapsed":0.000}
        {"event":"warning","message":"subtitle stream 3 is dropped"}
        {"event":"error","status":65,"code":"damagedInput","message":"in.mp4: it is damaged"}

        """)
    let done = try told(.json, .verbose) { $0.finish(outcome) }
    #expect(done == ProgressEvent.done(outcome) + "\n")
  }

  @Test func `no progress still has warnings and a closing line`() throws {
    let text = try told(.none) {
      $0.show(.at(10, elapsed: 100))
      $0.warn("subtitle stream 3 is dropped")
      $0.explain("the encoder is libx264")
      $0.finish(outcome)
    }
    #expect(
      text == """
        anonymize: warning: subtitle stream 3 is dropped
        412 frames, 3 faces tracked, 38.1 fps, 1.4x real time

        """)
  }

  @Test func `quiet leaves errors only`() throws {
    let text = try told(.none, .quiet) {
      $0.show(.at(10, elapsed: 100))
      $0.warn("subtitle stream 3 is dropped")
      $0.explain("the encoder is libx264")
      $0.finish(outcome)
      $0.fail("in.mp4: it is damaged", status: .damagedInput, code: .damagedInput)
    }
    #expect(text == "anonymize: in.mp4: it is damaged\n")
  }

  @Test func `verbose tells how the work was done`() throws {
    let text = try told(.none, .verbose) {
      $0.explain("the encoder is libx264")
      $0.finish(outcome)
    }
    #expect(
      text == """
        anonymize: note: the encoder is libx264
        anonymize: note: Faces in 300 of 412 frames; 0:15 of footage took 0:11
        412 frames, 3 faces tracked, 38.1 fps, 1.4x real time

        """)
  }

  @Test func `progress does not wait for a reader that takes nothing`() throws {
    let stream = CapturedStream()
    let flags = fcntl(stream.descriptor, F_GETFL)
    #expect(fcntl(stream.descriptor, F_SETFL, O_NONBLOCK) == 0)
    let block = [UInt8](repeating: 0, count: 4096)
    while write(stream.descriptor, block, block.count) > 0 {}
    #expect(fcntl(stream.descriptor, F_SETFL, flags) == 0)

    let reporter = Reporter(Console(stream.descriptor), .json, .normal)
    reporter.show(.at(10, elapsed: 1))  // This would block for ever if it were written.
    #expect(try stream.finish().allSatisfy { $0 == "\0" })
  }
}
