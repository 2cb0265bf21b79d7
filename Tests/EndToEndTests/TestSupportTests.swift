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

  @Test func `loss counts where nothing is covered, and only there`() throws {
    let (width, height) = (32, 16)
    // Distinct values side by side, so that each window has something to lose.
    let original = (0..<width * height).map { UInt8($0 * 37 % 251) }
    var output = original
    for row in 0..<height { output[row * width] = 128 }
    func compared(_ output: [UInt8], painted: [UInt8]) -> Similarity {
      Similarity(
        original: original, output: output, painted: painted, width: width, height: height)
    }
    #expect(compared(original, painted: original).mean == 1)
    #expect(compared(original, painted: original).covered == 0)
    let lossy = try #require(compared(output, painted: original).mean)
    #expect(lossy > 0.9 && lossy < 1)

    // Of seven windows in a row only the first has the first column in it.
    var painted = original
    painted[0] ^= 1
    painted[height * width - width] ^= 1
    #expect(compared(output, painted: painted).covered == 2.0 / 21)
    painted[height / 2 * width] ^= 1
    #expect(compared(output, painted: painted).mean == 1)
    #expect(compared(output, painted: painted).covered == 3.0 / 21)

    let covered = compared(output, painted: original.map { ~$0 })
    #expect(covered.mean == nil)
    #expect(covered.covered == 1)
  }

  @Test func `the similarity of flat pictures is that of their brightness`() throws {
    let (width, height) = (8, 8)
    let dark = [UInt8](repeating: 50, count: width * height)
    let bright = [UInt8](repeating: 100, count: width * height)
    let mean = try #require(
      Similarity(original: dark, output: bright, painted: dark, width: width, height: height).mean)
    #expect(abs(mean - (10_000 + 6.5025) / (12_500 + 6.5025)) < 1e-9)
  }

  @Test func `the time of the processors counts what a program waits for too`() throws {
    let busy = "for ((i = 0; i < 200000; i++)); do :; done"
    let outcome = try bash.run(["-c", "bash -c '\(busy)'; exit 0"])
    #expect(outcome.processorSeconds > 0.02)
    #expect(try bash.run(["-c", "exec sleep 0.3"]).processorSeconds < 0.2)
  }

  @Test func `footage comes frame by frame as it does whole`() throws {
    let clip = try Clips.clip(
      "turned.mkv", from: .carphone, "-an -frames:v 5 -vf scale=80:60,transpose=1 -c:v ffv1")
    let size = try GrayStream.size(of: clip)
    #expect(size == (60, 80))
    let whole = try GrayFootage(clip, width: size.width, height: size.height)
    let stream = try GrayStream(clip, width: size.width, height: size.height)
    var bytes = Data()
    var count = 0
    while try stream.withNext({ frame in
      if let frame { bytes.append(contentsOf: frame) }
      return frame != nil
    }) { count += 1 }
    #expect(count == 5)
    #expect(bytes == whole.bytes)
    #expect(try stream.withNext { $0 == nil })
  }

  @Test func `footage that is none has no frames`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Data("no footage".utf8), to: "in.mp4")
    #expect(throws: MediaTool.Failure.self) { try GrayStream.size(of: path) }
    let stream = try GrayStream(path, width: 8, height: 8)
    #expect(throws: MediaTool.Failure.self) { try stream.withNext { _ in } }
  }
}
