import Anonymizer
import Dispatch
import Glibc
import Testing

@testable import AnonymizeCLI

/// A job that does what its test says; `cancel` wakes it when it waits.
private struct ScriptedJob: FootageJob {
  let cancelled = DispatchSemaphore(value: 0)
  let script: @Sendable (ScriptedJob, @Sendable (String) -> Void) throws -> Outcome

  func run(
    onProgress: @escaping @Sendable (Progress) -> Void,
    onNotice: @escaping @Sendable (String) -> Void,
    onDetail: @escaping @Sendable (String) -> Void
  ) throws -> Outcome {
    onDetail("a detail")
    onProgress(.at(10, of: nil, elapsed: 1))
    return try script(self, onNotice)
  }

  func finish() -> Bool { false }

  func cancel() { cancelled.signal() }
}

@Suite struct JobRunTests {
  private static let outcome = Outcome(
    frames: 2, tracks: 1, framesWithFaces: 1, footageTime: 1, elapsed: 1)

  private static func perform(
    _ script: @escaping @Sendable (ScriptedJob, @Sendable (String) -> Void) throws -> Outcome
  ) -> Never {
    let reporter = Reporter(Console(), .json, .normal)
    exit(JobRun.perform(ScriptedJob(script: script), reporter).rawValue)
  }

  private func lines(_ result: ExitTest.Result?) -> [Substring] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("{\"event\":") }
  }

  @Test func `a finished job ends with zero and what it did`() async {
    let result = await #expect(
      processExitsWith: .exitCode(0), observing: [\.standardErrorContent]
    ) {
      Self.perform { _, notice in
        notice("a warning")
        return Self.outcome
      }
    }
    #expect(
      lines(result) == [
        #"{"event":"progress","frames":10,"footageTime":0.400,"elapsed":1.000}"#,
        #"{"event":"warning","message":"a warning"}"#,
        Substring(ProgressEvent.done(Self.outcome)),
      ])
  }

  @Test func `a failure ends with its status and its line`() async {
    let result = await #expect(
      processExitsWith: .exitCode(73), observing: [\.standardErrorContent]
    ) {
      Self.perform { _, _ in
        throw AnonymizationError(
          .uncreatableOutput, path: "out.mp4", "it exists", advice: "use --overwrite")
      }
    }
    #expect(
      lines(result).last
        == #"{"event":"error","status":73,"code":"uncreatableOutput","message":"out.mp4: it exists; use --overwrite"}"#
    )
  }

  @Test func `an unforeseen error is an internal one`() async {
    await #expect(processExitsWith: .exitCode(70)) {
      Self.perform { _, _ in throw UsageError(message: "no such thing") }
    }
  }

  @Test(arguments: [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP")])
  func `a signal cancels the job and is told`(number: Int32, name: String) async {
    let result = await #expect(
      processExitsWith: .exitCode(128 + number), observing: [\.standardErrorContent]
    ) { [number] in
      Self.perform { job, _ in
        kill(getpid(), number)
        job.cancelled.wait()
        throw AnonymizationError(.cancelled, "cancelled")
      }
    }
    #expect(
      lines(result).last
        == Substring(
          ProgressEvent.error(
            "interrupted by \(name); no output is left",
            status: ExitStatus(rawValue: 128 + number), code: .cancelled)))
  }

  @Test func `a job that was done when the signal came is done`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      Self.perform { job, _ in
        kill(getpid(), SIGTERM)
        job.cancelled.wait()
        return Self.outcome
      }
    }
  }

  @Test func `a third Ctrl-C ends a job that does not stop`() async {
    let result = await #expect(
      processExitsWith: .exitCode(130), observing: [\.standardErrorContent]
    ) {
      Self.perform { job, _ in
        kill(getpid(), SIGINT)
        job.cancelled.wait()
        while true {
          usleep(20_000)
          kill(getpid(), SIGINT)
        }
      }
    }
    #expect(
      lines(result).last == """
        {"event":"warning","message":"still cleaning up; a third Ctrl-C stops at once and may \
        leave a partial file"}
        """)
  }

  @Test func `repeated SIGTERM does not end the cleaning up`() async {
    await #expect(processExitsWith: .exitCode(143)) {
      Self.perform { job, _ in
        for _ in 0..<10 {
          kill(getpid(), SIGTERM)
          usleep(10_000)
        }
        job.cancelled.wait()
        throw AnonymizationError(.cancelled, "cancelled")
      }
    }
  }

  @Test func `a run under nohup outlives its terminal`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      signal(SIGHUP, SIG_IGN)
      Self.perform { job, _ in
        kill(getpid(), SIGHUP)
        guard job.cancelled.wait(timeout: .now() + 0.2) == .timedOut else {
          throw AnonymizationError(.cancelled, "cancelled")
        }
        return Self.outcome
      }
    }
  }
}
