import Dispatch
import Glibc

/// A process started with `posix_spawn`, with no signal blocked or ignored.
///
/// Foundation's own needs a network interface, which a machine that is off line may lack. The
/// semaphore `ended` protects `waitStatus` and `usage`: they are read only after they were written.
final class SpawnedProcess: @unchecked Sendable {
  /// How a process ended: by one of the two.
  struct Ending {
    let status: Int32?
    let signal: Int32?
    /// What it and the processes that it waited for took of the processors, in seconds.
    let processorSeconds: Double
  }

  /// What prevented the start.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The process's number.
  let identifier: pid_t

  private let ended = DispatchSemaphore(value: 0)
  private var waitStatus: Int32 = 0
  private var usage = rusage()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: the program's path and its arguments.
  ///   - streams: descriptors for its standard input, output and error.
  init(
    _ command: [String], environment: [String: String], workingDirectory: String?, streams: [Int32]
  ) throws {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (target, stream) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, stream, Int32(target))
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // `env` changes the folder and then becomes the program.
    let words = workingDirectory.map { ["/usr/bin/env", "-C", $0] + command } ?? command
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let failure = posix_spawn(
      &process, words[0], &actions, &attributes, &arguments, &variables)
    guard failure == 0 else {
      throw Failure(description: "\(command[0]): \(String(cString: strerror(failure)))")
    }
    identifier = process
    DispatchQueue(label: "wait for a process").async { [self] in
      while wait4(identifier, &waitStatus, 0, &usage) < 0, errno == EINTR {}
      ended.signal()
    }
  }

  /// Sends it a signal.
  func send(_ signal: Int32) { kill(identifier, signal) }

  /// Waits for its end; `nil` where it has not come in time. To be asked only until it has.
  func wait(seconds: Double) -> Ending? {
    guard ended.wait(timeout: .now() + seconds) == .success else { return nil }
    let signal = waitStatus & 0x7F
    let time = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    return Ending(
      status: signal == 0 ? waitStatus >> 8 & 0xFF : nil, signal: signal == 0 ? nil : signal,
      processorSeconds: time)
  }
}
