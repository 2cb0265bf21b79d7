import Foundation

extension Binary {
  /// Runs the program without streams to its end, and returns its exit status (`nil` where a signal
  /// ended it) and the most memory that it had at any time, in KiB.
  ///
  /// - Throws: what prevented the start.
  public func peakMemory(_ arguments: [String]) throws -> (status: Int32?, kibibytes: Int) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    var words = ([url.path] + arguments).map { strdup($0) } + [nil]
    var variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    let reason = posix_spawn(&process, url.path, &actions, nil, &words, &variables)
    guard reason == 0 else { throw POSIXError(.init(rawValue: reason) ?? .EIO) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    // As WIFEXITED and WEXITSTATUS have it.
    return (status & 0x7F == 0 ? status >> 8 & 0xFF : nil, usage.ru_maxrss)
  }
}
