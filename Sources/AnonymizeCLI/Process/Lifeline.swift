import Dispatch
import FootageArchive
import Glibc

/// What ends a job of an archive when the archive's own process is gone, even by SIGKILL.
enum Lifeline {
  /// Holds on to the descriptor that the environment names, if it does: its end is this process's
  /// end, at once and without tidying up, which is the next run's work.
  static func hold() {
    guard let text = getenv(JobProgram.lifelineVariable).map({ String(cString: $0) }),
      let descriptor = Int32(text), fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    else { return }
    unsetenv(JobProgram.lifelineVariable)
    // By the link that it was started through, lists of processes would call it "exe".
    let name = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
    if name >= 0 {
      _ = write(name, "anonymize", 9)
      close(name)
    }
    DispatchQueue(label: "anonymize.lifeline").async {
      var byte: UInt8 = 0
      while read(descriptor, &byte, 1) != 0 {
        guard errno == EINTR || errno == EAGAIN else { return }
      }
      _exit(ExitStatus.interrupted(by: SIGKILL).rawValue)
    }
  }
}
