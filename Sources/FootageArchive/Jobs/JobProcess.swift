import Foundation
import Glibc

/// One job as a process of its own, so that whatever goes wrong in it is one failed file.
///
/// The process leads a group of its own, which signals from a terminal don't reach, and ends by
/// itself when this process does. `@unchecked Sendable`: `lock` protects `cancelled` and `hasEnded`;
/// everything else is only touched by the thread that calls `run`.
final class JobProcess: @unchecked Sendable {
  /// Above those, so that putting one into its place can't overwrite another.
  private static let leastNumber: Int32 = 10

  /// The name under which the job finds one of its files.
  static func path(ofFile index: Int) -> String {
    "/proc/self/fd/\(Int(JobSpawn.firstNumber) + index)"
  }

  /// Milliseconds between two looks at time and memory.
  private static let interval: Int32 = 200
  /// Seconds that a job has for an orderly end.
  private static let patience = 10.0
  /// Bytes of a line beyond which it is cut: more than any event has.
  private static let longestLine = 1 << 16

  private let identifier: pid_t
  private let errors: Int32
  private let lifeline: Int32
  private let limits: JobLimits
  private let began = ContinuousClock.now
  private let lock = NSLock()
  private var cancelled: ContinuousClock.Instant?
  private var hasEnded = false
  private var line: [UInt8] = []
  private var ending: JobEnding?
  /// The last line that is no event, such as the last words of a crash.
  private var lastWords = ""

  /// Starts a job.
  ///
  /// - Parameters:
  ///   - files: that the job has open; it knows them by `path(ofFile:)`.
  /// - Throws: `ArchiveError`.
  init(of program: JobProgram, arguments: [String], files: [OpenFile], limits: JobLimits) throws {
    self.limits = limits
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    func pair() throws -> (reading: Int32, writing: Int32) {
      var ends: [Int32] = [-1, -1]
      // Unlike a pipe, closed in other jobs from the start.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw JobSpawn.failure(errno) }
      defer { for end in ends { close(end) } }
      let raised = ends.map { fcntl($0, F_DUPFD_CLOEXEC, Self.leastNumber) }
      guard raised.allSatisfy({ $0 >= 0 }) else {
        let reason = errno
        for end in raised where end >= 0 { close(end) }
        throw JobSpawn.failure(reason)
      }
      return (raised[0], raised[1])
    }
    let errors = try pair()
    opened += [errors.writing]
    let lifeline: (reading: Int32, writing: Int32)
    do { lifeline = try pair() } catch {
      close(errors.reading)
      throw error
    }
    opened += [lifeline.reading]
    do {
      var passed: [Int32] = []
      for file in files {
        let raised = file.withDescriptor { fcntl($0, F_DUPFD_CLOEXEC, Self.leastNumber) }
        guard raised >= 0 else { throw JobSpawn.failure(errno) }
        opened.append(raised)
        passed.append(raised)
      }
      identifier = try JobSpawn.start(
        program, arguments, errors: errors.writing, others: passed + [lifeline.reading])
    } catch {
      close(errors.reading)
      close(lifeline.writing)
      throw error
    }
    self.errors = errors.reading
    self.lifeline = lifeline.writing
  }

  deinit {
    close(errors)
    close(lifeline)
  }

  /// Waits for the job's end, which its limits may bring about.
  ///
  /// - Parameter onEvent: told of progress and warnings, on this thread.
  func run(onEvent: (JobEvent) -> Void) -> JobEnding {
    var isOpen = true
    var killed: LedgerEntry.Failure?
    while isOpen || !hasExited {
      if isOpen {
        isOpen = readErrors(onEvent)
      } else {
        usleep(useconds_t(Self.interval) * 1000)
      }
      // This process may have been stopped itself, for longer than the job took.
      if killed == nil, !hasExited, let failure = excess {
        killed = failure
        stop(SIGKILL)
      }
      if cancellationIsOverdue { stop(SIGKILL) }
    }
    let status = waitForEnd()
    if let killed { return .failed(killed, code: "") }
    return ending(status)
  }

  /// Has the job end soon; may be called from any thread and at any time.
  func cancel() {
    lock.withLock {
      guard cancelled == nil, !hasEnded else { return }
      cancelled = ContinuousClock.now
      kill(identifier, SIGTERM)
    }
  }

  private var cancellationIsOverdue: Bool {
    guard let cancelled = lock.withLock({ cancelled }) else { return false }
    return ContinuousClock.now - cancelled > .seconds(Self.patience)
  }

  /// Reads what there is on the job's standard error, and waits for it for a moment; false when that
  /// has been closed.
  private func readErrors(_ onEvent: (JobEvent) -> Void) -> Bool {
    var request = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
    // What a library starts may hold the stream open for longer than the job lives.
    guard poll(&request, 1, Self.interval) > 0 else { return !hasExited }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(errors, &buffer, buffer.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN }
    if count == 0 { return false }
    for byte in buffer[..<count] {
      if byte == UInt8(ascii: "\n") {
        take(onEvent)
        line.removeAll(keepingCapacity: true)
      } else if line.count < Self.longestLine {
        line.append(byte)
      }
    }
    return true
  }

  private var hasExited: Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      return true
    }
    return information.si_signo == SIGCHLD
  }

  private func take(_ onEvent: (JobEvent) -> Void) {
    switch JobEvent(line: line) {
    case .done(let findings):
      ending = .done(findings)
    case .error(let status, let code, let message):
      ending = .failed(LedgerEntry.Failure(status: status, reason: message), code: code)
    case let event?:
      onEvent(event)
    case nil:
      let words = printable(line)
      if !words.isEmpty, !words.hasPrefix("{") { lastWords = words }
    }
  }

  /// The limit that the job has passed, if any.
  private var excess: LedgerEntry.Failure? {
    if let most = limits.time, ContinuousClock.now - began > .seconds(most) {
      return LedgerEntry.Failure(
        status: FailureStatus.killed, reason: "took longer than --timeout permits and was ended")
    }
    if let most = limits.memory, let resident, resident > most {
      return LedgerEntry.Failure(
        status: FailureStatus.killed,
        reason: "took \(resident >> 20) MiB of memory, more than --memory permits, and was ended")
    }
    return nil
  }

  /// Bytes of memory that the job has in use; see proc(5), `statm`.
  private var resident: Int64? {
    let file = open("/proc/\(identifier)/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let numbers = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ")
    guard numbers.count > 1, let pages = Int64(numbers[1]) else { return nil }
    return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }

  private func stop(_ signal: Int32) {
    // The whole group, with whatever a library has started.
    kill(-identifier, signal)
  }

  private func waitForEnd() -> Int32 {
    // Until it is waited for, its number can't be another's.
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    lock.withLock { hasEnded = true }
    stop(SIGKILL)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status
  }

  private func ending(_ status: Int32) -> JobEnding {
    let signal = status & 0x7F
    let code = Int(status >> 8 & 0xFF)
    if lock.withLock({ cancelled != nil }), ending.map(\.isDone) != true { return .cancelled }
    // Whoever stops a service or a task of a cluster signals all of its processes, this one perhaps
    // before its parent: that says nothing of the file.
    guard ![SIGHUP, SIGINT, SIGTERM].contains(signal) else { return .cancelled }
    guard signal == 0 else {
      let name = String(cString: strsignal(signal))
      return .failed(
        LedgerEntry.Failure(
          status: 128 + Int(signal),
          reason: "the job crashed (\(name)\(lastWords.isEmpty ? "" : ": \(lastWords)"))"),
        code: "")
    }
    // A job that says one thing and ends with another is not to be trusted.
    switch (ending, code) {
    case (.failed(_, code: "cancelled")?, 1...): return .cancelled
    case (.done?, 0), (.failed?, 1...): return ending ?? .cancelled
    default:
      return .failed(
        LedgerEntry.Failure(
          status: code == 0 ? FailureStatus.internalFault : code,
          reason: "the job ended with status \(code) and did not say why"
            + (lastWords.isEmpty ? "" : " (\(lastWords))")), code: "")
    }
  }
}

extension JobEnding {
  /// Whether there is an output.
  var isDone: Bool { if case .done = self { true } else { false } }
}
