import Foundation
import Glibc

/// How a job's process comes into being.
///
/// Source: `posix_spawn`.
enum JobSpawn {
  /// The job's descriptor of its first file; those of others and of the lifeline follow.
  static let firstNumber: Int32 = 3

  /// Starts a job in a process group of its own, with no signal blocked or ignored.
  ///
  /// - Parameters:
  ///   - errors: becomes its standard error; its other streams lead nowhere.
  ///   - others: become its descriptors from `firstNumber` on, the last of them its lifeline.
  /// - Throws: `ArchiveError`.
  static func start(
    _ program: JobProgram, _ arguments: [String], errors: Int32, others: [Int32]
  ) throws -> pid_t {
    keepEndedJobs()
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for stream in [STDIN_FILENO, STDOUT_FILENO] {
      posix_spawn_file_actions_addopen(
        &actions, stream, "/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    for (place, descriptor) in zip(firstNumber..., others) {
      posix_spawn_file_actions_adddup2(&actions, descriptor, place)
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var environment = ProcessInfo.processInfo.environment
    environment[JobProgram.lifelineVariable] = "\(Int(firstNumber) + others.count - 1)"
    var words = ([program.name ?? program.executable] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let reason = posix_spawn(
      &process, program.executable, &actions, &attributes, &words, &variables)
    guard reason == 0 else { throw failure(reason) }
    preferForKilling(process)
    return process
  }

  /// Under a parent that ignored SIGCHLD, as some supervisors do, the system would forget how a job
  /// has ended before anybody could ask; see waitpid(2).
  private static func keepEndedJobs() {
    var action = sigaction()
    guard sigaction(SIGCHLD, nil, &action) == 0 else { return }
    let isIgnored =
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
    if isIgnored { signal(SIGCHLD, SIG_DFL) }
  }

  /// Where memory runs out, the system is to end a job rather than the whole run; see proc(5),
  /// `oom_score_adj`.
  private static func preferForKilling(_ process: pid_t) {
    let file = open("/proc/\(process)/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, "500", 3)
    close(file)
  }

  static func failure(_ reason: Int32) -> ArchiveError {
    ArchiveError(
      .internalFault, path: nil, "a job cannot be started", SystemFault(number: reason))
  }
}
