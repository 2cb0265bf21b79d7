import Foundation
import Glibc

/// What a program took that has ended, with the programs that it waited for itself.
struct ProcessCost {
  /// Seconds that passed.
  let wall: Double
  /// Seconds of processor time, in programs and kernel.
  let processor: Double
  /// The most memory that any of the programs had resident, in MiB.
  let memory: Double
}

/// Runs a program to its end, without input, and with all that it prints in a file.
///
/// Foundation's own `Process` does not say what a program took.
func run(_ program: String, _ arguments: [String], log: String) throws -> ProcessCost {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(
    &actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
  var words = ([program] + arguments).map { strdup($0) }
  defer { for word in words { free(word) } }
  words.append(nil)

  let start = Clock.wall.now
  var child = pid_t()
  let failure = posix_spawnp(&child, program, &actions, nil, words, environ)
  guard failure == 0 else {
    throw Failure(message: "\(program) cannot be run: \(String(cString: strerror(failure)))")
  }
  var status: Int32 = 0
  var usage = rusage()
  while wait4(child, &status, 0, &usage) < 0 {
    guard errno == EINTR else {
      throw Failure(message: "\(program) is lost: \(String(cString: strerror(errno)))")
    }
  }
  let wall = Double(Clock.wall.now - start) / 1e9
  guard status == 0 else {
    throw Failure(
      message: "\(program) \(arguments.joined(separator: " ")) failed; it said: \(lastLine(log))")
  }
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return ProcessCost(
    wall: wall, processor: seconds(usage.ru_utime) + seconds(usage.ru_stime),
    memory: Double(usage.ru_maxrss) / 1024)
}

private func lastLine(_ log: String) -> String {
  let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
  return text.split(whereSeparator: \.isNewline).last.map(String.init) ?? "nothing"
}
